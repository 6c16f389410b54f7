"""A new SQLite file that appears under its name only when it is complete.

A command that creates a database and fails must leave nothing behind. Removing the file afterwards is not safe: another
process may have opened it in the meantime. So the database is made beside it, under a name that nobody knows, and gets
its name at the end, if no other process was faster.
"""

from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

from sqlalchemy import URL

from assess.database.engine import parse_url
from assess.errors import StoreError
from assess.files import name_file
from assess.store.schema import is_missing

# SQLite keeps these beside its file while it is open.
COMPANIONS = ("", "-wal", "-shm", "-journal")


class DraftFile:
    """A database file without its name yet; leaving the block removes everything that was not published."""

    def __init__(self, url: URL) -> None:
        self._target = Path(str(url.database)).resolve()
        self._path = self._target.with_name(f".{uuid4().hex}.part")
        self._path.touch(mode=0o644, exist_ok=False)  # the mode that SQLite gives its files
        self.url = url.set(database=str(self._path)).render_as_string(hide_password=False)

    def publish(self) -> bool:
        """Give the closed database its name; False if another process created a file of that name meanwhile."""
        return name_file(self._path, self._target)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for companion in COMPANIONS:
            self._path.with_name(self._path.name + companion).unlink(missing_ok=True)


def draft_of(url: str) -> DraftFile | None:
    """A draft if *url* names an SQLite file that is missing and can be created; else None."""
    parsed = parse_url(url)
    if not is_missing(parsed) or "uri" in parsed.query:
        return None
    _check_alone(Path(str(parsed.database)))
    try:
        return DraftFile(parsed)
    except (OSError, RuntimeError):  # no such folder, no right to write: opening the database says so
        return None


def _check_alone(target: Path) -> None:
    """Raise an error if there are changes of a former file of this name: SQLite would apply them to the new one."""
    for companion in ("-wal", "-journal"):
        left = target.with_name(target.name + companion)
        if left.exists() and left.stat().st_size:
            raise StoreError(
                f"found {left} without {target.name}: it belongs to a database that was moved; move it too"
            )
