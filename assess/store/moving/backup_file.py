"""A snapshot as a file: gzip of JSON lines.

The first line says what follows: version, schema, and for each table its columns and its number of rows. Then one line
for each row, table by table. The last line is the SHA-256 of all lines before it.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import Any

from assess.errors import FormatError, StoreError
from assess.files import AnyPath, secret_file
from assess.store.moving.snapshot import BATCH, Batch, Snapshot, TableSize
from assess.store.schema import check_known

FORMAT = "assess backup"
VERSION = 1
GZIP = b"\x1f\x8b"


def write_backup(path: AnyPath, snapshot: Snapshot, batches: Iterable[Batch], *, replace: bool = False) -> None:
    """Write the file, readable by its owner alone, or nothing; with *replace* in the place of an older one."""
    with secret_file(path, replace=replace) as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        digest = sha256()
        for line in _lines(snapshot, batches):
            digest.update(line)
            packed.write(line)
        packed.write(_seal(digest.hexdigest()))


@contextmanager
def opened_backup(path: AnyPath) -> Iterator[tuple[Snapshot, Iterator[Batch]]]:
    """What a backup holds, and its rows. The whole file is checked first: damaged, or too new, it is an error."""
    try:
        file = Path(path).open("rb")  # noqa: SIM115 (closed below, once it is open)
    except OSError as error:
        raise FormatError(f"{path}: cannot be read ({error.strerror})") from None
    # One open file for both: another one may get its name between the check and the rows.
    with file:
        snapshot = _check(path, file)
        file.seek(0)
        yield snapshot, _batches(snapshot, _unpacked(path, file))


def _check(path: AnyPath, file: BufferedReader) -> Snapshot:
    lines = _unpacked(path, file)
    first = next(lines, b"")
    snapshot = _parse_header(path, first)
    digest = sha256(first)
    for line in islice(lines, snapshot.rows):
        digest.update(line)
    if next(lines, b"") != _seal(digest.hexdigest()) or next(lines, b""):
        raise _damaged(path)
    return snapshot


def _batches(snapshot: Snapshot, lines: Iterator[bytes]) -> Iterator[Batch]:
    next(lines)
    for table in snapshot.tables:
        for start in range(0, table.rows, BATCH):
            yield table, [json.loads(line) for line in islice(lines, min(BATCH, table.rows - start))]


def _unpacked(path: AnyPath, file: BufferedReader) -> Iterator[bytes]:
    """The lines of the file; damage anywhere is an error that says so."""
    if file.peek(2)[:2] != GZIP:
        raise _no_backup(path)
    try:
        yield from gzip.GzipFile(fileobj=file)
    except (EOFError, OSError, zlib.error):
        raise _damaged(path) from None


def _lines(snapshot: Snapshot, batches: Iterable[Batch]) -> Iterator[bytes]:
    yield _line({"format": FORMAT, "version": VERSION, **asdict(snapshot), "at": snapshot.at.isoformat()})
    for _, rows in batches:
        yield from map(_line, rows)


def _line(value: Any) -> bytes:
    # "surrogatepass", as json.loads reads it: half a character can be in texts that came as JSON.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass") + b"\n"


def _seal(digest: str) -> bytes:
    return _line({"sha256": digest})


def _parse_header(path: AnyPath, line: bytes) -> Snapshot:
    header = _parse_object(line)
    if header.get("format") != FORMAT:
        raise _no_backup(path)
    if header.get("version") != VERSION:
        raise FormatError(
            f"{path}: found a backup of version {header.get('version')}, expected {VERSION}: upgrade assess"
        )
    try:
        tables = (TableSize(table["name"], tuple(table["columns"]), int(table["rows"])) for table in header["tables"])
        snapshot = Snapshot(header["schema"], datetime.fromisoformat(header["at"]), tuple(tables))
        check_known(snapshot.schema)
    except StoreError as error:
        raise FormatError(f"{path}: {error}") from None
    except (KeyError, TypeError, ValueError):
        raise _damaged(path) from None
    return snapshot


def _parse_object(line: bytes) -> dict[str, Any]:
    """The object in a line; empty if there is none."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _no_backup(path: AnyPath) -> FormatError:
    return FormatError(f"{path}: found no backup, expected a file that assess backup wrote")


def _damaged(path: AnyPath) -> FormatError:
    return FormatError(f"{path}: found a backup that is damaged or cut short; fetch it again, or use another one")
