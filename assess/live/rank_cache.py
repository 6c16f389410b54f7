"""A cache of what scoring a topic needs again and again: the ranks of its items, and measures of its grades."""

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from assess.store.items import item_ids
from assess.store.runs import rankings_by_run_id
from assess.store.scores import MarkedTopic

# Topics in the cache: with 100 runs and 200 items each takes 80 kB.
KEPT_TOPICS = 2000

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """A dictionary of limited size that drops the least recently used entry."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Key, value: Value) -> Value:
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return value


@dataclass(frozen=True)
class TopicRanks:
    """The items of a topic in docno order, and the rank of each in each run (from 1; 0: absent).

    ``ids`` are the items' ids in the same order; ``lengths`` is how many items each run ranks.
    """

    docnos: tuple[str, ...]
    ids: tuple[int, ...]
    runs: tuple[int, ...]
    ranks: NDArray[np.int32]
    lengths: NDArray[np.int64]

    @cached_property
    def _docnos_by_id(self) -> dict[int, str]:
        return dict(zip(self.ids, self.docnos, strict=True))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {docno: place for place, docno in enumerate(self.docnos)}

    def docno_of(self, item_id: int) -> str:
        return self._docnos_by_id[item_id]

    def knows(self, items: Set[int]) -> bool:
        return items <= self._docnos_by_id.keys()

    def of(self, docnos: tuple[str, ...]) -> NDArray[np.int32]:
        """The ranks of these items only, a row for each run."""
        return np.ascontiguousarray(self.ranks[:, [self._places[docno] for docno in docnos]])


class ScoreCache:
    """Caches the ranks of items, and the measures of grades.

    Rankings never change. Ranks are read again when there are new runs or items, measures when grades or runs change.
    """

    def __init__(self, size: int = KEPT_TOPICS) -> None:
        self._ranks: LruCache[int, TopicRanks] = LruCache(size)
        self._classical: LruCache[tuple[int, str], tuple[object, list[float]]] = LruCache(size)

    def ranks(self, session: Session, topic_id: int, runs: tuple[int, ...], items: Set[int]) -> TopicRanks:
        """The ranks of a topic's items in these runs; they are read again if any of *items* is missing."""
        kept = self._ranks.get(topic_id)
        if kept is None or kept.runs != runs or not kept.knows(items):
            kept = self._ranks.put(topic_id, read_ranks(session, topic_id, runs))
        return kept

    def classical(
        self, session: Session, topic: MarkedTopic, label: str, grades: Mapping[str, float], runs: tuple[int, ...]
    ) -> list[float] | None:
        """The scores of these runs by ir_measures; None without grades."""
        if not grades:
            return None
        basis, kept = (runs, dict(grades)), self._classical.get((topic.id, label))
        if kept is None or kept[0] != basis:
            kept = self._classical.put((topic.id, label), (basis, _classical(session, topic, label, grades, runs)))
        return kept[1]


def read_ranks(session: Session, topic_id: int, runs: tuple[int, ...]) -> TopicRanks:
    """The ranks of a topic's items in these runs; a run that lacks the topic ranks none of them."""
    ids = item_ids(session, topic_id)
    docnos = tuple(sorted(ids))
    place = {docno: number for number, docno in enumerate(docnos)}
    row = {run: number for number, run in enumerate(runs)}
    ranks, lengths = np.zeros((len(runs), len(docnos)), np.int32), np.zeros(len(runs), np.int64)
    for run, ranking in rankings_by_run_id(session, topic_id):
        if run in row:
            lengths[row[run]] = len(ranking.docnos)
            for rank, docno in enumerate(ranking.docnos, start=1):
                if docno in place:
                    ranks[row[run], place[docno]] = rank
    return TopicRanks(docnos, tuple(ids[docno] for docno in docnos), runs, ranks, lengths)


def _classical(
    session: Session, topic: MarkedTopic, label: str, grades: Mapping[str, float], runs: tuple[int, ...]
) -> list[float]:
    from assess.measures.classical import Classical  # ir_measures takes a while to import

    measured, name = Classical([label], {topic.topic: grades}), topic.topic
    found = {
        run: measured.scores({name: ranking.docnos})[label][name]
        for run, ranking in rankings_by_run_id(session, topic.id)
    }
    return [found.get(run, 0.0) for run in runs]
