"""The definitions, taken literally and pair by pair: what the vectorised measures are compared with."""

from collections.abc import Sequence
from math import inf, log2

from assess.graph import PreferenceGraph


def ranked_pairs(graph: PreferenceGraph, ranking: Sequence[str], cutoff: int | None = None):
    """The ranks of winner and loser for each edge; infinite if not retrieved."""
    ranks = {docno: rank for rank, docno in enumerate(ranking, start=1) if cutoff is None or rank <= cutoff}
    return [(ranks.get(winner, inf), ranks.get(loser, inf)) for winner, loser in graph.edges()]


def of_kind(pairs, kind: str):
    """The pairs with at least one item retrieved, or exactly two ("explicit"), or exactly one ("implicit")."""
    sizes = {"all": (1, 2), "explicit": (2,), "implicit": (1,)}[kind]
    return [pair for pair in pairs if sum(rank < inf for rank in pair) in sizes]


def ppref(graph, ranking, cutoff=None, pairs="all"):
    ordered = of_kind(ranked_pairs(graph, ranking, cutoff), pairs)
    return sum(winner < loser for winner, loser in ordered) / len(ordered) if ordered else 0.0


def rpref(graph, ranking, cutoff=None, pairs="all"):
    every = ranked_pairs(graph, ranking, cutoff)
    return sum(winner < loser for winner, loser in of_kind(every, pairs)) / len(every)


def weighted(ordered, weights):
    kept = [weight for weight, (winner, loser) in zip(weights, ordered, strict=True) if winner < loser]
    return sum(kept) / sum(weights) if weights else 0.0


def wpref(graph, ranking, cutoff=None, pairs="explicit"):
    last = min(len(ranking), inf if cutoff is None else cutoff) + 1
    ordered = of_kind(ranked_pairs(graph, ranking, cutoff), pairs)
    return weighted(ordered, [1 / log2(min(max(pair), last) + 1) for pair in ordered])


def nwpref(graph, ranking, cutoff=None, pairs="all"):
    ordered = of_kind(ranked_pairs(graph, ranking, cutoff), pairs)
    return weighted(ordered, [1 / (1 + log2(min(pair))) for pair in ordered])


def appref(graph, ranking, cutoff=None, over="gains"):
    retrieved = ranking[:cutoff]
    if over == "preferred":
        preferred = {winner for winner, _ in graph.edges()}
        values = [ppref(graph, ranking, k) for k, docno in enumerate(retrieved, start=1) if docno in preferred]
        values += [rpref(graph, ranking, cutoff) for _ in preferred.difference(retrieved)]
    else:
        recalls = [0.0, *(rpref(graph, ranking, k) for k in range(1, len(retrieved) + 1))]
        values = [ppref(graph, ranking, k) for k in range(1, len(recalls)) if recalls[k] > recalls[k - 1]]
    return sum(values) / len(values) if values else 0.0


def counted(pairs, count: str):
    """Fulfilled and possible preferences as trec_eval counts them."""
    if count == "all":
        return sum(winner < loser for winner, loser in pairs), len(pairs)
    kept = of_kind(pairs, "explicit" if count == "ret" else "all")
    return sum(winner < loser for winner, loser in kept), len(kept)


def prefs_simp(graph, ranking, count="all"):
    fulfilled, possible = counted(ranked_pairs(graph, ranking), count)
    return fulfilled / possible if possible else 0.0


def prefs_pair(graph, ranking, count="all"):
    of_items: dict[frozenset[str], list] = {}
    for edge, pair in zip(graph.edges(), ranked_pairs(graph, ranking), strict=True):
        of_items.setdefault(frozenset(edge), []).append(pair)
    scores = [counted(pairs, count) for pairs in of_items.values()]
    shares = [fulfilled / possible for fulfilled, possible in scores if possible]
    return sum(shares) / len(shares) if shares else 0.0


def prefs_avgjg(graph, ranking, count="all"):
    judged = len(list(graph.judged_edges()))
    pairs = ranked_pairs(graph, ranking)
    groups = [[pair] for pair in pairs[:judged]] + ([pairs[judged:]] if graph.grades else [])
    scores = [counted(group, count) for group in groups]
    return sum(fulfilled / possible for fulfilled, possible in scores if possible) / len(groups)
