from assess.tournament import Parameters, Tournament, play
from tests.tournament.players import by_number, finish, judge, pool_of


def start(size: int, k: int = 5) -> Tournament:
    return Tournament("t", pool_of(size), Parameters(k=k), seed=1)


def test_everybody_meets_the_pivot_first() -> None:
    state = play(start(20), [], "quickselect")
    assert len(state.needed) == 19
    common = set.intersection(*({r.pairing.docno_a, r.pairing.docno_b} for r in state.needed))
    assert len(common) == 1


def test_only_groups_that_reach_into_the_top_k_are_split_again() -> None:
    state, judgments = finish(start(60, k=3), by_number, "quickselect")
    assert state.ranking == (("d00",), ("d01",), ("d02",))
    assert len(judgments) < 60 * 59 // 4


def test_items_tied_with_a_pivot_share_its_place() -> None:
    def by_tens(a: str, b: str) -> str | None:
        return None if a[1] == b[1] else min(a, b)

    state, judgments = finish(start(40, k=15), by_tens, "quickselect")
    assert state.ranking == (pool_of(40)[:10], pool_of(40)[10:20])
    assert len(judgments) <= 40 + 30 + 20 + 10


def test_several_groups_are_split_in_one_round() -> None:
    tournament = start(12, k=12)
    judgments = [judge(request, by_number) for request in play(tournament, [], "quickselect").needed]
    second = play(tournament, judgments, "quickselect")
    assert second.round_ == 2
    assert len(second.needed) == len(second.pool) - 2
