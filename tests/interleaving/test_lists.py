"""Balanced, team-draft and probabilistic lists."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import ParameterError
from assess.interleaving import METHODS, interleave
from assess.interleaving.balanced import balanced_list
from assess.interleaving.probabilistic import probabilistic_list
from assess.interleaving.team_draft import team_draft_list

A, B = list("abcdghij"), list("beafghkl")
TWO = {"A": A, "B": B}

ranking = st.permutations([f"d{number}" for number in range(8)]).flatmap(
    lambda docnos: st.integers(1, 8).map(lambda size: docnos[:size])
)


def lists(method: str, length: int, seeds: int = 200) -> set[tuple[str, ...]]:
    """Every list that comes out of many draws."""
    return {interleave(TWO, method, length, Random(seed)).docnos for seed in range(seeds)}


def test_a_balanced_list_is_one_of_two_by_who_goes_first() -> None:
    # By hand from the algorithm of Joachims (2002), which Chapelle et al. (2012) print with AFirst:
    # a, b; b again, e; c, a again; d, f; g, g again; h
    assert lists("balanced", 8) == {tuple("abecdfgh"), tuple("baecfdgh")}


def test_a_balanced_list_has_the_rank_of_each_item_in_both_runs() -> None:
    shown = balanced_list(TWO, 4, Random(1))
    assert dict(zip(shown.docnos, shown.ranks, strict=True)) == {"a": (1, 3), "b": (2, 1), "e": (0, 2), "c": (3, 0)}


def test_team_draft_lists_are_those_of_the_coins() -> None:
    # By hand, coin of each round: A A = a b c e; A B = a b e c; B A = b a c e; B B = b a e c
    assert lists("team-draft", 4) == {tuple(text) for text in ("abce", "abec", "bace", "baec")}


def test_each_run_drafts_once_a_round() -> None:
    three = {**TWO, "C": list("cbaxyzuv")}
    for seed in range(50):
        teams = team_draft_list(three, 8, Random(seed)).teams
        assert all(len(set(teams[start : start + 3])) == len(teams[start : start + 3]) for start in (0, 3, 6))


def test_a_team_drafts_the_best_item_left() -> None:
    for seed in range(50):
        shown = team_draft_list(TWO, 8, Random(seed))
        for place, (docno, team) in enumerate(zip(shown.docnos, shown.teams, strict=True)):
            assert docno == next(each for each in TWO[team] if each not in shown.docnos[:place])


def test_the_first_item_of_a_probabilistic_list_falls_with_the_cube_of_its_rank() -> None:
    # Shares of 1, 1/8, 1/27, 1/64: 0.849, 0.106, 0.031, 0.013 (Hofmann et al. 2011, tau = 3)
    ranking = ["d1", "d2", "d3", "d4"]
    first = [probabilistic_list({"A": ranking, "B": ranking}, 1, Random(seed)).docnos[0] for seed in range(20_000)]
    shares = [first.count(docno) / len(first) for docno in ranking]
    assert shares == pytest.approx([0.8491, 0.1061, 0.0314, 0.0133], abs=0.01)


def test_the_chances_of_a_probabilistic_item_depend_on_the_items_above_alone() -> None:
    # Both lists "d1 d2": d1 has 1 and 1/64 of 1.17766; then d2 has 1/8 of 0.17766 and 1 of 1.16204.
    rankings = {"A": ["d1", "d2", "d3", "d4"], "B": ["d2", "d3", "d4", "d1"]}
    found = [probabilistic_list(rankings, 2, Random(seed)) for seed in range(300)]
    same = [shown for shown in found if shown.docnos == ("d1", "d2")]
    assert len({shown.teams for shown in same}) > 1
    for shown in same:
        assert shown.chances[0] == pytest.approx((64 / 65, 1 / 65))
        assert shown.chances[1][0] == pytest.approx(0.70357 / (0.70357 + 0.86056), abs=1e-4)


def test_an_item_that_only_one_run_has_is_certainly_from_it() -> None:
    shown = probabilistic_list({"A": ["a", "b"], "B": ["c", "d"]}, 2, Random(0))
    assert all(chances in ((1.0, 0.0), (0.0, 1.0)) for chances in shown.chances)


@given(a=ranking, b=ranking, length=st.integers(1, 9), seed=st.integers(0, 99), method=st.sampled_from(list(METHODS)))
def test_every_list_has_items_of_the_runs_once_and_is_as_long_as_can_be(
    a: list[str], b: list[str], length: int, seed: int, method: str
) -> None:
    shown = interleave({"A": a, "B": b}, method, length, Random(seed))
    assert len(shown.docnos) == len(set(shown.docnos)) == min(length, len(a), len(b))
    assert set(shown.docnos) <= {*a, *b}
    assert all(sum(chances) == pytest.approx(1) for chances in shown.chances)
    assert shown == interleave({"A": a, "B": b}, method, length, Random(seed))


@given(a=ranking, b=ranking, seed=st.integers(0, 9))
def test_the_top_of_a_balanced_list_is_the_top_of_both_runs(a: list[str], b: list[str], seed: int) -> None:
    docnos = balanced_list({"A": a, "B": b}, 8, Random(seed)).docnos
    tops = [(set(a[:i]) | set(b[:j])) for i, j in ((i, j) for i in range(9) for j in (i - 1, i, i + 1) if j >= 0)]
    assert all(set(docnos[:size]) in tops for size in range(len(docnos) + 1))


@given(a=ranking, seed=st.integers(0, 9), method=st.sampled_from(["balanced", "team-draft"]))
def test_equal_runs_are_shown_as_they_are(a: list[str], seed: int, method: str) -> None:
    assert list(interleave({"A": a, "B": a}, method, 8, Random(seed)).docnos) == a


@pytest.mark.parametrize(
    ("rankings", "method", "length", "message"),
    [
        ({"A": ["a"]}, "team-draft", 3, "found 1 ranking, expected at least 2"),
        (
            {"A": ["a"], "B": ["b"], "C": ["c"]},
            "balanced",
            3,
            "found 3 runs, expected 2 for balanced interleaving; use",
        ),
        ({"A": ["a"], "B": []}, "probabilistic", 3, "found no item in the ranking of 'B'"),
        ({"A": ["a"], "B": ["b", "c", "b"]}, "team-draft", 3, "found 'b' twice in the ranking of 'B'"),
        ({"A": ["a"], "B": ["b"]}, "team-draft", 0, "found length = 0, expected at least 1"),
        ({"A": ["a"], "B": ["b"]}, "draft", 1, "found method 'draft', expected one of team-draft, balanced, prob"),
    ],
)
def test_what_cannot_be_interleaved_is_refused(
    rankings: dict[str, Sequence[str]], method: str, length: int, message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        interleave(rankings, method, length, Random(0))


def test_many_seeds_give_different_lists() -> None:

    assert len(lists("probabilistic", 8)) > 50
