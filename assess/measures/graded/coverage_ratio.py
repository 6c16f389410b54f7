"""Coverage ratio: how much of what the user already knew an answer has found."""

from collections.abc import Collection

from assess.errors import NotDefinedError


def coverage_ratio(relevant: Collection[str], retrieved: Collection[str], known: Collection[str]) -> float:
    """Return the share of the relevant items known to the user that the answer has.

    Parameters
    ----------
    relevant, retrieved, known : collection of docno
        R, A and K in the book. A known item that is not relevant does not count.

    Raises
    ------
    NotDefinedError
        If the user knows no relevant item.

    Examples
    --------
    >>> coverage_ratio(relevant={"d1", "d2", "d3"}, retrieved=["d1", "d3", "d9"], known={"d1", "d2"})
    0.5

    References
    ----------
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    """
    known_relevant = set(known) & set(relevant)
    if not known_relevant:
        raise NotDefinedError("coverage ratio is not defined: the user knows no relevant item")
    return len(known_relevant & set(retrieved)) / len(known_relevant)
