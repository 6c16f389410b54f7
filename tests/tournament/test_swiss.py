from collections import Counter
from itertools import pairwise

from assess.tournament import Tournament, play
from assess.tournament.bradley_terry import fit
from assess.tournament.strategies.swiss import neighbours, promising
from tests.tournament.players import by_number, finish, pool_of


def test_neighbours_in_the_standing_meet() -> None:
    assert neighbours(["a", "b", "c", "d"], set()) == [("a", "b"), ("c", "d")]


def test_no_pairing_is_repeated() -> None:
    assert neighbours(["a", "b", "c", "d"], {("a", "b")}) == [("a", "c"), ("b", "d")]
    assert neighbours(["a", "b", "c"], {("a", "b"), ("a", "c")}) == [("b", "c")]
    _, judgments = finish(Tournament("t", pool_of(21)), by_number, "swiss")
    assert max(Counter(judgment.pairing for judgment in judgments).values()) == 1


def test_swiss_gives_each_item_about_p_pairings() -> None:
    state, judgments = finish(Tournament("t", pool_of(40)), by_number, "swiss")
    assert state.round_ == 7
    met = Counter(docno for judgment in judgments for docno in (judgment.docno_a, judgment.docno_b))
    assert sorted(met.values()) == [6, 6] + [7] * 38, "two at the end of the standing had met before"
    assert state.ranking[0] == ("d00",)


def test_winners_meet_winners() -> None:
    tournament = Tournament("t", pool_of(16))
    _, judgments = finish(tournament, by_number, "swiss")
    first = [judgment for judgment in judgments if judgment.round_ == 1]
    won = {judgment.preferred for judgment in first}
    second = [request.pairing for request in play(tournament, first, "swiss").needed]
    assert all((pairing.docno_a in won) == (pairing.docno_b in won) for pairing in second)


def test_active_sampling_spends_what_two_stages_with_one_round_would() -> None:
    state, judgments = finish(Tournament("t", pool_of(30)), by_number, "active")
    assert len(judgments) == state.asked == 30 * 7 // 2 + 9 * 8 // 2
    assert finish(Tournament("t", pool_of(7)), by_number, "active")[0].asked == 7 * 6 // 2


def test_active_sampling_asks_most_about_the_best() -> None:
    _, judgments = finish(Tournament("t", pool_of(40)), by_number, "active")
    met = Counter(docno for j in judgments for docno in (j.docno_a, j.docno_b))
    best, others = pool_of(40)[:6], pool_of(40)[6:]
    assert min(met[docno] for docno in best) > sum(met[docno] for docno in others) / len(others)


def test_only_items_that_may_be_among_the_best_are_promising() -> None:
    tournament = Tournament("t", pool_of(20))
    pool = pool_of(20)
    certain = tuple((pair, points) for pair in pairwise(pool) for points in (1.0,) * 700 + (0.0,) * 300)
    assert promising(fit(pool, certain), k=2, number=5, rng=tournament.rng(2)) == [("d00", "d01"), ("d01", "d02")]
