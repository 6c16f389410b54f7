"""Answers to "which is better, left or right?", folded to three, and the majority of several."""

from collections.abc import Iterable
from typing import Literal

from assess.errors import ParameterError

Side = Literal["left", "tie", "right"]
Answer = str | float  # a text of ANSWERS, or a number from -2 (definitely left) to 2 (definitely right)
Split = Literal["first", "tie"]

SIDES: tuple[Side, ...] = ("left", "tie", "right")
ANSWERS: dict[Answer, Side] = {
    "definitely left": "left",
    "left": "left",
    "tie": "tie",
    "right": "right",
    "definitely right": "right",
    -2: "left",
    -1: "left",
    0: "tie",
    1: "right",
    2: "right",
}


def fold_answer(answer: Answer) -> Side:
    """Return left, tie or right: five answers are folded to three, four (those without a tie) to two.

    Parameters
    ----------
    answer : str or number
        "definitely left", "left", "tie", "right" or "definitely right"; or -2, -1, 0, 1 or 2 in the same order.

    Examples
    --------
    >>> fold_answer("definitely left"), fold_answer(0), fold_answer(1)
    ('left', 'tie', 'right')
    """
    if answer not in ANSWERS:
        raise ParameterError(
            f"found answer {answer!r}, expected -2 to 2, or left, tie, right, definitely left or right"
        )
    return ANSWERS[answer]


def majority(answers: Iterable[Answer], split: Split = "first") -> Side:
    """Return the most frequent side among the answers of several assessors, folded first.

    Parameters
    ----------
    answers : iterable of answers
        As for ``fold_answer``; at least one.
    split : {"first", "tie"}
        If several sides are equally frequent: the first of left, tie and right, as in the figures published for
        image search, where one answer each counts as left; or a tie, which does not depend on the sides.

    Examples
    --------
    >>> majority([-2, 0, -1]), majority(["left", "tie", "right"]), majority(["left", "tie", "right"], split="tie")
    ('left', 'left', 'tie')
    """
    if split not in ("first", "tie"):
        raise ParameterError(f"found split {split!r}, expected first or tie")
    sides = [fold_answer(answer) for answer in answers]
    if not sides:
        raise ParameterError("found no answer, expected at least one for a majority")
    most = max(map(sides.count, SIDES))
    leaders = [side for side in SIDES if sides.count(side) == most]
    return "tie" if split == "tie" and len(leaders) > 1 else leaders[0]
