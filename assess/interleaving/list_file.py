"""The file of interleaved lists: JSON lines, one list a line.

::

    {"topic": "t1", "list": 1, "method": "team-draft", "runs": ["A", "B"],
     "items": [{"docno": "d1", "team": "A"}, {"docno": "d4", "team": "B"}]}

(on one line). The items of a balanced list have ``"ranks": {"A": 1, "B": 2}`` instead, without the runs that lack
the item; those of a probabilistic list have ``"team"`` and ``"chances": {"A": 0.9, "B": 0.1}``.
"""

import json
from collections.abc import Mapping
from typing import Any

from assess.formats.syntax.faults import Fault, MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import id_field, objects, text_field
from assess.interleaving.lists import BALANCED, PROBABILISTIC, TEAM_DRAFT, InterleavedList

# Topic and number of the list -> the list.
Lists = dict[tuple[str, int], InterleavedList]


def format_list(topic: str, number: int, shown: InterleavedList) -> str:
    """The line of a list; lists of a topic are numbered from 1."""
    head = {"topic": topic, "list": number, "method": shown.method, "runs": shown.runs}
    items = [_item(shown, place) for place in range(len(shown.docnos))]
    return json.dumps({**head, "items": items}, ensure_ascii=False) + "\n"


def _item(shown: InterleavedList, place: int) -> dict[str, Any]:
    item: dict[str, Any] = {"docno": shown.docnos[place]}
    if shown.teams:
        item["team"] = shown.teams[place]
    if shown.ranks:
        item["ranks"] = {run: rank for run, rank in zip(shown.runs, shown.ranks[place], strict=True) if rank}
    if shown.chances:
        item["chances"] = dict(zip(shown.runs, shown.chances[place], strict=True))
    return item


def parse_lists(data: bytes, source: str = "lists", report: Report = refuse) -> Lists:
    """The lists of a file, all of the same runs and by the same method."""
    lists: Lists = {}
    first: InterleavedList | None = None
    for number, fields in objects(data, source, report):
        try:
            key, shown = _list(fields)
            _check_same(first or shown, shown)
            if key in lists:
                raise MisfitError(f"list {key[1]} of topic {quoted(key[0])} again", "each number once in a topic")
        except MisfitError as misfit:
            report(misfit.at(source, number))
        else:
            first = first or shown
            lists[key] = shown
    if not lists:
        report(Fault(source, 0, "no line to read", "lists written by `assess interleave`"))
    return lists


def _check_same(first: InterleavedList, shown: InterleavedList) -> None:
    if (first.method, first.runs) != (shown.method, shown.runs):
        expected = f"{first.method} of {', '.join(first.runs)} in the whole file"
        raise MisfitError(f"{shown.method} of {', '.join(shown.runs)}", expected, "credit other lists on their own")


def _list(fields: Mapping[str, Any]) -> tuple[tuple[str, int], InterleavedList]:
    method = text_field(fields, "method")
    if method not in (BALANCED, TEAM_DRAFT, PROBABILISTIC):
        expected = f"{TEAM_DRAFT}, {BALANCED} or {PROBABILISTIC}"
        raise MisfitError(
            f"method {quoted(method)}", expected, "give the lists of `assess interleave` first, then the clicks"
        )
    runs = _runs(fields.get("runs"))
    items = fields.get("items")
    if not isinstance(items, list) or not items or not all(isinstance(item, dict) for item in items):
        raise MisfitError(f"items {quoted(items)}", "a list of objects")
    docnos = tuple(id_field(item, "docno") for item in items)
    if len(set(docnos)) < len(docnos):
        raise MisfitError("an item twice", "each item once in a list")
    shown = InterleavedList(
        method,
        runs,
        docnos,
        tuple(_team(item, runs) for item in items) if method != BALANCED else (),
        tuple(_ranks(item, runs) for item in items) if method == BALANCED else (),
        tuple(_chances(item, runs) for item in items) if method == PROBABILISTIC else (),
    )
    return (id_field(fields, "topic"), list_number(fields.get("list", 1))), shown


def list_number(value: Any) -> int:
    """The number of a list, which lists and clicks have in common."""
    if type(value) is not int or value < 1:
        raise MisfitError(f"list {quoted(value)}", "an integer from 1")
    return value


def _runs(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len({*map(str, value)}) < max(len(value), 2):
        raise MisfitError(f"runs {quoted(value)}", "at least two different tags")
    return tuple(id_field({"run": run}, "run") for run in value)


def _team(item: Mapping[str, Any], runs: tuple[str, ...]) -> str:
    team = text_field(item, "team")
    if team not in runs:
        raise MisfitError(f"team {quoted(team)}", f"one of {', '.join(runs)}")
    return team


def _ranks(item: Mapping[str, Any], runs: tuple[str, ...]) -> tuple[int, ...]:
    ranks = item.get("ranks")
    fits = isinstance(ranks, dict) and ranks and all(type(rank) is int and rank > 0 for rank in ranks.values())
    if not isinstance(ranks, dict) or not fits or not set(ranks) <= set(runs):
        raise MisfitError(f"ranks {quoted(ranks)}", "the rank of the item, from 1, in the runs that have it")
    return tuple(ranks.get(run, 0) for run in runs)


def _chances(item: Mapping[str, Any], runs: tuple[str, ...]) -> tuple[float, ...]:
    found = item.get("chances")
    values: list[Any] = [found.get(run) for run in runs] if isinstance(found, dict) else []
    chances = tuple(float(value) for value in values if type(value) in (int, float) and 0 <= value <= 1)
    if len(chances) < len(runs) or abs(sum(chances) - 1) > 1e-6:
        raise MisfitError(f"chances {quoted(found)}", f"a chance for each of {', '.join(runs)}, 1 in all")
    return chances
