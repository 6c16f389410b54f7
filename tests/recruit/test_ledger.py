"""Intentions, outcomes, and what is done about an entry without one."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.recruit.pending_calls import Step, claim
from assess.store.ledger import open_entries
from assess.store.tables import EntryKind, Launch

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def reward(cause: str = "7", kind: EntryKind = "reward") -> Intention:
    return Intention(kind, cause, Decimal("2.00"), Decimal("0.40"))


def test_a_token_names_the_launch_the_call_and_the_try(session: Session, launch: Launch) -> None:
    first = intend(session, launch, reward(), NOW)
    settle(first, "refused", NOW)
    second = intend(session, launch, reward(), NOW)
    assert [first.token, second.token] == ["s4lt-reward-7-1", "s4lt-reward-7-2"]


@pytest.mark.parametrize("outcome", [None, "done"])
def test_nothing_is_intended_twice(session: Session, launch: Launch, outcome: str | None) -> None:
    entry = intend(session, launch, reward(), NOW)
    if outcome:
        settle(entry, "done", NOW)
    with pytest.raises(IntegrityError):
        intend(session, launch, reward(), NOW)


def test_other_causes_and_kinds_do_not_stand_in_the_way(session: Session, launch: Launch) -> None:
    made = [intend(session, launch, intention, NOW) for intention in (reward(), reward("8"), reward(kind="bonus"))]
    assert open_entries(session, launch.id) == [entry.id for entry in made]


def test_an_entry_is_open_until_it_is_settled(session: Session, launch: Launch) -> None:
    done, refused, unknown = (intend(session, launch, reward(cause), NOW) for cause in "123")
    settle(done, "done", NOW)
    settle(refused, "refused", NOW, "no funds")
    session.flush()
    assert open_entries(session, launch.id) == [unknown.id]
    assert (refused.outcome, refused.note) == ("refused", "no funds")


@pytest.fixture
def published(session: Session, launch: Launch) -> Callable[..., Step]:
    entry = intend(session, launch, reward(kind="publish"), NOW)
    return lambda hours: claim(entry, NOW + hours * HOUR)


def test_a_call_is_repeated_while_its_token_counts(published: Callable[..., Step]) -> None:
    assert [published(hours) for hours in (0, 1, 22.9)] == [Step.SEND] * 3


def test_a_call_is_looked_for_once_its_token_has_lapsed(published: Callable[..., Step]) -> None:
    assert published(1) == Step.SEND
    assert published(23) == Step.LOOK


def test_nothing_is_looked_for_while_lists_may_lag_behind(published: Callable[..., Step]) -> None:
    assert [published(22.9), published(23), published(23.1)] == [Step.SEND, Step.WAIT, Step.LOOK]


def test_a_call_that_was_never_made_is_made_whenever(published: Callable[..., Step]) -> None:
    assert published(100) == Step.SEND
    assert published(100.1) == Step.WAIT
    assert published(101) == Step.LOOK


def test_a_reward_needs_no_token(session: Session, launch: Launch) -> None:
    entry = intend(session, launch, reward(), NOW)
    assert [claim(entry, NOW), claim(entry, NOW + 100 * HOUR)] == [Step.SEND, Step.SEND]


def test_what_is_settled_is_left_alone(session: Session, launch: Launch) -> None:
    entry = intend(session, launch, reward(), NOW)
    settle(entry, "done", NOW)
    assert claim(entry, NOW) == Step.NOTHING
