"""Overlap: which pairings ask for more judgments, and how these decide."""

from dataclasses import replace

import pytest

from assess.errors import ParameterError
from assess.model import Judgment
from assess.tournament import FREE, STRATEGIES, Parameters, Tournament, play
from assess.tournament.overlap import in_overlap
from assess.tournament.pairings import round_robin
from tests.tournament.players import by_number, finish, pool_of

POOL = pool_of(60)


def drawn(share: float, seed: int = 1, topic: str = "t") -> set[tuple[str, str]]:
    tournament = Tournament(topic, POOL, Parameters(overlap=share), seed)
    return {pair for pair in round_robin(POOL) if in_overlap(tournament, pair)}


def test_about_the_chosen_share_is_drawn() -> None:
    everybody = len(round_robin(POOL))
    assert len(drawn(0.2)) == pytest.approx(0.2 * everybody, abs=4 * (0.16 * everybody) ** 0.5)
    assert (len(drawn(0)), len(drawn(1))) == (0, everybody)


def test_a_larger_share_adds_to_a_smaller_one() -> None:
    assert drawn(0.1) < drawn(0.3)


def test_the_draw_depends_on_the_seed_and_the_topic() -> None:
    assert drawn(0.2) == drawn(0.2)
    assert drawn(0.2) != drawn(0.2, seed=2)
    assert drawn(0.2) != drawn(0.2, topic="u")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("numbers", "more"), [({}, 2), ({"overlap_votes": 3}, 3), ({"votes": 2}, 3)])
def test_each_strategy_asks_for_more_judgments_of_what_is_drawn(
    strategy: str, numbers: dict[str, int], more: int
) -> None:
    tournament = Tournament("t", pool_of(20), Parameters(overlap=0.4, **numbers))
    usual = tournament.parameters.votes
    needed = play(tournament, [], strategy).needed
    asked = {(r.pairing.docno_a, r.pairing.docno_b): r.missing for r in needed}
    assert asked == {pair: more if in_overlap(tournament, pair) else usual for pair in asked}
    assert set(asked.values()) == {usual, more}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_all_judgments_of_the_overlap_are_counted(strategy: str) -> None:
    tournament = Tournament("t", pool_of(20), Parameters(overlap=0.4))
    state, judgments = finish(tournament, by_number, strategy)
    assert state.asked == len(judgments)
    if strategy not in FREE:  # with the same number of judgments, these ask fewer pairs
        without = replace(tournament, parameters=Parameters())
        assert state.ranking == finish(without, by_number, strategy)[0].ranking


def test_a_split_is_tied_until_somebody_decides_it() -> None:
    tournament = Tournament("t", ("a", "b"), Parameters(overlap=1))
    split = [Judgment("t", "a", "b", preferred, 1) for preferred in ("a", "b")]
    assert play(tournament, split[:1]).missing == 1
    assert play(tournament, split).ranking == (("a", "b"),)
    decision = Judgment("t", "a", "b", "b", 1, adjudicates=True)
    assert play(tournament, [*split, decision]).ranking == (("b",), ("a",))
    assert play(tournament, [decision, split[0]]).ranking == (("b",), ("a",))


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"overlap": 1.5}, "found overlap = 1.5, expected a share from 0 to 1"),
        ({"overlap": "much"}, "found overlap = 'much', expected a share from 0 to 1"),
        ({"overlap": float("nan")}, "found overlap = nan"),
        ({"overlap_votes": 3, "votes": 3}, "found overlap_votes = 3 with votes = 3, expected more than votes"),
        ({"overlap_votes": 2.5}, "found overlap_votes = 2.5, expected a whole number"),
        ({"k": "five"}, "found k = 'five', expected a whole number"),
    ],
)
def test_shares_and_numbers_out_of_range_are_refused(numbers: dict[str, float], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Parameters(**numbers)  # type: ignore[arg-type]
