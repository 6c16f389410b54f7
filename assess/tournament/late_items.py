"""Place an item that came too late for the tournament: which of the known items should it meet?"""

from collections.abc import Sequence


def opponents_of_late_items(order: Sequence[str], k: int) -> tuple[str, ...]:
    """Return the items that each late item of a topic meets: the first, the middle and the last of the known top *k*.

    Three comparisons tell whether the item is better than all, in the upper or the lower half of the top *k*, or
    below it. A whole round robin against the top *k* would tell its exact place, for k comparisons. Items below the
    top *k* are no opponents: their places count little in any score, and were not settled by the tournament either.

    Parameters
    ----------
    order
        The items whose places are known, best first.
    k
        The number of best items sought per topic.

    Examples
    --------
    >>> opponents_of_late_items(["d1", "d2", "d3", "d4", "d5", "d6"], k=5)
    ('d1', 'd3', 'd5')
    >>> opponents_of_late_items(["d1", "d2"], k=5)
    ('d1', 'd2')
    """
    top = order[:k]
    places = (0, (len(top) - 1) // 2, len(top) - 1)
    return tuple(top[place] for place in sorted(set(places))) if top else ()
