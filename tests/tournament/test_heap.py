from itertools import product
from pathlib import Path
from random import Random

import pytest

from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.model import Judgment
from assess.tournament import Parameters, Tournament, play
from assess.tournament.candidates import thin_by_grade
from tests.tournament.players import by_number, finish, judge, most_judgments, pool_of


def start(size: int, k: int = 5, votes: int = 1) -> Tournament:
    return Tournament("t", pool_of(size), Parameters(k=k, votes=votes), seed=3)


@pytest.mark.parametrize(("k", "published"), [(3, 3456), (5, 5429), (10, 10691)])
def test_the_bound_is_table_2_of_the_paper(shared_data: Path, k: int, published: int) -> None:
    qrels = load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels)
    pools = [len(thin_by_grade(grades, k)) for grades in qrels.values()]
    assert sum(most_judgments(size, k) for size in pools) == published


def test_the_best_item_costs_one_judgment_less_than_there_are_candidates() -> None:
    for size in range(1, 70):
        state, judgments = finish(start(size, k=1), by_number, "heap")
        assert state.ranking == (("d00",),)
        assert len(judgments) == state.asked == size - 1


def test_each_further_place_costs_at_most_the_height_of_the_tree() -> None:
    for size, k in product((2, 3, 8, 9, 33, 64), (2, 5, 10)):
        state, judgments = finish(start(size, k), by_number, "heap")
        assert state.ranking == tuple((docno,) for docno in pool_of(size)[:k])
        assert len(judgments) <= most_judgments(size, k)


def test_independent_matches_are_offered_at_the_same_time() -> None:
    assert len(play(start(16), [], "heap").needed) == 8


def test_a_match_is_offered_as_soon_as_its_two_players_are_known() -> None:
    tournament = start(8)
    first = play(tournament, [], "heap")
    offered = {request.pairing for request in first.needed}
    two_judged = [judge(request, by_number) for request in first.needed[:2]]
    following = {request.pairing for request in play(tournament, two_judged, "heap").needed}
    assert len(following & offered) == 2
    assert len(following - offered) == 1


def test_tied_items_share_a_place() -> None:
    def pairs_are_tied(a: str, b: str) -> str | None:
        return None if int(a[1:]) // 2 == int(b[1:]) // 2 else min(a, b)

    state, judgments = finish(start(20, k=4), pairs_are_tied, "heap")
    assert state.ranking == (("d00", "d01"), ("d02", "d03"))
    assert len(judgments) <= most_judgments(20, 4)


def test_a_pool_of_equals_shares_the_first_place() -> None:
    state, judgments = finish(start(12), lambda a, b: None, "heap")
    assert state.ranking == (pool_of(12),)
    assert len(judgments) == 11


def test_no_pairing_is_asked_twice() -> None:
    rng = Random(5)
    _, judgments = finish(start(50, k=20), lambda a, b: rng.choice([a, b, None]), "heap")
    pairings = [judgment.pairing for judgment in judgments]
    assert len(set(pairings)) == len(pairings)


def test_the_pool_shrinks_by_the_places_found() -> None:
    tournament = start(10, k=3)
    judgments: list[Judgment] = []
    sizes = []
    while not (state := play(tournament, judgments, "heap")).done:
        sizes.append((state.round_, len(state.pool)))
        judgments += [judge(request, by_number) for request in state.needed]
    assert dict(sizes) == {1: 10, 2: 9, 3: 8}


def test_each_match_asks_for_all_votes() -> None:
    state = play(start(4, votes=3), [], "heap")
    assert [request.missing for request in state.needed] == [3, 3]
    assert play(start(4, votes=3), [], "heap").asked == 6
