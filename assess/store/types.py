"""Column types of rankings: docnos and scores in order, compressed."""

import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator


class Docnos(TypeDecorator[Sequence[str]]):
    """Docnos in order, one per line, compressed. A docno contains no white space."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Sequence[str] | None, dialect: Dialect) -> bytes | None:
        return None if value is None else zlib.compress("\n".join(value).encode())

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> list[str] | None:
        return None if value is None else _lines(zlib.decompress(value).decode())


class Scores(TypeDecorator[Sequence[float]]):
    """Floating-point numbers in order, exact, little-endian and compressed."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: Sequence[float] | None, dialect: Dialect) -> bytes | None:
        return None if value is None else zlib.compress(_little_endian(value).tobytes())

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> list[float] | None:
        return None if value is None else _little_endian(zlib.decompress(value)).tolist()


def _little_endian(values: Iterable[float] | bytes) -> "array[float]":
    """The numbers, or the numbers in these bytes; in an array whose bytes are little-endian on every machine."""
    numbers = array("d", values)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []
