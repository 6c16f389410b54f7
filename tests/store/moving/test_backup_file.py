"""The file of a backup: what it says about itself, and what is refused."""

import gzip
import json
import re
import stat
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import FormatError
from assess.store.moving.backup_file import opened_backup
from assess.store.schema import newest
from tests.store.moving.conftest import assess, content


def test_a_backup_says_what_it_holds_and_is_for_its_owner_alone(source: str, tmp_path: Path) -> None:
    done = assess("backup", tmp_path / "b.gz", "--db", source)
    assert done.exit_code == 0
    assert re.search(r"campaigns +1\njudgments +\d+\nrows +\d+ in \d+ tables\n$", done.stdout)
    assert "the key that signs links: keep it as safe as the database" in done.stderr
    assert stat.S_IMODE((tmp_path / "b.gz").stat().st_mode) == 0o600
    header, *rows, seal = map(json.loads, gzip.decompress((tmp_path / "b.gz").read_bytes()).splitlines())
    assert (header["format"], header["version"], header["schema"]) == ("assess backup", 1, newest())
    assert len(rows) == sum(table["rows"] for table in header["tables"])
    assert seal.keys() == {"sha256"}


def test_a_file_is_replaced_only_if_asked(source: str, tmp_path: Path) -> None:
    path = tmp_path / "b.gz"
    path.write_text("mine")
    path.chmod(0o644)
    refused = assess("backup", path, "--db", source)
    assert (refused.exit_code, path.read_text()) == (1, "mine")
    assert "found a file of this name, expected a new name; --force replaces it" in refused.stderr
    assert assess("backup", path, "--db", source, "--force").exit_code == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert assess("restore", path, "--db", f"sqlite:///{tmp_path}/r.db").exit_code == 0
    assert content(f"sqlite:///{tmp_path}/r.db", tmp_path / "x") == content(source, tmp_path / "x")
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"version": 2}, "found a backup of version 2, expected 1: upgrade assess"),
        ({"schema": "9999"}, f"its schema '9999' is newer than this program \\('{newest()}'\\): upgrade assess"),
        ({"format": "other"}, "found no backup, expected a file that assess backup wrote"),
        ({"tables": None}, "damaged or cut short"),
        ({"tables": [{"name": "campaign", "columns": [], "rows": 10**9}]}, "damaged or cut short"),
        ({"at": "yesterday"}, "damaged or cut short"),
    ],
)
def test_a_header_that_is_not_understood_is_refused(
    backup_file: Path, tmp_path: Path, header: dict[str, object], message: str
) -> None:
    first, *rest = gzip.decompress(backup_file.read_bytes()).splitlines(keepends=True)
    changed = json.dumps(json.loads(first) | header).encode() + b"\n"
    backup_file.write_bytes(gzip.compress(b"".join([changed, *rest])))
    refused = assess("restore", backup_file, "--db", f"sqlite:///{tmp_path}/r.db")
    assert refused.exit_code == 1
    assert re.search(message, refused.stderr)
    assert not (tmp_path / "r.db").exists()


def test_columns_that_this_program_does_not_know_are_refused(backup_file: Path, empty_url: str) -> None:
    *lines, _ = gzip.decompress(backup_file.read_bytes()).replace(b'"state"', b'"status"', 1).splitlines(keepends=True)
    seal = json.dumps({"sha256": sha256(b"".join(lines)).hexdigest()}, separators=(",", ":")).encode()
    backup_file.write_bytes(gzip.compress(b"".join([*lines, seal, b"\n"])))
    refused = assess("restore", backup_file, "--db", empty_url)
    assert f"the table campaign of schema {newest()} differs from this program's in state, status" in refused.stderr
    assert assess("status", "bridges", "--db", empty_url).exit_code == 1


def test_a_changed_row_is_found_by_the_checksum(backup_file: Path, empty_url: str) -> None:
    text = gzip.decompress(backup_file.read_bytes())
    assert text.count(b"bridges") == 1
    backup_file.write_bytes(gzip.compress(text.replace(b"bridges", b"bridgeS")))
    refused = assess("restore", backup_file, "--db", empty_url)
    assert "found a backup that is damaged or cut short" in refused.stderr
    assert assess("status", "bridges", "--db", empty_url).exit_code == 1


def test_what_is_no_backup_is_refused(source: str, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path}/r.db"
    (tmp_path / "empty").touch()
    for path, message in {
        source.removeprefix("sqlite:///"): "found no backup",
        tmp_path / "empty": "found no backup",
        tmp_path / "missing": "cannot be read (No such file or directory)",
        tmp_path: "cannot be read (Is a directory)",
    }.items():
        assert message in assess("restore", path, "--db", target).stderr
    assert not (tmp_path / "r.db").exists()


@pytest.fixture(scope="session")
def whole(played_file: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return content(f"sqlite:///{played_file}", tmp_path_factory.mktemp("whole") / "b.gz")


@pytest.fixture(scope="session")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged") / "b.gz"


@given(st.data())
def test_a_file_that_is_cut_short_is_always_found(whole: bytes, damaged: Path, data: st.DataObject) -> None:
    damaged.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(FormatError), opened_backup(damaged):
        pass


@given(st.data())
def test_a_changed_byte_is_found_or_changes_no_row(whole: bytes, damaged: Path, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(whole) - 1))
    changed = bytes([whole[position] ^ data.draw(st.integers(1, 255))])
    damaged.write_bytes(whole[:position] + changed + whole[position + 1 :])
    try:
        with opened_backup(damaged):
            pass
    except FormatError:
        return
    assert gzip.decompress(damaged.read_bytes()) == gzip.decompress(whole)
