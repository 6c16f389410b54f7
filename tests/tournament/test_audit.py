"""Audits of tournaments that obey the rules, and of copies damaged on purpose."""

from collections.abc import Callable
from itertools import groupby

import pytest

from assess.errors import ParameterError
from assess.model import Judgment
from assess.tournament import Parameters, Tournament
from assess.tournament.audit import Audit, audit
from tests.tournament.players import by_number, finish, pool_of

PARAMETERS = Parameters(floor=False)
Rounds = list[list[Judgment]]


@pytest.fixture
def rounds() -> Rounds:
    """24 items in three rounds: two of random pairings, and the round robin."""
    _, judgments = finish(Tournament("t", pool_of(24), PARAMETERS, seed=1), by_number)
    return [list(batch) for _, batch in groupby(judgments, key=lambda judgment: judgment.round_)]


def replayed(rounds: Rounds, parameters: Parameters = PARAMETERS) -> Audit:
    return audit("t", pool_of(24), rounds, parameters)


def rules(found: Audit) -> list[tuple[int, str]]:
    return [(departure.round_, departure.rule) for departure in found.departures]


def test_a_tournament_by_the_rules_has_no_departures_and_the_same_ranking(rounds: Rounds) -> None:
    state, judgments = finish(Tournament("t", pool_of(24), PARAMETERS, seed=1), by_number)
    found = replayed(rounds)
    assert not found.departures
    assert (found.reductions, found.final_pool, found.judgments) == (2, len(state.pool), len(judgments))
    assert found.ranking == state.ranking


def drop_first(rounds: Rounds) -> None:
    del rounds[0][0]


def repeat_first(rounds: Rounds) -> None:
    rounds[0].append(rounds[0][0])


def turn_the_wins_of_a_survivor(rounds: Rounds) -> None:
    rounds[0] = [Judgment("t", j.docno_a, j.docno_b, max(j.docno_a, j.docno_b)) for j in rounds[0]]


def drop_from_the_final(rounds: Rounds) -> None:
    del rounds[2][0]


def drop_the_final(rounds: Rounds) -> None:
    del rounds[2]


def play_on(rounds: Rounds) -> None:
    rounds.append(rounds[2])


def swap_in_a_stranger(rounds: Rounds) -> None:
    rounds[0][0] = Judgment("t", "stranger", rounds[0][0].docno_b, "stranger")


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (drop_first, [(1, "degrees")]),
        (repeat_first, [(1, "repeats")]),
        (turn_the_wins_of_a_survivor, [(2, "survivors")]),
        (drop_from_the_final, [(3, "final")]),
        (drop_the_final, [(3, "final")]),
        (play_on, [(4, "final")]),
        (swap_in_a_stranger, [(1, "candidates"), (1, "degrees")]),
    ],
)
def test_damage_is_found_in_its_round_under_its_rule(
    rounds: Rounds, damage: Callable[[Rounds], None], expected: list[tuple[int, str]]
) -> None:
    damage(rounds)
    found = replayed(rounds)
    assert list(dict.fromkeys(rules(found)))[: len(expected)] == expected


def test_a_departure_says_topic_round_rule_and_items(rounds: Rounds) -> None:
    dropped = rounds[0].pop(0)
    expected = (
        f"topic t, round 1, degrees: {dropped.docno_a} is in 6, {dropped.docno_b} is in 6 pairings, expected 7 or 8"
    )
    assert str(replayed(rounds).departures[0]) == expected


def test_an_incomplete_final_gives_no_ranking(rounds: Rounds) -> None:
    drop_from_the_final(rounds)
    assert replayed(rounds).ranking == ()


def test_a_pool_of_ties_may_be_cut_by_a_draw_but_not_to_another_size() -> None:
    _, judgments = finish(Tournament("t", pool_of(24)), lambda a, b: None)
    rounds = [[judgment for judgment in judgments if judgment.round_ == number] for number in (1, 2)]
    found = replayed(rounds)
    assert (found.departures, found.final_pool) == ((), 9)
    absent = rounds[1][0].docno_a
    rounds[1] = [judgment for judgment in rounds[1] if absent not in (judgment.docno_a, judgment.docno_b)]
    assert rules(replayed(rounds)) == [(2, "survivors")]


def test_votes_are_expected_of_every_pairing() -> None:
    parameters = Parameters(votes=3)
    _, judgments = finish(Tournament("t", pool_of(9), parameters), by_number)
    assert not audit("t", pool_of(9), [judgments], parameters).departures
    assert rules(audit("t", pool_of(9), [judgments[1:]], parameters)) == [(1, "repeats")]


def test_a_pool_reduced_below_two_is_ranked_without_a_final() -> None:
    parameters = Parameters(k=1, per_item=2, few=3, floor=False)
    pairs = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
    round_ = [Judgment("t", a, b, None if "a" not in (a, b) else "a") for a, b in pairs]
    found = audit("t", "abcd", [round_], parameters)
    assert (found.ranking, found.departures, found.reductions, found.final_pool) == ((("a",),), (), 1, 0)


def test_a_topic_with_one_candidate_is_over_before_it_starts() -> None:
    found = audit("t", ["d1"], [[]], PARAMETERS)
    assert (found.departures, found.reductions, found.final_pool, found.ranking) == ((), 0, 0, ())


def test_parameters_out_of_order_are_refused() -> None:
    with pytest.raises(ParameterError, match="expected k < P < F"):
        audit("t", "ab", [], Parameters(k=9))
