"""From clicks on a list to a preference between its runs."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import ParameterError
from assess.interleaving import METHODS, interleave
from assess.interleaving.credit import credit
from assess.interleaving.lists import InterleavedList
from assess.interleaving.probabilistic import probabilistic_list

SHIFTED = {"A": ["d1", "d2", "d3", "d4"], "B": ["d2", "d3", "d4", "d1"]}


def balanced(docnos: str) -> InterleavedList:
    """A balanced list of the rankings a b c d g h and b e a f g h."""
    ranks = tuple(("abcdgh".find(docno) + 1, "beafgh".find(docno) + 1) for docno in docnos)
    return InterleavedList("balanced", ("A", "B"), tuple(docnos), ranks=ranks)


@pytest.mark.parametrize(
    ("clicked", "preference"),
    [
        ({1}, 1),  # a: k = 1, the top of A is a, of B is b
        ({2}, -1),  # b: k = 1
        ({3}, -1),  # e: k = 2, only B has it there
        ({1, 2}, 0),  # the lowest is b, k = 1: a for A, b for B
        ({1, 3}, 0),  # the lowest is e, k = 2: a b for A, b e for B
        ({1, 2, 4}, 1),  # the lowest is c, k = 3: a b c for A; b e a for B has a b
        ({2, 3}, -1),
        (set(), 0),
    ],
)
def test_balanced_clicks_count_down_to_the_rank_of_the_lowest(clicked: set[int], preference: int) -> None:
    # By hand from the rule in Chapelle et al. (2012), on the list a b e c d f g h
    assert credit(balanced("abecdfgh"), clicked, "A", "B").preference == preference
    assert credit(balanced("abecdfgh"), clicked, "B", "A").preference == -preference


def test_team_draft_clicks_count_for_the_team() -> None:
    shown = InterleavedList("team-draft", ("A", "B", "C"), tuple("abcd"), ("A", "B", "C", "A"))
    assert credit(shown, {1, 2, 4}, "A", "B").preference == 1
    assert credit(shown, {1, 2}, "A", "B").preference == 0
    assert credit(shown, {2}, "C", "B").preference == -1
    assert credit(shown, [2, 2, 2, 1], "A", "B").preference == 0  # a repeated click counts once


def marginalised(shown: InterleavedList, clicked: set[int], a: int, b: int) -> tuple[float, float]:
    """The chances by listing every assignment of the whole list to runs, as published."""
    wins = losses = 0.0
    for teams in product(range(len(shown.runs)), repeat=len(shown.docnos)):
        chance = 1.0
        for place, team in enumerate(teams):
            chance *= shown.chances[place][team]
        lead = sum((teams[place - 1] == a) - (teams[place - 1] == b) for place in clicked)
        wins += chance * (lead > 0)
        losses += chance * (lead < 0)
    return wins, losses


@given(
    rankings=st.lists(st.permutations([f"d{number}" for number in range(6)]), min_size=2, max_size=3),
    clicked=st.sets(st.integers(1, 5)),
    seed=st.integers(0, 99),
)
def test_probabilistic_credit_is_the_sum_over_all_assignments(
    rankings: list[list[str]], clicked: set[int], seed: int
) -> None:
    shown = probabilistic_list(dict(zip("ABC", rankings, strict=False)), 5, Random(seed))
    assert credit(shown, clicked, "A", "B") == pytest.approx(marginalised(shown, clicked, 0, 1))


def test_probabilistic_credit_of_one_click_is_the_chance_of_its_item() -> None:
    shown = InterleavedList("probabilistic", ("A", "B"), ("d1", "d2"), ("A", "A"), chances=((0.9, 0.1), (0.4, 0.6)))
    assert credit(shown, {1}, "A", "B").preference == pytest.approx(0.8)
    # Both clicked: A has both with 0.36, B with 0.06
    assert credit(shown, {1, 2}, "A", "B") == pytest.approx((0.36, 0.06))


@given(clicked=st.sets(st.integers(1, 4)), seed=st.integers(0, 20), method=st.sampled_from(list(METHODS)))
def test_what_one_run_wins_the_other_loses(clicked: set[int], seed: int, method: str) -> None:
    shown = interleave(SHIFTED, method, 4, Random(seed))
    win, loss = credit(shown, clicked, "A", "B")
    assert credit(shown, clicked, "B", "A") == pytest.approx((loss, win))
    assert 0 <= win <= 1
    assert 0 <= loss <= 1
    assert win + loss <= 1 + 1e-12
    assert (win, loss) == (0, 0) or clicked


def one_random_click(method: str, draws: int) -> float:
    """The mean preference over many lists and each of the four places."""
    rng = Random(5)
    drawn = [interleave(SHIFTED, method, 4, rng) for _ in range(draws)]
    found = [credit(shown, {place}, "A", "B").preference for shown in drawn for place in (1, 2, 3, 4)]
    return sum(found) / len(found)


def test_one_random_click_on_shifted_rankings_prefers_the_shifted_run_by_balanced_interleaving() -> None:
    # The known bias: of d1 d2 d3 d4, only a click on d1 is for A, on whichever list. (1 - 3) / 4, exactly.
    assert one_random_click("balanced", 10) == -0.5


@pytest.mark.parametrize("method", ["team-draft", "probabilistic"])
def test_one_random_click_on_shifted_rankings_prefers_neither_run_by_the_others(method: str) -> None:
    assert one_random_click(method, 20_000) == pytest.approx(0, abs=0.01)


def test_unknown_runs_and_places_outside_the_list_are_refused() -> None:
    shown = InterleavedList("team-draft", ("A", "B"), ("a", "b"), ("A", "B"))
    with pytest.raises(ParameterError, match="found run 'C', expected one of A, B"):
        credit(shown, {1}, "A", "C")
    with pytest.raises(ParameterError, match="found a click at place 3, expected 1 to 2"):
        credit(shown, {3}, "A", "B")
