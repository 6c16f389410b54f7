"""What orders the items of a run: their scores, by one of two rules for equal scores, or the ranks in the file.

* ``score``: highest score first, equal scores by docno, ascending. The default.
* ``trec_eval``: as trec_eval sorts. Highest score first, equal scores by docno, descending. Scores are rounded to
  single precision first, so scores that differ only after about seven digits are equal.
* ``rank``: the ranks in the file, lowest first, equal ranks by docno, ascending.
"""

from array import array
from collections.abc import Mapping
from typing import Literal, get_args

from assess.errors import ParameterError
from assess.formats.syntax.faults import quoted

Order = Literal["score", "rank", "trec_eval"]
ORDERS: tuple[Order, ...] = get_args(Order)


def checked_order(order: Order) -> Order:
    if order not in ORDERS:
        raise ParameterError(f"found order {quoted(order)}, expected one of {', '.join(ORDERS)}")
    return order


def best_first(scores: Mapping[str, float], order: Order = "score") -> list[str]:
    """The items by their scores, best first.

    >>> best_first({"d1": 0.5, "d2": 0.5, "d3": 0.9})
    ['d3', 'd1', 'd2']
    >>> best_first({"d1": 0.5, "d2": 0.5, "d3": 0.9}, "trec_eval")
    ['d3', 'd2', 'd1']
    """
    if checked_order(order) == "rank":
        raise ParameterError("found order 'rank' for items with scores, expected score or trec_eval")
    if order == "trec_eval":
        single = zip(array("f", scores.values()), scores, strict=True)
        return [docno for _, docno in sorted(single, reverse=True)]
    return sorted(scores, key=lambda docno: (-scores[docno], docno))
