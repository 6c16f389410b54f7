"""TREC runs: ``topic Q0 docno rank score tag``, separated by white space.

A topic's items are sorted by score, highest first, then by docno. The ranks in the file are ignored, as in
TREC tools. `assess.formats.run_order` has the other orders.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assess import extension
from assess.formats.run_columns import Columns, read_columns
from assess.formats.run_order import Order, best_first, checked_order
from assess.formats.syntax.faults import Fault, Report, quoted, refuse
from assess.formats.syntax.lines import split_columns
from assess.formats.syntax.numbers import parse_integer, parse_score
from assess.formats.syntax.texts import checked_id, checked_topic

COLUMNS = {6: "topic Q0 docno rank score tag"}


@dataclass(frozen=True, slots=True)
class Ranking:
    """The items of one topic, best first, and their scores as an array of doubles."""

    docnos: list[str]
    scores: Sequence[float]

    def __post_init__(self) -> None:
        if not isinstance(self.scores, array):
            object.__setattr__(self, "scores", array("d", self.scores))


@dataclass(frozen=True, slots=True)
class Run:
    """A system's rankings by topic; the name is the tag in the file."""

    name: str
    rankings: dict[str, Ranking]


def parse_run(data: bytes, source: str = "run", order: Order = "score", report: Report = refuse) -> Run:
    """The run, each topic sorted; an item may occur only once in a topic, and a file has one tag."""
    if checked_order(order) == "trec_eval":
        run = parse_run(data, source, "score", report)
        return Run(run.name, {topic: _as_trec_eval(ranking) for topic, ranking in run.rankings.items()})
    by_rank = order == "rank"
    if extension.native:
        found = extension.native.read_run(data, by_rank)
        if found:
            name, columns = found
            rankings = {topic: Ranking(docnos, array("d", scores)) for topic, (docnos, scores) in columns.items()}
            return Run(name, rankings)
    elif quick := read_columns(data, by_rank):
        return _decoded(*quick)
    return parse_run_lines(data, source, order, report)


def _as_trec_eval(ranking: Ranking) -> Ranking:
    scores = dict(zip(ranking.docnos, ranking.scores, strict=True))
    docnos = best_first(scores, "trec_eval")
    return Ranking(docnos, [scores[docno] for docno in docnos])


def _decoded(tag: bytes, columns: Mapping[bytes, Columns]) -> Run:
    rankings = {
        topic.decode(): Ranking(b"\n".join(docnos).decode().split("\n"), scores)
        for topic, (docnos, scores) in columns.items()
    }
    return Run(tag.decode(), rankings)


def parse_run_lines(data: bytes, source: str, order: Order, report: Report) -> Run:
    """The run read line by line, for files that the fast readers refuse; reports every fault."""
    name, first = "", 0
    topics: dict[str, dict[str, _Place]] = {}
    for number, (topic, _, docno, rank, score, tag) in split_columns(data, source, COLUMNS, report):
        place = _place(number, rank, score, order, source, report)
        if not place:
            continue
        if not first:
            name, first = tag, number
        places = topics.setdefault(topic, {})
        if tag != name:
            expected = f"one run in a file ({quoted(name)} in line {first})"
            report(Fault(source, number, f"tag {quoted(tag)}", expected))
        elif docno in places:
            found = f"{quoted(docno)} of topic {quoted(topic)} again"
            report(Fault(source, number, found, f"an item once in a topic (line {places[docno].line})"))
        else:
            places[docno] = place
    return Run(name, {topic: _ranking(places) for topic, places in topics.items()})


@dataclass(slots=True)
class _Place:
    line: int
    key: float
    score: float


def _place(number: int, rank: str, score: str, order: Order, source: str, report: Report) -> _Place | None:
    value = parse_score(score)
    if value is None:
        report(Fault(source, number, f"score {quoted(score)}", "a number"))
        return None
    if order == "score":
        return _Place(number, -value, value)
    place = parse_integer(rank)
    if place is None:
        report(Fault(source, number, f"rank {quoted(rank)}", "an integer"))
        return None
    return _Place(number, place, value)


def _ranking(places: Mapping[str, _Place]) -> Ranking:
    ordered = sorted((place.key, docno) for docno, place in places.items())
    return Ranking([docno for _, docno in ordered], [places[docno].score for _, docno in ordered])


def format_run(run: Run) -> str:
    """The six-column file of a run, ranks from 1."""
    name = checked_id(run.name, "tag")
    return "".join(f"{line} {name}\n" for line in _lines(run.rankings))


def _lines(rankings: Mapping[str, Ranking]) -> Iterator[str]:
    for topic, ranking in rankings.items():
        checked_topic(topic)
        for rank, (docno, score) in enumerate(zip(ranking.docnos, ranking.scores, strict=True), start=1):
            yield f"{topic} Q0 {checked_id(docno, 'docno')} {rank} {score!r}"
