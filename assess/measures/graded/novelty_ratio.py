"""Novelty ratio: how much of what an answer has found is new to the user."""

from collections.abc import Collection

from assess.errors import NotDefinedError


def novelty_ratio(relevant: Collection[str], retrieved: Collection[str], known: Collection[str]) -> float:
    """Return the share of the relevant items in the answer that are new to the user.

    Parameters
    ----------
    relevant, retrieved, known : collection of docno
        R, A and K in the book.

    Raises
    ------
    NotDefinedError
        If the answer has no relevant item.

    Examples
    --------
    >>> novelty_ratio(relevant={"d1", "d2", "d3"}, retrieved=["d1", "d3", "d9"], known={"d1", "d2"})
    0.5

    References
    ----------
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    """
    found = set(relevant) & set(retrieved)
    if not found:
        raise NotDefinedError("novelty ratio is not defined: the answer has no relevant item")
    return len(found - set(known)) / len(found)
