"""The outcomes of the judged pairs of a topic, as arrays."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError
from assess.measures.kinds import TopicJudgments
from assess.measures.pages.answers import Answer, Side, fold_answer, majority

Pair = tuple[str, str]
WIN = {"left": 1, "tie": 0, "right": -1}  # of the item on the left


class Outcomes:
    """Which item of each judged pair is preferred, or that the two tie.

    A tie is a judgment; a pair that is not here was not judged, and no measure counts it.

    Parameters
    ----------
    pairs : mapping of (left, right) to answer
        Answers as for ``fold_answer``; each pair once, in one of its two orders.

    Attributes
    ----------
    docnos : tuple of str
        The items of the pairs, ascending.
    items, others : array of int
        Indices into ``docnos``. Each pair is in the arrays twice, seen from either item, sorted by item.
    wins : array of int
        1 if the item is preferred to the other, 0 for a tie, -1 if the other is preferred.

    Examples
    --------
    >>> Outcomes({("a", "b"): "left", ("c", "a"): 0})
    <Outcomes of 2 pairs of 3 items>
    """

    def __init__(self, pairs: Mapping[Pair, Answer]) -> None:
        seen: dict[Pair, int] = {}
        for (left, right), answer in pairs.items():
            _check_pair(left, right, seen)
            win = WIN[fold_answer(answer)]
            seen[left, right], seen[right, left] = win, -win
        self.docnos: tuple[str, ...] = tuple(sorted({docno for docno, _ in seen}))
        number = {docno: i for i, docno in enumerate(self.docnos)}
        rows = sorted((number[item], number[other], win) for (item, other), win in seen.items())
        columns = np.array(rows, dtype=np.int32).reshape(-1, 3).T
        self.items, self.others, self.wins = (np.ascontiguousarray(column) for column in columns)
        self._begins = np.searchsorted(self.items, np.arange(len(self.docnos)))

    @classmethod
    def from_judgments(cls, edges: Iterable[Pair], ties: Iterable[Pair] = ()) -> "Outcomes":
        """The outcomes by the majority of judgments: *edges* are (winner, loser), *ties* are pairs judged equal.

        Sides are not known here. So a pair is a tie if several answers are equally frequent.
        """
        answers: dict[Pair, list[Side]] = {}
        for winner, loser in edges:
            left, right = sorted((winner, loser))
            answers.setdefault((left, right), []).append("left" if winner == left else "right")
        for a, b in ties:
            left, right = sorted((a, b))
            answers.setdefault((left, right), []).append("tie")
        return cls({pair: majority(given, split="tie") for pair, given in answers.items()})

    def __len__(self) -> int:
        return len(self.items) // 2

    def __repr__(self) -> str:
        return f"<Outcomes of {len(self)} pairs of {len(self.docnos)} items>"

    def sums_by_item(self, values: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The number of true values for each item; *values* has a column for each entry of ``items``."""
        if not len(self):
            return np.zeros((len(values), 0), dtype=np.int64)
        return np.add.reduceat(values, self._begins, axis=1, dtype=np.int64)


def as_outcomes(outcomes: Outcomes | Mapping[Pair, Answer]) -> Outcomes:
    """The outcomes, made from a mapping if need be."""
    return outcomes if isinstance(outcomes, Outcomes) else Outcomes(outcomes)


def judged_outcomes(judgments: TopicJudgments) -> Outcomes | None:
    """The outcomes of a topic's preferences; None if there are none."""
    outcomes = Outcomes.from_judgments(judgments.edges, judgments.ties)
    return outcomes if len(outcomes) else None


def _check_pair(left: str, right: str, seen: Mapping[Pair, int]) -> None:
    if left == right:
        raise ParameterError(f"found {left!r} judged against itself, expected two different items")
    if (left, right) in seen:
        raise ParameterError(f"found the pair {left!r}, {right!r} twice, expected it in one order only")
