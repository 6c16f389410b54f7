"""Killed at any call or commit, started again, or run twice at once: no HIT twice, no payment twice, none forgotten."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from assess.recruit.crowd import Crowd
from tests.recruit.conftest import Fair, MakeFair

BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
PRICE = Decimal("2.40")


class Killed(BaseException):
    """What SIGKILL looks like from inside: nothing catches it."""


class Mortal:
    """A crowd whose user dies before or after a call that *dies* points at."""

    def __init__(self, crowd: Crowd, dies: Callable[[str], str | None]) -> None:
        self._crowd, self._dies = crowd, dies

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            when = self._dies(name)
            if when == "before":
                raise Killed
            answer = getattr(self._crowd, name)(*arguments)
            if when == "after":
                raise Killed
            return answer

        return call


def dying_at(name: str, when: str) -> Callable[[str], str | None]:
    """Die at the first call of that name."""
    left = [name]
    return lambda called: left.pop() and when if left == [called] else None


@contextlib.contextmanager
def commits_may_die(engine: Engine, rng: Random, share: float) -> Iterator[None]:
    def die(_: Connection) -> None:
        if rng.random() < share:
            raise Killed

    event.listen(engine, "commit", die)
    try:
        yield
    finally:
        event.remove(engine, "commit", die)


def sync_until_it_survives(fair: Fair, rng: Random, share: float = 0.15) -> int:
    """Start passes until one ends by itself; return how many were killed."""
    for deaths in range(1000):
        mortal = Mortal(fair.crowd, lambda _: rng.choice(["before", "after"]) if rng.random() < share else None)
        with contextlib.suppress(Killed), commits_may_die(fair.judged.engine, rng, share / 3):
            fair.sync(mortal, everywhere=False)  # a pass of assess sync --every: all that is said twice is no use here
            return deaths
    raise AssertionError("no pass survived")


@pytest.fixture
def small(make_fair: MakeFair) -> Fair:
    """A campaign of two HITs."""
    return make_fair(topics=1)


def hits_there(fair: Fair) -> int:
    return len(fair.crowd.client.list_hits(MaxResults=100)["HITs"])


@pytest.mark.parametrize("seed", range(2))
def test_a_campaign_whose_passes_are_killed_again_and_again_balances(fair: Fair, seed: int) -> None:
    rng = Random(seed)
    deaths = sync_until_it_survives(fair, rng)
    assert hits_there(fair) == 4
    fair.work("A1SPAM", wrong=True)
    _, token, assignment = fair.begin("A2LOST")
    fair.answer(token, assignment)
    deaths += sync_until_it_survives(fair, rng)
    fair.later(hours=4)
    for number in range(3):
        fair.work(f"A3GOOD{number}")
        deaths += sync_until_it_survives(fair, rng)
    deaths += sync_until_it_survives(fair, rng)
    assert deaths >= 3
    assert fair.judged.progress().missing == 0
    assert fair.judged.rows("SELECT count(*) FROM pairing WHERE held > 0 OR counted <> votes") == [(0,)]
    assert fair.books().spent == 4 * PRICE == fair.paid_there()
    assert hits_there(fair) == 6  # the first four, one for what was discarded, one for what was lost
    fair.check_books()


@pytest.mark.parametrize("hours", [1, 25, 100])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_publication_of_which_nobody_heard_is_made_once(small: Fair, when: str, hours: int) -> None:
    with pytest.raises(Killed):
        small.sync(Mortal(small.crowd, dying_at("publish", when)))
    small.later(hours=hours)
    small.sync()
    small.sync()
    assert hits_there(small) == 2
    small.check_books()


@pytest.mark.parametrize("hours", [1, 25])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_bonus_of_which_nobody_heard_is_paid_once(small: Fair, when: str, hours: int) -> None:
    small.sync()
    small.work("A1LOST")
    _, token, assignment = small.begin("A1LOST")
    small.answer(token, assignment)
    small.later(hours=4)
    with pytest.raises(Killed):
        small.sync(Mortal(small.crowd, dying_at("send_bonus", when)))
    small.later(hours=hours)
    small.sync()
    small.sync()
    assert small.books().bonuses == Decimal("2.00")
    small.check_books()


@pytest.mark.parametrize("when", ["before", "after"])
def test_compensation_of_which_nobody_heard_is_offered_once(small: Fair, when: str) -> None:
    small.sync()
    _, token, assignment = small.begin("A1LOST")
    small.answer(token, assignment)
    small.later(hours=4)
    with pytest.raises(Killed):
        small.sync(Mortal(small.crowd, dying_at("publish_compensation", when)))
    small.later(hours=25)
    small.sync()
    small.sync()
    assert [g["hits"] for g in small.client("A1LOST").groups() if "Payment" in g["title"]] == [1]
    small.check_books()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_payment_of_which_nobody_heard_is_made_once(small: Fair, when: str) -> None:
    small.sync()
    small.work("A1ANNA")
    with pytest.raises(Killed):
        small.sync(Mortal(small.crowd, dying_at("approve", when)))
    small.later(hours=30)
    small.sync()
    assert small.books().spent == PRICE
    small.check_books()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_top_up_of_which_nobody_heard_happens_once(make_fair: MakeFair, when: str) -> None:
    fair = make_fair(assignments=2)
    fair.sync()
    hit_id = fair.work("A1SPAM", wrong=True).hit_id
    with pytest.raises(Killed):
        fair.sync(Mortal(fair.crowd, dying_at("add_assignments", when)))
    fair.later(hours=25)
    fair.sync()
    fair.sync()
    assert fair.crowd.assignment_counts(hit_id).assignments == 3
    fair.check_books()


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_passes_at_the_same_time_do_no_harm(fair: Fair) -> None:
    with ThreadPoolExecutor(3) as pool:
        for _ in range(2):
            list(pool.map(lambda _: fair.sync(), range(3)))
        assert hits_there(fair) == 4
        for number in range(4):
            fair.work(f"A{number}", wrong=number == 0)
        list(pool.map(lambda _: fair.sync(), range(3)))
    fair.sync()
    assert fair.books().spent == 4 * PRICE
    assert hits_there(fair) == 5
    fair.check_books()
