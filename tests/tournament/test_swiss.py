from collections import Counter

from assess.tournament import Tournament, play
from assess.tournament.strategies.swiss import neighbours
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
