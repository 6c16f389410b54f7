from dataclasses import replace

import pytest

from assess.errors import ParameterError
from assess.model import Judgment
from assess.tournament import Parameters, Tally, Tournament, play
from assess.tournament.strategies.topk import more_pairs, two_stage_judgments
from tests.tournament.players import by_number, finish, judge, pool_of


def start(size: int, **parameters: float) -> Tournament:
    return Tournament("t", pool_of(size), Parameters(**parameters))  # type: ignore[arg-type]


def test_it_takes_two_thirds_of_the_judgments_of_two_stages() -> None:
    state, judgments = finish(start(30), by_number, "topk")
    two_stages, _ = finish(start(30), by_number)
    assert len(judgments) == state.asked == pytest.approx(0.65 * two_stages.asked, rel=0.06)
    assert finish(start(30, effort=0.3), by_number, "topk")[0].asked == pytest.approx(0.3 * two_stages.asked, rel=0.06)


@pytest.mark.parametrize(("size", "measured"), [(12, 59), (30, 183), (60, 394), (112, 758)])
def test_the_judgments_of_two_stages_are_known_beforehand(size: int, measured: int) -> None:
    assert two_stage_judgments(size, Parameters()) == pytest.approx(measured, rel=0.04)


def test_exactly_k_are_found_and_it_says_how_sure_that_is() -> None:
    state, _ = finish(start(30), by_number, "topk")
    found = {docno for place in state.ranking for docno in place}
    assert len(found) == 5
    assert len(found & set(pool_of(5))) >= 4
    assert 0.5 < (state.expected_recall or 0) < 1


def test_a_topic_ends_when_it_reaches_its_recall() -> None:
    state, _ = finish(start(30, recall=0.7), by_number, "topk")
    assert (state.expected_recall or 0) >= 0.7
    higher, _ = finish(start(30, recall=0.85), by_number, "topk")
    assert state.asked < higher.asked
    assert play(start(4, recall=0.9), [], "topk").ranking == (pool_of(4),), "all four are in the top 5"


def test_a_topic_that_nobody_can_decide_ends_as_well() -> None:
    state, judgments = finish(start(9, recall=0.99), lambda a, b: None, "topk")
    assert 0 < (state.expected_recall or 0) < 0.99
    assert len(judgments) == 2 * 9 * 8 // 2


def test_a_small_pool_is_ordered() -> None:
    state, _ = finish(start(4, effort=1), by_number, "topk")
    assert state.ranking == (("d00",), ("d01",), ("d02",), ("d03",))


def test_what_was_asked_stays_asked_while_judgments_arrive() -> None:
    tournament = start(12)
    first = play(tournament, [], "topk").needed
    asked = frozenset((request.round_, (request.pairing.docno_a, request.pairing.docno_b)) for request in first)
    judgments = [judge(request, by_number) for request in first[:7]]
    then = play(replace(tournament, outstanding=asked), judgments, "topk")
    assert {request.pairing for request in then.needed} == {request.pairing for request in first[7:]}
    assert then.asked == len(first)


def test_more_pairs_can_be_asked_at_any_time() -> None:
    tournament = start(12)
    first = play(tournament, [], "topk").needed
    asked = frozenset((request.round_, (request.pairing.docno_a, request.pairing.docno_b)) for request in first)
    more = more_pairs(replace(tournament, outstanding=asked), Tally("t", tournament.candidates), 6).needed
    assert len(more) == len(first) + 6
    assert len({request.pairing for request in more}) == len(more)
    assert all(request.gain for request in more[len(first) :])


def test_no_more_pairs_are_asked_than_the_effort_allows() -> None:
    tournament = start(12)
    judgments = [judge(request, by_number) for request in play(tournament, [], "topk").needed]
    judgments += [judge(request, by_number) for request in play(tournament, judgments, "topk").needed]
    rest = more_pairs(tournament, Tally("t", tournament.candidates, judgments), 1000)
    assert rest.asked == finish(tournament, by_number, "topk")[0].asked


def test_no_more_than_two_batches_are_out_with_people_at_the_same_time() -> None:
    tournament = start(12)
    assert len(more_pairs(tournament, Tally("t", tournament.candidates), 1000).needed) == 2 * 12


def test_a_topic_that_is_closed_has_the_top_k_known_so_far() -> None:
    tournament = start(12)
    judgments = [judge(request, by_number) for request in play(tournament, [], "topk").needed]
    assert not play(tournament, judgments, "topk").done
    closed = play(replace(tournament, over=True), judgments, "topk")
    assert closed.done
    assert sum(map(len, closed.ranking)) == 5


def test_a_pairing_that_is_half_judged_is_finished_first() -> None:
    tournament = start(6, votes=3)
    [first, *_] = play(tournament, [], "topk").needed
    assert first.missing == 3
    [left] = play(tournament, [judge(first, by_number)], "topk").needed
    assert (left.pairing, left.missing) == (first.pairing, 2)


def test_a_judgment_that_adjudicates_decides_alone() -> None:
    tournament = start(2, effort=1)
    wrong = Judgment("t", "d00", "d01", "d01", 1)
    right = Judgment("t", "d00", "d01", "d00", 1, adjudicates=True)
    assert play(tournament, [wrong, right], "topk").ranking == (("d00",), ("d01",))


@pytest.mark.parametrize("parameters", [{"recall": 0.8}, {"effort": 0.5}])
def test_other_strategies_cannot_be_told_when_to_stop(parameters: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=r"with strategy two-stage, expected strategy topk"):
        play(start(9, **parameters), [])


@pytest.mark.parametrize(
    "parameters", [{"recall": 0.0}, {"recall": 1.1}, {"effort": 0.0}, {"effort": 101.0}, {"grade_weight": 0.0}]
)
def test_impossible_targets_are_refused(parameters: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match="expected a number"):
        start(9, **parameters)
