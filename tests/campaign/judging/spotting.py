"""Somebody who wants to spot challenges without reading: what can be counted in many assignments, and a classifier."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from assess.campaign.judging.assignment_view import HeldAssignment

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class SeenTask:
    """A page of an assignment as a browser gets it: the texts and their places."""

    assignment: int
    position: int
    topic: str
    left: str
    right: str


Item = tuple[str, str]


def seen_tasks(held: HeldAssignment) -> list[SeenTask]:
    """The tasks of an assignment. Docnos stand for the texts, which a script can tell apart as well."""
    return [
        SeenTask(held.id, task.position, task.topic, task.left.docno, task.right.docno)
        for task in held.tasks
        if task.right is not None
    ]


def features(tasks: Sequence[SeenTask]) -> Numbers:
    """What can be counted about each task: topics, items and pairs, in its assignment and in all of them."""
    in_assignment = Counter((task.assignment, task.topic) for task in tasks)
    topics = Counter(task.topic for task in tasks)
    pairs = Counter(frozenset(_items(task)) for task in tasks)
    here = Counter((task.assignment, item) for task in tasks for item in _items(task))
    items = _item_counts(tasks)
    rows = []
    for task in tasks:
        both = sorted(_items(task), key=lambda item: items[item][0])
        rows.append(
            [
                in_assignment[task.assignment, task.topic],
                topics[task.topic],
                task.position,
                pairs[frozenset(both)],
                *(number for item in both for number in items[item]),
                *(items[item][0] / topics[task.topic] for item in both),
                *(here[task.assignment, item] for item in both),
            ]
        )
    return np.array(rows, dtype=float)


def _item_counts(tasks: Sequence[SeenTask]) -> dict[Item, tuple[float, ...]]:
    """Of each item: how often it is seen, with how many others, how often those are seen, over how long, in topics."""
    times, opponents, topics = Counter[Item](), defaultdict[Item, set[Item]](set), defaultdict[str, set[str]](set)
    seen_in = defaultdict[Item, list[int]](list)
    for task in tasks:
        for item, other in (_items(task), _items(task)[::-1]):
            times[item] += 1
            opponents[item].add(other)
            topics[item[1]].add(task.topic)
            seen_in[item].append(task.assignment)
    return {
        item: (
            number,
            len(opponents[item]) / number,
            sum(times[other] for other in opponents[item]) / len(opponents[item]),
            max(seen_in[item]) - min(seen_in[item]),
            len(topics[item[1]]),
        )
        for item, number in times.items()
    }


def _items(task: SeenTask) -> tuple[Item, Item]:
    return (task.topic, task.left), (task.topic, task.right)


@dataclass(frozen=True)
class Spotter:
    """Boosted decision stumps: each asks whether one number is above a limit. A score above 0 says: a challenge."""

    stumps: tuple[tuple[int, float, float, float], ...]

    def scores(self, rows: Numbers) -> Numbers:
        total = np.zeros(len(rows))
        for column, limit, below, above in self.stumps:
            total += np.where(rows[:, column] > limit, above, below)
        return total


def learn(rows: Numbers, is_challenge: Numbers, number: int = 120, rate: float = 0.3) -> Spotter:
    """Fit stumps to tasks of which it is known whether they are challenges, one after the other (LogitBoost)."""
    limits = [np.unique(np.quantile(column, np.linspace(0.02, 0.98, 25))) for column in rows.T]
    score, stumps = np.zeros(len(rows)), []
    for _ in range(number):
        probability = 1 / (1 + np.exp(-score))
        slope, weight = is_challenge - probability, probability * (1 - probability)
        stump = max(
            ((column, limit) for column, found in enumerate(limits) for limit in found),
            key=lambda it: _gain(rows[:, it[0]] > it[1], slope, weight),
        )
        above = rows[:, stump[0]] > stump[1]
        steps = [rate * slope[part].sum() / (weight[part].sum() + 1) for part in (~above, above)]
        stumps.append((*stump, *steps))
        score += np.where(above, steps[1], steps[0])
    return Spotter(tuple(stumps))


def _gain(above: NDArray[np.bool_], slope: Numbers, weight: Numbers) -> float:
    return sum(slope[part].sum() ** 2 / (weight[part].sum() + 1) for part in (above, ~above))


def auc(scores: Numbers, is_challenge: Numbers) -> float:
    """The probability that a challenge scores higher than another pair: 0.5 is chance."""
    ranks, number = rankdata(scores), is_challenge.sum()
    others = len(scores) - number
    return float((ranks[is_challenge == 1].sum() - number * (number + 1) / 2) / (number * others))
