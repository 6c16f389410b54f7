"""Read and write files: gzip is unpacked, ``-`` is standard input or output, and writes are atomic."""

import gzip
import os
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, TypeVar
from uuid import uuid4

from assess.errors import FormatError

STANDARD = "-"
_GZIP_MAGIC = b"\x1f\x8b"

AnyPath = str | os.PathLike[str]
T = TypeVar("T")


def _unpacker() -> tuple[Callable[[bytes], bytes], tuple[type[Exception], ...]]:
    """The function that unpacks gzip, and the exceptions it raises; isal, if installed, is three times as fast."""
    damage = (EOFError, gzip.BadGzipFile, zlib.error)
    try:
        igzip, isal_zlib = import_module("isal.igzip"), import_module("isal.isal_zlib")
    except ImportError:
        return gzip.decompress, damage
    return igzip.decompress, (*damage, isal_zlib.error)


_unpack, _DAMAGE = _unpacker()


def source_name(path: AnyPath) -> str:
    """The name of the file in messages."""
    return "standard input" if os.fspath(path) == STANDARD else os.fspath(path)


def load(path: AnyPath, parse: Callable[[bytes, str], T]) -> T:
    """Read the file and parse it; error messages name the file."""
    return parse(read_bytes(path), source_name(path))


def read_bytes(path: AnyPath) -> bytes:
    """The file's content, unpacked if it is gzip: by its first bytes, or by its name."""
    data = _raw_bytes(path)
    if data and os.fspath(path).endswith(".gz"):
        return _decompressed(data, source_name(path))
    return unpacked(data, source_name(path))


def unpacked(data: bytes, source: str) -> bytes:
    """The data, decompressed when its first bytes are those of gzip; *source* is its name in messages."""
    return _decompressed(data, source) if data.startswith(_GZIP_MAGIC) else data


def _raw_bytes(path: AnyPath) -> bytes:
    try:
        return sys.stdin.buffer.read() if os.fspath(path) == STANDARD else Path(path).read_bytes()
    except FileNotFoundError:
        raise FormatError(f"{path}: found no such file") from None
    except IsADirectoryError:
        raise FormatError(f"{path}: found a directory, expected a file") from None
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: cannot be read ({_reason(error)})") from None


def _decompressed(data: bytes, source: str) -> bytes:
    try:
        return _unpack(data)
    except _DAMAGE:
        return _unpacked_by_gzip(data, source)


def _unpacked_by_gzip(data: bytes, source: str) -> bytes:
    """Unpack with the standard library, so that messages about damage are the same with and without isal."""
    try:
        return gzip.decompress(data)
    except EOFError:
        raise FormatError(f"{source}: found gzip data cut short, expected a complete file; fetch it again") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise FormatError(f"{source}: found damaged or no gzip data ({error}), expected gzip") from None


def write_atomically(path: AnyPath, content: str | bytes) -> None:
    """Write the whole file or keep the old one.

    A name that ends in ``.gz`` compresses the content, to the same bytes each time; ``-`` prints it.
    """
    data = content.encode() if isinstance(content, str) else content
    if os.fspath(path) == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if os.fspath(path).endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    try:
        _replace(Path(path).resolve(), data)
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: cannot be written ({_reason(error)})") from None


@contextmanager
def locked(path: AnyPath) -> Iterator[None]:
    """Lock the file for this process, from reading it to writing it again; others wait.

    The lock is on a separate file, ``PATH.lock``, which is never removed: each write replaces the file itself.
    """
    import fcntl  # imported here, as Windows has no fcntl: everything but the lock works there

    try:
        lock = Path(f"{Path(path).resolve()}.lock").open("ab")  # noqa: SIM115 (closed below, once it is open)
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: cannot be locked ({_reason(error)})") from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a pipe or a device cannot be replaced
        return
    with _beside(target) as file:
        if target.exists():
            os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
        file.write(data)


@contextmanager
def secret_file(path: AnyPath, *, replace: bool = False) -> Iterator[BinaryIO]:
    """A new file for its owner alone, which gets its name when the block ends and it is on the disk.

    Without *replace*, a file of that name is an error and stays.
    """
    taken = f"{path}: found a file of this name, expected a new name; --force replaces it"
    target = Path(path).resolve()
    if not replace and target.exists():
        raise FormatError(taken)
    try:
        with _beside(target, mode=0o600, replace=replace) as file:
            yield file
    except FileExistsError:
        raise FormatError(taken) from None
    except OSError as error:
        raise FormatError(f"{path}: cannot be written ({_reason(error)})") from None


@contextmanager
def _beside(target: Path, mode: int = 0o666, *, replace: bool = True) -> Iterator[BinaryIO]:
    """A file beside the target, which takes its place when the block ends, or is removed after any error."""
    beside = target.with_name(f".{uuid4().hex}.part")
    try:
        with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if replace:
            beside.replace(target)
            _sync(target.parent)
        elif not name_file(beside, target):
            raise FileExistsError
    finally:
        beside.unlink(missing_ok=True)


def name_file(beside: Path, target: Path) -> bool:
    """Give a complete file its name, for good; False if another process created a file of that name meanwhile.

    The name that it had may be left.
    """
    try:
        os.link(beside, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if target.exists():
            return False
        beside.rename(target)
    _sync(target.parent)
    return True


def _sync(folder: Path) -> None:
    """Put the new name on the disk; not every file system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def check_new_folder(path: AnyPath) -> None:
    """Raise an error if the folder cannot be written because it exists."""
    if Path(path).exists():
        raise FormatError(f"{path}: found it there already, expected a new folder; name another or remove it first")


def write_folder(path: AnyPath, files: Mapping[str, str | bytes]) -> None:
    """Write a new folder with all of these files, or nothing; a name with slashes is in a folder below."""
    check_new_folder(path)
    folder = Path(path)
    beside = folder.with_name(f".{uuid4().hex}.part")
    try:
        beside.mkdir(parents=True)
        for name, content in files.items():
            (beside / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(beside / name, content)
        beside.rename(folder)
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: cannot be written ({_reason(error)})") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _reason(error: Exception) -> str:
    """The system's message without the path, which our message names already."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
