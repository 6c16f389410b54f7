"""Reading and writing files."""

import gzip
import io
import os
import sys
from pathlib import Path

import pytest

from assess import files
from assess.errors import FormatError
from assess.files import load, read_bytes, write_atomically, write_folder
from assess.formats.qrels import parse_qrels


def give_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_gzip_is_known_by_its_first_bytes_whatever_the_name(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_bytes(gzip.compress(b"one\n") + gzip.compress(b"two\n"))
    assert read_bytes(path) == b"one\ntwo\n"


def test_standard_input_may_be_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    give_standard_input(monkeypatch, gzip.compress(b"31_1 Q0 d1 1\n"))
    assert read_bytes("-") == b"31_1 Q0 d1 1\n"


def test_faults_in_standard_input_are_named_so(monkeypatch: pytest.MonkeyPatch) -> None:
    give_standard_input(monkeypatch, b"\xff")
    with pytest.raises(FormatError, match="standard input, line 1: found byte 0xff, expected UTF-8 text"):
        load("-", parse_qrels)


@pytest.mark.parametrize("size", [3, 12, 20])
def test_gzip_cut_short_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(b"a line of a file\n" * 9)[:size])
    with pytest.raises(FormatError, match=r"cut\.gz: found gzip data cut short"):
        read_bytes(path)


def test_a_gz_file_that_is_not_gzip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.gz"
    path.write_text("plain")
    with pytest.raises(FormatError, match=r"plain\.gz: found damaged or no gzip data"):
        read_bytes(path)


@pytest.mark.parametrize("unpacker", ["isal", "standard library"])
def test_gzip_with_any_damaged_byte_is_refused_or_read_right(
    tmp_path: Path, unpacker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if unpacker == "standard library":
        monkeypatch.setattr(files, "_unpack", gzip.decompress)
    text = b"a line of a file\n" * 20
    path, packed = tmp_path / "bad.gz", gzip.compress(text)
    refused = 0
    for at in range(2, len(packed)):
        path.write_bytes(packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :])
        try:
            assert read_bytes(path) == text
        except FormatError:
            refused += 1
    assert refused > len(packed) // 2


def test_missing_files_and_folders_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nothing\.txt: found no such file"):
        read_bytes(tmp_path / "nothing.txt")
    with pytest.raises(FormatError, match="found a directory, expected a file"):
        read_bytes(tmp_path)
    with pytest.raises(FormatError, match="cannot be read"):
        read_bytes("a\0b")


def test_load_hands_the_content_and_the_name_to_the_parser(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("content")
    assert load(path, lambda data, source: (data, source)) == (b"content", str(path))


def test_a_new_file_gets_the_permissions_of_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    old = os.umask(0o027)
    try:
        write_atomically(path, "text\n")
    finally:
        os.umask(old)
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("text\n", 0o640)


def test_overwriting_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o600)
    write_atomically(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(FormatError, match=r"out\.txt: cannot be written \(No space left on device\)"):
        write_atomically(path, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]
    assert path.read_text() == "old"


def test_packed_files_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        write_atomically(tmp_path / name, "text\n" * 100)
    packed = (tmp_path / "a.gz").read_bytes()
    assert packed == (tmp_path / "b.gz").read_bytes()
    assert packed[4:8] == b"\0\0\0\0"
    assert read_bytes(tmp_path / "a.gz") == b"text\n" * 100


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_atomically(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"
    write_atomically("/dev/null", "gone")
    assert Path("/dev/null").is_char_device()


def test_minus_writes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_atomically("-", "31_1 Q0 é 1\n")
    assert capfdbinary.readouterr().out == "31_1 Q0 é 1\n".encode()


def test_a_folder_is_written_whole(tmp_path: Path) -> None:
    write_folder(tmp_path / "new" / "release", {"a.txt": "A", "b.txt": "B"})
    assert {path.name: path.read_text() for path in (tmp_path / "new" / "release").iterdir()} == {
        "a.txt": "A",
        "b.txt": "B",
    }


def test_an_existing_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FormatError, match="found it there already, expected a new folder"):
        write_folder(tmp_path, {"a.txt": "A"})
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_folder_that_cannot_be_completed_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be written"):
        write_folder(tmp_path / "release", {"a.txt": "A", "a.txt/b.txt": "B"})
    assert list(tmp_path.iterdir()) == []
