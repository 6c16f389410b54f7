"""Judgments as groups of items with levels: trec_eval's preference qrels, and grouped qrels.

Five columns: ``topic group subgroup docno level`` (trec_eval ``-R prefs``). Four: ``topic group docno level``, a
qrels file whose iteration column says which items were judged together (``-R qrels_prefs``). Within one group and
subgroup, a higher level is preferred to each lower one. Levels of different groups are not compared.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from assess.errors import ParameterError
from assess.formats.preferences import Edge, Preferences
from assess.formats.syntax.faults import Fault, Report, quoted, refuse
from assess.formats.syntax.lines import split_columns
from assess.formats.syntax.numbers import parse_number
from assess.formats.syntax.texts import checked_id, checked_topic

COLUMNS = {5: "topic group subgroup docno level", 4: "topic group docno level"}
SUBGROUP = "0"  # the subgroup that trec_eval assumes in a file of four columns

Levels = dict[str, float]
Groups = dict[str, dict[tuple[str, str], Levels]]


def parse_groups(data: bytes, source: str = "groups", report: Report = refuse) -> Groups:
    """Topic to (group, subgroup) to docno to level, in file order.

    The subgroups of a group come from one person at one time. If two of them order a pair differently, that is
    a fault, as in trec_eval. Different groups may disagree.
    """
    groups: Groups = {}
    for number, (topic, group, *subgroup, docno, level) in split_columns(data, source, COLUMNS, report):
        key = (group, subgroup[0] if subgroup else SUBGROUP)
        levels = groups.setdefault(topic, {}).setdefault(key, {})
        value = parse_number(level)
        if value is None or value < 0:
            report(Fault(source, number, f"level {quoted(level)}", "a finite number from 0"))
        elif docno in levels:
            report(Fault(source, number, f"{quoted(docno)} again", f"an item once in group {' '.join(key)}"))
        else:
            levels[docno] = float(value)
    for topic, group, a, b in _contradictions(groups):
        found = f"{quoted(a)} and {quoted(b)} ordered differently in group {quoted(group)} of topic {quoted(topic)}"
        report(Fault(source, 0, found, "subgroups of one group to agree", "give each judgment a group of its own"))
    return groups


def _contradictions(groups: Groups) -> Iterator[tuple[str, str, str, str]]:
    """Topic, group and the two docnos, for each pair that subgroups of one group order differently."""
    for topic, keys in groups.items():
        times = Counter((group, docno) for (group, _), levels in keys.items() for docno in levels)
        signs: dict[tuple[str, str, str], int] = {}
        for (group, _), levels in keys.items():
            shared = sorted(docno for docno in levels if times[group, docno] > 1)
            for a, b in combinations(shared, 2):
                sign = (levels[a] > levels[b]) - (levels[a] < levels[b])
                if signs.setdefault((group, a, b), sign) != sign:
                    yield topic, group, a, b


def group_preferences(groups: Mapping[str, Mapping[tuple[str, str], Levels]]) -> Preferences:
    """Topic to (winner, loser): every pair of different levels in a group, group by group."""
    return {topic: [edge for levels in keys.values() for edge in _edges(levels)] for topic, keys in groups.items()}


def _edges(levels: Levels) -> Iterator[Edge]:
    for a, b in combinations(levels, 2):
        if levels[a] != levels[b]:
            yield (a, b) if levels[a] > levels[b] else (b, a)


def group_judgments(preferences: Mapping[str, Iterable[Edge]]) -> Groups:
    """One group of two for each judgment, numbered from 1 in a topic.

    The levels are 2 and 1: trec_eval takes 0 for "not relevant", which a lost comparison does not say.
    """
    return {
        topic: {(str(number), SUBGROUP): {winner: 2.0, loser: 1.0} for number, (winner, loser) in enumerate(edges, 1)}
        for topic, edges in preferences.items()
    }


def format_groups(groups: Mapping[str, Mapping[tuple[str, str], Levels]], columns: int = 5) -> str:
    """The groups as a file; a file of four columns has no room for subgroups."""
    if columns not in COLUMNS:
        raise ParameterError(f"found {columns} columns, expected 5 ({COLUMNS[5]}) or 4 ({COLUMNS[4]})")
    if columns == 4 and any(subgroup != SUBGROUP for keys in groups.values() for _, subgroup in keys):
        raise ParameterError(f"found subgroups, expected groups alone with 4 columns ({COLUMNS[4]}); write 5 columns")
    return "".join(
        f"{checked_topic(topic)} {_key(key, columns)} {checked_id(docno, 'docno')} {level}\n"
        for topic, keys in groups.items()
        for key, levels in keys.items()
        for docno, level in levels.items()
    )


def _key(key: tuple[str, str], columns: int) -> str:
    return " ".join(checked_id(part, "group") for part in key[: columns - 3])
