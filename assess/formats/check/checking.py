"""Check a file: its kind, what it contains, and every fault in it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assess.formats.check.detection import detect, is_table_of_numbers
from assess.formats.covariates import Covariate, parse_covariates
from assess.formats.groups import Groups, parse_groups
from assess.formats.images import Grids, ImagePair, parse_grids, parse_image_pairs
from assess.formats.items import Item, parse_items
from assess.formats.judgment_log import parse_judgment_log
from assess.formats.preferences import parse_judgments
from assess.formats.qrels import Subtopics, parse_qrels, parse_subtopics
from assess.formats.runs import Run, parse_run
from assess.formats.scores import ALL, Scores, parse_scores
from assess.formats.syntax.faults import Fault, Report, quoted
from assess.formats.syntax.lines import content_lines
from assess.formats.topics import parse_topics
from assess.model import DetailedJudgment, Judgment

Counts = dict[str, int]
Parse = Callable[[bytes, str, Report], Any]
Kinds = Mapping[str, tuple[Parse, Callable[[Any], Counts]]]

PAGE_PREFERENCES = "write a preference between two result pages as a line: topic run run preferred"


@dataclass(frozen=True, slots=True)
class Checked:
    """The kind of a file, counts of what it contains, and its faults; the kind is empty if it is unknown."""

    source: str
    kind: str
    counts: Counts
    faults: list[Fault]


def check(data: bytes, source: str, kind: str | None = None, kinds: Kinds | None = None) -> Checked:
    """Check the whole file as the given kind, or as the kind detected; *kinds* may be more than those of ``KINDS``."""
    faults: list[Fault] = []
    kinds = kinds or KINDS
    kind = kind or detect(data)
    lines = sum(1 for _ in content_lines(data, source, _ignore if kind else faults.append))
    if kind is None or kind not in kinds:
        return Checked(source, "", {"lines": lines}, [*faults, _unknown(data, source, kinds)])
    parse, count = kinds[kind]
    return Checked(source, kind, {"lines": lines, **count(parse(data, source, faults.append))}, faults)


def _ignore(fault: Fault) -> None:
    """Skip lines that are not UTF-8 text: the reader of the kind reports them."""


def _unknown(data: bytes, source: str, kinds: Kinds) -> Fault:
    lines = [line.decode() for _, line in content_lines(data, source, _ignore)]
    expected = f"one of: {', '.join(kinds)}"
    if is_table_of_numbers(lines):  # the last line is shown: the first one may be a heading
        return Fault(source, 0, f"lines such as {quoted(lines[-1])}", expected, PAGE_PREFERENCES)
    return Fault(source, 0, "nothing known" if lines else "no line to read", expected)


def _parse_run(data: bytes, source: str, report: Report) -> Run:
    return parse_run(data, source, report=report)


def _count_nested(topics: Mapping[str, Any]) -> Counts:
    return {"topics": len(topics), "items": sum(map(len, topics.values()))}


def _count_run(run: Run) -> Counts:
    return _count_nested({topic: ranking.docnos for topic, ranking in run.rankings.items()})


def _count_pairs(pairs: Iterable[tuple[str, str, str]]) -> Counts:
    """The number of topics and of items in triples (topic, docno, docno)."""
    items = {(topic, docno) for topic, *docnos in pairs for docno in docnos}
    return {"topics": len({topic for topic, _ in items}), "items": len(items)}


def _count_judgments(judgments: list[tuple[int, Judgment]]) -> Counts:
    pairs = ((judgment.topic, judgment.docno_a, judgment.docno_b) for _, judgment in judgments)
    return {**_count_pairs(pairs), "judgments": len(judgments)}


def _count_log(judgments: list[DetailedJudgment]) -> Counts:
    return _count_judgments([(0, judgment) for judgment in judgments])


def _count_groups(groups: Groups) -> Counts:
    items = {topic: {docno for levels in keys.values() for docno in levels} for topic, keys in groups.items()}
    return {**_count_nested(items), "groups": sum(map(len, groups.values()))}


def _count_subtopics(subtopics: Subtopics) -> Counts:
    items = {topic: {docno for graded in of.values() for docno in graded} for topic, of in subtopics.items()}
    return {**_count_nested(items), "subtopics": sum(map(len, subtopics.values()))}


def _count_topics(topics: dict[str, str]) -> Counts:
    return {"topics": len(topics)}


def _count_items(items: list[Item]) -> Counts:
    return {"topics": len({item.topic for item in items if item.topic is not None}), "items": len(items)}


def _count_grids(grids: Grids) -> Counts:
    return _count_nested(
        {query: [number for grid in engines.values() for number in grid] for query, engines in grids.items()}
    )


def _count_image_pairs(pairs: list[ImagePair]) -> Counts:
    votes = sum(len(pair.votes) for pair in pairs)
    return {**_count_pairs((pair.query, pair.left, pair.right) for pair in pairs), "pairs": len(pairs), "votes": votes}


def _count_scores(scores: Scores) -> Counts:
    topics = {topic for by_topic in scores.values() for topic in by_topic} - {ALL}
    runs = {run for by_topic in scores.values() for by_run in by_topic.values() for run in by_run}
    return {"topics": len(topics), "runs": len(runs), "measures": len(scores)}


def _count_covariates(covariates: dict[str, Covariate]) -> Counts:
    items = {item for values in covariates.values() for item in values}
    return {"items": len(items), "covariates": len(covariates)}


KINDS: Kinds = {
    "qrels": (parse_qrels, _count_nested),
    "run": (_parse_run, _count_run),
    "preferences": (parse_judgments, _count_judgments),
    "judgment log": (parse_judgment_log, _count_log),
    "preference qrels": (parse_groups, _count_groups),
    "grouped qrels": (parse_groups, _count_groups),
    "diversity qrels": (parse_subtopics, _count_subtopics),  # never detected: the lines are those of grouped qrels
    "topics": (parse_topics, _count_topics),
    "items": (parse_items, _count_items),
    "image grids": (parse_grids, _count_grids),
    "image pairs": (parse_image_pairs, _count_image_pairs),
    "scores": (parse_scores, _count_scores),
    "covariates": (parse_covariates, _count_covariates),
}
