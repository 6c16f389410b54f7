"""Every column of the database that can hold words is in the table of docs/privacy.md, with what forgetting does."""

import re
from pathlib import Path

from sqlalchemy import Boolean, Float, Integer

from assess.database.types import Money, Utc
from assess.store.tables import Base

DOCUMENT = Path(__file__).parents[2] / "docs" / "privacy.md"
NUMBERS = (Integer, Float, Boolean, Utc, Money)
FATES = re.compile(r"never$|erased\b|kept\b")


def documented() -> dict[str, str]:
    """Column to what becomes of it."""
    section = DOCUMENT.read_text(encoding="utf-8").partition("## Every column")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return {column: row[-1] for row in rows for column in re.findall(r"`(\w+\.\w+)`", row[0])}


def test_somebody_has_decided_about_every_column_with_words() -> None:
    with_words = {
        f"{table.name}.{column.name}"
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if not isinstance(column.type, NUMBERS)
    }
    assert documented().keys() == with_words
    assert [column for column, fate in documented().items() if not FATES.match(fate)] == []
