"""The outcomes of judged pairs."""

from itertools import permutations

import pytest

from assess.errors import ParameterError
from assess.measures.pages.outcomes import Outcomes


def as_seen(outcomes: Outcomes) -> list[tuple[str, str, int]]:
    arrays = (outcomes.items, outcomes.others, outcomes.wins)
    rows = zip(*(array.tolist() for array in arrays), strict=True)
    return [(outcomes.docnos[item], outcomes.docnos[other], win) for item, other, win in rows]


def test_each_pair_is_seen_from_both_items() -> None:
    outcomes = Outcomes({("b", "a"): "left", ("a", "c"): 0})
    assert as_seen(outcomes) == [("a", "b", -1), ("a", "c", 0), ("b", "a", 1), ("c", "a", 0)]
    assert len(outcomes) == 2


def test_judgments_decide_by_majority_and_a_draw_is_a_tie() -> None:
    edges = [("a", "b"), ("b", "a"), ("a", "b"), ("c", "d"), ("d", "c")]
    outcomes = Outcomes.from_judgments(edges, ties=[("c", "a"), ("a", "c")])
    assert as_seen(outcomes)[:2] == [("a", "b", 1), ("a", "c", 0)]
    assert ("c", "d", 0) in as_seen(outcomes)


def test_the_order_of_judgments_does_not_matter() -> None:
    edges = [("a", "b"), ("b", "a"), ("b", "a"), ("c", "a")]
    seen = {tuple(as_seen(Outcomes.from_judgments(order, ties=[("b", "c")]))) for order in permutations(edges)}
    assert len(seen) == 1


def test_no_pairs_are_no_outcomes() -> None:
    assert (len(Outcomes({})), Outcomes({}).docnos) == (0, ())


def test_a_pair_of_one_item_and_a_repeated_pair_are_refused() -> None:
    with pytest.raises(ParameterError, match="found 'a' judged against itself"):
        Outcomes({("a", "a"): "tie"})
    with pytest.raises(ParameterError, match="found the pair 'b', 'a' twice"):
        Outcomes({("a", "b"): "left", ("b", "a"): "left"})
