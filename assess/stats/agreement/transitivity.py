"""Transitivity: whether the preferences among three items can be an order."""

from dataclasses import dataclass

import numpy as np

from assess.stats.agreement.jackknife import Estimated, jackknife, share
from assess.stats.agreement.judgment_table import Floats, Ints, JudgmentTable

KINDS = ("asym", "s2a", "s2s")


@dataclass(frozen=True)
class Triples:
    """Triples of one kind: how many there are, how many are transitive, and the share with its interval.

    The share is None if there are no such triples.
    """

    triples: int
    transitive: int
    share: Estimated | None


def transitivity(table: JudgmentTable, majorities: Ints | None = None) -> dict[str, Triples]:
    """Return the triples of items whose three pairs were judged, by the number of ties among the three.

    ``asym`` has no tie, ``s2a`` one, ``s2s`` two or three; ``all`` is the sum. A triple is transitive if some order
    with ties has exactly these preferences. So a triple with two ties and a preference never is.

    Triples are counted by products of matrices instead of one by one.

    Parameters
    ----------
    table : JudgmentTable
    majorities : array, optional
        The answer of each pair: -1, 0 or 1; the majority of its judgments by default.

    References
    ----------
    Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020: section 3.3.
    Hui and Berberich, "Transitivity, time consumption, and quality of preference judgments in crowdsourcing",
    ECIR 2017.
    """
    answers = table.majorities if majorities is None else majorities
    topics = [_count(*_relations(table.pairs[rows], answers[rows])) for rows in _rows_by_topic(table)]
    counts = np.array(topics, np.float64).reshape(-1, len(KINDS), 2)
    named = {kind: counts[:, number] for number, kind in enumerate(KINDS)} | {"all": counts.sum(axis=1)}
    return {kind: _triples(found) for kind, found in named.items()}


def count_triples(pairs: Ints, answers: Ints) -> tuple[int, int]:
    """How many triples of these pairs are transitive, and how many there are.

    *pairs* has a row (topic, first item, second item) for each pair, *answers* -1, 0 or 1 for each.
    """
    found = np.zeros(2)
    for topic in np.unique(pairs[:, 0]):
        rows = pairs[:, 0] == topic
        if rows.sum() > 2:
            found += np.sum(_count(*_relations(pairs[rows], answers[rows])), axis=0)
    return int(found[0]), int(found[1])


def _triples(found: Floats) -> Triples:
    transitive, number = found.sum(axis=0)
    estimated = jackknife(found, share, "there is no such triple") if number else None
    return Triples(int(number), int(transitive), estimated)


def _rows_by_topic(table: JudgmentTable) -> list[Ints]:
    order = np.argsort(table.topic_of_pair, kind="stable")
    return np.split(order, np.cumsum(np.bincount(table.topic_of_pair))[:-1]) if len(order) else []


def _relations(pairs: Ints, answers: Ints) -> tuple[Floats, Floats]:
    """Two matrices of items: 1 where the row's item is preferred to the column's, and 1 where they are tied."""
    items, places = np.unique(pairs[:, 1:], return_inverse=True)
    first, second = places.reshape(-1, 2).T
    better, tied = np.zeros((2, len(items), len(items)))
    better[first, second], better[second, first] = answers < 0, answers > 0
    tied[first, second] = tied[second, first] = answers == 0
    return better, tied


def _count(better: Floats, tied: Floats) -> list[tuple[float, float]]:
    """The transitive triples and all triples of each kind.

    An entry of a product counts the items that stand in a relation to both; each triple is met once for each of its
    pairs that can take the part.
    """
    strict = better + better.T
    without_tie = np.sum((strict @ strict) * strict) / 6
    cycles = np.sum((better @ better) * better.T) / 3
    one_tie = np.sum((strict @ strict) * tied) / 2
    same_side = np.sum((better @ better.T + better.T @ better) * tied) / 2
    two_ties = np.sum((tied @ tied) * strict) / 2
    three_ties = np.sum((tied @ tied) * tied) / 6
    return [(without_tie - cycles, without_tie), (same_side, one_tie), (three_ties, two_ties + three_ties)]
