"""Balanced interleaving of two runs."""

from random import Random

from assess.errors import ParameterError
from assess.interleaving.lists import BALANCED, InterleavedList, Rankings, list_length


def balanced_list(rankings: Rankings, length: int, rng: Random) -> InterleavedList:
    """Return the balanced list of two rankings.

    A coin decides which run goes first, once for the whole list. Then the
    runs take turns; a run's turn goes to its next item, which is skipped if
    the list has it already. Every top of the list holds the top of both
    rankings, equally deep up to one item.

    Clicks on such a list prefer one run to another by
    :func:`assess.interleaving.credit.credit_balanced`, which favours one of
    two runs for some rankings even if users click at random.

    References
    ----------
    Joachims, "Optimizing search engines using clickthrough data", KDD 2002.

    Joachims, "Evaluating retrieval performance using clickthrough data", in
    Franke, Nakhaeizadeh and Renz (eds.), Text Mining, Physica, 2003.

    Chapelle, Joachims, Radlinski and Yue, "Large-scale validation and
    analysis of interleaved search evaluation", ACM TOIS 30(1), 2012.

    Examples
    --------
    >>> balanced_list({"A": ["d1", "d2", "d3"], "B": ["d4", "d1", "d5"]}, 3, Random(1)).docnos
    ('d1', 'd4', 'd2')
    """
    if len(rankings) != 2:
        raise ParameterError(f"found {len(rankings)} runs, expected 2 for balanced interleaving; use team-draft")
    size = list_length(rankings, length)
    first, second = rng.sample(list(rankings.values()), 2)
    turns = (docno for pair in zip(first, second, strict=False) for docno in pair)
    docnos = list(dict.fromkeys(turns))[:size]
    places = [{docno: rank for rank, docno in enumerate(ranking, start=1)} for ranking in rankings.values()]
    ranks = tuple(tuple(place.get(docno, 0) for place in places) for docno in docnos)
    return InterleavedList(BALANCED, tuple(rankings), tuple(docnos), ranks=ranks)
