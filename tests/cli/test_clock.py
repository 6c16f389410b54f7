"""Commands go by the clock that tests and rehearsals move."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from assess import demo
from assess.cli import main
from assess.cli.commands.campaign import lifecycle
from assess.clock import set_clock
from assess.database.engine import reading, writing
from assess.store.assessors import get_or_create_assessor
from assess.store.schema import open_database
from assess.store.tables import Assessor, Campaign, CampaignChange, Link

LONG_AGO = datetime(2021, 3, 14, 15, 9, 26, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def run_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Run a command at a time."""
    monkeypatch.setenv("ASSESS_CLOCK", str(tmp_path / "clock"))
    monkeypatch.setenv("ASSESS_DATABASE", f"sqlite:///{tmp_path / 'assess.db'}")

    def run(time: datetime, *arguments: str) -> None:
        set_clock(tmp_path / "clock", time)
        done = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
        assert done.exit_code == 0, done.output

    return run


def test_what_commands_store_has_the_time_of_the_clock(run_at: Callable[..., None], tmp_path: Path) -> None:
    sources = ("--topics", str(demo.TOPICS), "--items", str(demo.ITEMS), "--grades", str(demo.GRADES))
    run_at(LONG_AGO, "new", "demo", *sources)
    engine = open_database(f"sqlite:///{tmp_path / 'assess.db'}")
    with writing(engine) as session:
        get_or_create_assessor(session, 1, "worker", "A1ANNA")
    run_at(LONG_AGO + DAY, "open", "demo")
    run_at(LONG_AGO + 2 * DAY, "invite", "demo", "ben", "--days", "7")
    run_at(LONG_AGO + 3 * DAY, "exclude", "demo", "A1ANNA")
    run_at(LONG_AGO + 4 * DAY, "pause", "demo")
    with reading(engine) as session:
        assert session.scalars(select(Campaign.created_at)).all() == [LONG_AGO]
        assert session.scalars(select(CampaignChange.at)).all() == [LONG_AGO + days * DAY for days in (1, 3, 4)]
        assert session.scalars(select(Link.expires_at)).all() == [LONG_AGO + 9 * DAY]
        assert session.scalars(select(Assessor.excluded_at)).all() == [LONG_AGO + 3 * DAY]
    engine.dispose()


def test_no_command_reads_the_clock_of_the_machine() -> None:
    folder = Path(lifecycle.__file__).parent
    sources = {path.name: path.read_text() for path in folder.glob("*.py")}
    assert [name for name, source in sources.items() if "datetime.now" in source or "utc_now" in source] == []
