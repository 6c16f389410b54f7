"""assess sync --every and assess stop: what they repeat, what they wait for, and how they end."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from assess.cli import main
from assess.cli.commands.crowd import sync as loops
from assess.clock import set_clock
from assess.database.engine import writing
from assess.marketplace.market import Market
from assess.marketplace.tables import Requester
from assess.recruit.crowd import Unreachable
from assess.recruit.recruiter import PassTally, Recruiter
from assess.recruit.sync import sync as make_pass
from assess.store.tables import Launch
from tests.recruit.conftest import Fair, MakeFair

Assess = Callable[..., Result]


@pytest.fixture
def assess(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Assess:
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    monkeypatch.setenv("ASSESS_CLOCK", str(tmp_path / "clock"))
    return lambda *arguments: CliRunner().invoke(main, list(arguments))


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[float]]:
    """Do these things, one in each pause between two passes; return the pauses that were made."""

    def plan(*actions: Callable[[], object]) -> list[float]:
        pauses: list[float] = []

        def pause(seconds: float) -> None:
            actions[len(pauses)]()
            pauses.append(seconds)

        monkeypatch.setattr(loops, "time", SimpleNamespace(sleep=pause))
        return pauses

    return plan


@pytest.fixture
def poor(make_fair: MakeFair, tmp_path: Path) -> Fair:
    """A campaign that needs 4 HITs of $2.40 and has money for 2."""
    made = make_fair(budget="5.00")
    set_clock(tmp_path / "clock", made.judged.now)
    return made


def end(fair: Fair) -> None:
    with writing(fair.judged.engine) as session:
        session.execute(update(Launch).values(state="stopped"))


def nothing() -> None: ...


def test_a_missing_budget_is_said_once_in_a_loop_and_is_no_failure(
    poor: Fair, assess: Assess, between: Callable[..., list[float]]
) -> None:
    pauses = between(nothing, nothing, lambda: end(poor))
    done = assess("sync", "c", "--every", "60")
    assert pauses == [60, 60, 60]
    assert done.stderr.count("the budget has room for") == 2  # for 2 of 4; then for 0 of 2
    assert done.stdout.count("nothing new") == 1
    assert done.exit_code == 0


def test_nothing_is_said_of_the_budget_while_stopping(
    poor: Fair, assess: Assess, between: Callable[..., list[float]]
) -> None:
    assert "has room for 2 of the 4" in assess("sync", "c").stderr
    between(nothing, nothing, lambda: end(poor))
    done = assess("stop", "c")
    assert "budget" not in done.output
    assert done.stderr == (
        "c: waiting for 2 HITs that somebody may hold, at the latest until 2026-01-31 15:15 UTC; "
        "Ctrl-C is safe, assess sync pays later\n"
    )
    assert done.exit_code == 0
    for command in (("sync", "c"), ("sync",)):
        assert "budget" not in assess(*command).output


def test_stopping_goes_on_until_everything_is_settled(
    poor: Fair, assess: Assess, between: Callable[..., list[float]], tmp_path: Path
) -> None:
    def three_hours_later() -> None:
        poor.later(hours=4)
        set_clock(tmp_path / "clock", poor.judged.now)

    assess("sync", "c")
    pauses = between(three_hours_later, nothing)
    done = assess("stop", "c")
    assert done.exit_code == 0, done.output
    assert len(pauses) == 2
    assert poor.state() == "stopped"


def test_a_platform_that_is_away_is_said_once_and_waited_for(
    poor: Fair, assess: Assess, between: Callable[..., list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assess("sync", "c")
    away = iter([Unreachable("no route to it"), Unreachable("no route to it"), None, None])

    def make(recruiter: Recruiter, *, everywhere: bool) -> PassTally:
        if error := next(away):
            raise error
        return make_pass(recruiter, everywhere=everywhere)

    monkeypatch.setattr(loops, "make_pass", make)
    between(nothing, nothing, lambda: end(poor))
    done = assess("stop", "c")
    assert done.stderr.count("the platform does not answer: no route to it") == 1
    assert "2 HITs withdrawn" in done.stdout
    assert done.exit_code == 0


def drain(market: Market) -> None:
    with market.store.transaction() as session:
        session.execute(update(Requester).values(available=Decimal(0)))


def test_a_bonus_that_the_platform_refuses_is_a_failure(poor: Fair, assess: Assess) -> None:
    poor.sync()
    poor.work("A1ANNA")
    assert assess("sync", "c").exit_code == 0
    drain(poor.market)
    done = assess("bonus", "c", "A1ANNA", "0.10", "--reason", "Thank you")
    assert "SendBonus" in done.stderr
    assert done.exit_code == 1


def test_a_message_that_reaches_nobody_is_a_failure(poor: Fair, assess: Assess) -> None:
    poor.sync()
    done = assess("message", "c", "A1NOBODY", "--subject", "Hello", "--text", "Thank you")
    assert done.stdout == "0 of 1 were written to\nA1NOBODY\tnot written to\n"
    assert done.exit_code == 1


def test_what_a_stopped_launch_still_owes_is_told_and_collected(
    fair: Fair, assess: Assess, between: Callable[..., list[float]], tmp_path: Path
) -> None:
    def hours_later() -> None:
        fair.later(hours=4)
        set_clock(tmp_path / "clock", fair.judged.now)

    set_clock(tmp_path / "clock", fair.judged.now)
    fair.sync()
    _, token, assignment = fair.begin("A1LOST")
    fair.answer(token, assignment)
    between(hours_later, nothing, nothing)
    stopped = assess("stop", "c")
    assert fair.state() == "stopped"
    assert "still on offer to make up for lost work: 1 HIT, $2.40" in stopped.stderr
    assert stopped.exit_code == 0

    fair.client("A1LOST").submit(fair.accept("A1LOST"), {"receipt": "collected"})
    assert assess("sync").stdout == "c: 1 submitted, 1 paid; spent $2.40, reserved $0.00, left $97.60\n"
    assert assess("sync").output == ""
    fair.check_books()
