from random import Random

import pytest

from assess.errors import ParameterError, UnknownNameError
from assess.model import Judgment, Pairing
from assess.tournament import Parameters, State, Tally, Tournament, play
from assess.tournament.survivors import draw_best
from tests.tournament.players import by_number, finish, judge, pool_of


def start(size: int, **parameters: int | bool) -> Tournament:
    return Tournament("t", pool_of(size), Parameters(**parameters), seed=1)


def test_a_small_pool_plays_one_round_robin_cut_at_k() -> None:
    state, judgments = finish(start(9), by_number)
    assert state.ranking == (("d00",), ("d01",), ("d02",), ("d03",), ("d04",))
    assert (len(judgments), state.asked, state.round_) == (36, 36, 1)


def test_a_large_pool_is_reduced_to_those_with_more_than_half_of_p_wins() -> None:
    tournament = start(30)
    first = play(tournament, [])
    assert (first.round_, len(first.pool), len(first.needed)) == (1, 30, 105)
    judgments = [judge(request, by_number) for request in first.needed]
    second = play(tournament, judgments)
    won = {docno: sum(j.preferred == docno for j in judgments) for docno in first.pool}
    assert second.round_ == 2
    assert second.pool == tuple(docno for docno in first.pool if won[docno] >= 4)


def test_reliable_judgments_end_with_the_true_best_in_front() -> None:
    state, _ = finish(start(60), by_number)
    assert [place[0] for place in state.ranking[:2]] == ["d00", "d01"]
    assert sum(map(len, state.ranking)) >= 5


def test_items_without_a_win_are_kept_when_the_cut_reaches_them() -> None:
    state, _ = finish(start(5), by_number)
    assert state.ranking[-1] == ("d04",)


def test_a_round_that_removes_nobody_is_followed_by_the_round_robin() -> None:
    state, judgments = finish(start(12), lambda a, b: None)
    assert len(judgments) == 12 * 7 // 2 + 12 * 11 // 2
    assert state.ranking == (pool_of(12),)


def test_a_large_pool_of_ties_is_cut_to_few_by_a_draw() -> None:
    state, judgments = finish(start(112), lambda a, b: None)
    # Without the draw: a round robin of 112 items, 6,216 judgments.
    assert len(judgments) == 112 * 7 // 2 + 9 * 8 // 2
    assert (len(state.pool), state.by_lot) == (9, 103)
    assert state.ranking == (state.pool,)
    again, _ = finish(Tournament("t", pool_of(112), seed=2), lambda a, b: None)
    assert again.pool != state.pool


def test_without_ties_nothing_is_drawn_by_lot() -> None:
    for size in (10, 30, 112):
        state, _ = finish(start(size, floor=False), by_number)
        assert state.by_lot == 0


def test_a_pool_of_ties_of_at_most_twice_few_plays_the_round_robin() -> None:
    assert len(finish(start(18), lambda a, b: None)[1]) == 18 * 7 // 2 + 18 * 17 // 2
    assert len(finish(start(19), lambda a, b: None)[1]) == (19 * 7 + 1) // 2 + 9 * 8 // 2


def test_a_draw_keeps_the_items_with_more_wins() -> None:
    won = {"a": 4.0, "b": 3.5, "c": 4.0, "d": 3.5, "e": 3.5}
    drawn = [draw_best(won, 3, Random(seed)) for seed in range(30)]
    assert all({"a", "c"} < set(one) for one in drawn)
    assert {*map(tuple, drawn)} == {("a", "b", "c"), ("a", "c", "d"), ("a", "c", "e")}


def test_after_max_rounds_the_round_robin_follows_for_any_pool() -> None:
    state = play(start(30, max_rounds=0), [])
    assert len(state.needed) == 30 * 29 // 2


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_pools_below_k_are_ranked_completely(size: int) -> None:
    state, _ = finish(start(size), by_number)
    assert state.ranking == tuple((docno,) for docno in pool_of(size))


def test_votes_are_asked_for_and_the_majority_decides() -> None:
    tournament = start(2, votes=3)
    pairing = ("t", "d00", "d01")
    judgments = [Judgment(*pairing, "d01", 1), Judgment(*pairing, "d00", 1)]
    assert [(r.pairing, r.missing) for r in play(tournament, judgments).needed] == [(Pairing(*pairing), 1)]
    judgments.append(Judgment(*pairing, "d01", 1))
    assert play(tournament, judgments).ranking == (("d01",), ("d00",))


@pytest.mark.parametrize("answers", [("d00", "d01"), (None, "d01"), (None, None)])
def test_without_a_majority_a_pairing_is_tied(answers: tuple[str | None, str | None]) -> None:
    judgments = [Judgment("t", "d00", "d01", answer, 1) for answer in answers]
    assert play(start(2, votes=2), judgments).ranking == (("d00", "d01"),)


def test_votes_beyond_those_asked_for_join_the_majority() -> None:
    judgments = [Judgment("t", "d00", "d01", answer, 1) for answer in ("d00", "d01", "d01")]
    assert play(start(2), judgments).ranking == (("d01",), ("d00",))


def test_the_final_may_ask_for_more_votes() -> None:
    state = play(start(3, final_votes=3), [])
    assert [request.missing for request in state.needed] == [3, 3, 3]
    assert (state.missing, state.asked) == (9, 9)


def test_a_judgment_counts_in_its_own_round_only() -> None:
    later = Judgment("t", "d00", "d01", "d00", round_=2)
    assert play(start(2), [later]).missing == 1
    assert play(start(2), [Judgment("t", "d00", "d01", "d00", round_=0)]).missing == 1


def test_a_judgment_without_a_round_counts_wherever_its_pairing_is_asked() -> None:
    answers = [Judgment("t", a, b, a) for i, a in enumerate(pool_of(20)) for b in pool_of(20)[i + 1 :]]
    assert play(start(20), answers).done


def test_judgments_nobody_asked_for_change_nothing() -> None:
    tournament = start(30)
    state = play(tournament, [])
    asked = {request.pairing for request in state.needed}
    pool = pool_of(30)
    extra = [Judgment("t", a, b, a, 1) for a in pool for b in pool if a < b and Pairing("t", a, b) not in asked]
    assert play(tournament, extra) == state


def test_an_unknown_docno_and_a_strange_topic_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="topic t: d99 is judged but is none of the 3 candidates"):
        play(start(3), [Judgment("t", "d00", "d99", "d00")])
    with pytest.raises(UnknownNameError, match="found a judgment of topic u, expected one of topic t"):
        play(start(3), [Judgment("u", "d00", "d01", "d00")])


def test_a_candidate_listed_twice_is_refused() -> None:
    with pytest.raises(ParameterError, match="topic t: d1 is listed twice"):
        Tournament("t", ("d1", "d2", "d1"))


def test_an_unknown_strategy_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(UnknownNameError, match="found strategy knockout, expected one of two-stage"):
        play(start(3), [], "knockout")


@pytest.mark.parametrize("numbers", [{"k": 7}, {"per_item": 9}, {"k": 8, "per_item": 7, "few": 6}])
def test_k_p_and_f_out_of_order_are_refused_with_a_remedy(numbers: dict[str, int]) -> None:
    with pytest.raises(ParameterError, match=r"expected k < P < F; with k = \d, P = \d+ and F = \d+ would do"):
        play(start(3, **numbers), [])


@pytest.mark.parametrize("numbers", [{"k": 0}, {"votes": 0}, {"final_votes": 0}, {"max_rounds": -1}])
def test_numbers_out_of_range_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(ParameterError, match=f"found {next(iter(numbers))} = "):
        Parameters(**numbers)


def test_an_updated_tally_gives_the_same_state_as_all_judgments() -> None:
    tournament = start(40)
    kept = Tally(tournament.topic, tournament.candidates)
    states: list[State] = []
    _, judgments = finish(tournament, by_number)
    for number, judgment in enumerate(judgments, start=1):
        kept.add(judgment)
        if number % 17 == 0:
            states.append(play(tournament, kept))
            assert states[-1] == play(tournament, judgments[:number])
    assert len({state.round_ for state in states}) > 1
