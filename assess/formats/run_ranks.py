"""The ranks of the judged items in a run: all that a measure needs, without a string for every line."""

from array import array
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from assess import extension
from assess.errors import ParameterError
from assess.formats.run_columns import read_columns
from assess.formats.run_order import Order, checked_order
from assess.formats.runs import parse_run
from assess.formats.syntax.faults import quoted
from assess.formats.syntax.texts import is_text


@dataclass(frozen=True, slots=True)
class RunRanks:
    """The ranks of the judged items in one run.

    ``ranks`` has an entry for each topic that is judged and in the run: the ranks from 1 of the judged items, in
    the order of the judged items, with 0 for an item that is not in the run. They are C integers, ready for
    ``memoryview`` or NumPy. ``lengths`` has the number of items for every topic of the run, judged or not.
    """

    name: str
    ranks: dict[str, "array[int]"]
    lengths: dict[str, int]


class JudgedItems:
    """The judged items of each topic, prepared once and looked up in any number of runs.

    >>> judged = JudgedItems({"t1": ["d1", "d2", "d3"]})
    >>> judged.ranks(b"t1 Q0 d3 1 7.5 sys\\nt1 Q0 d9 2 7.0 sys\\nt1 Q0 d1 3 6.5 sys\\n").ranks["t1"].tolist()
    [3, 0, 1]
    """

    def __init__(self, items: Mapping[str, Collection[str]]) -> None:
        self._items = {topic: list(docnos) for topic, docnos in items.items()}
        for topic, docnos in self._items.items():
            if len(set(docnos)) < len(docnos) or not is_text("".join([topic, *docnos])):
                raise ParameterError(
                    f"found a repeated or unwritable docno in topic {quoted(topic)}, expected each once"
                )
        self._prepared = extension.native.prepare_judged(self._items) if extension.native else _encoded(self._items)

    def ranks(self, data: bytes, source: str = "run", order: Order = "score") -> RunRanks:
        """The ranks of the judged items in the run file, ordered and checked as ``parse_run`` does."""
        if checked_order(order) == "trec_eval":
            return self._looked_up(data, source, order)
        by_rank = order == "rank"
        if extension.native:
            found = extension.native.judged_ranks(data, self._prepared, by_rank)
            if found:
                return _from_bytes(*found)
        elif columns := read_columns(data, by_rank):
            return _from_columns(columns[0], columns[1], self._prepared)
        return self._looked_up(data, source, order)

    def _looked_up(self, data: bytes, source: str, order: Order) -> RunRanks:
        run = parse_run(data, source, order)
        lengths = {topic: len(ranking.docnos) for topic, ranking in run.rankings.items()}
        judged = [(topic, self._items[topic]) for topic in lengths if topic in self._items]
        ranks = {topic: _places(run.rankings[topic].docnos, docnos) for topic, docnos in judged}
        return RunRanks(run.name, ranks, lengths)

    def __reduce__(self) -> tuple[type["JudgedItems"], tuple[dict[str, list[str]]]]:
        return JudgedItems, (self._items,)


def _encoded(items: Mapping[str, list[str]]) -> dict[bytes, list[bytes]]:
    return {topic.encode(): [docno.encode() for docno in docnos] for topic, docnos in items.items()}


def _from_bytes(name: str, ranks: Mapping[str, bytes], lengths: dict[str, int]) -> RunRanks:
    return RunRanks(name, {topic: array("i", places) for topic, places in ranks.items()}, lengths)


def _from_columns(tag: bytes, columns: Mapping[bytes, Any], judged: Mapping[bytes, list[bytes]]) -> RunRanks:
    ranks = {topic: _places(columns[topic][0], judged[topic]) for topic in columns if topic in judged}
    return RunRanks(
        tag.decode(),
        {topic.decode(): places for topic, places in ranks.items()},
        {topic.decode(): len(docnos) for topic, (docnos, _) in columns.items()},
    )


def _places(ranking: list[Any], judged: list[Any]) -> "array[int]":
    places = dict(zip(ranking, range(1, len(ranking) + 1), strict=True))
    return array("i", [places.get(docno, 0) for docno in judged])
