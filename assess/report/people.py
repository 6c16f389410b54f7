"""Sections on the people who judged, by number."""

import numpy as np

from assess.analysis.section import Column, Row, Section
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.stats.agreement.people import left_preferences


def people_section(table: JudgmentTable) -> Section:
    """A row for each person, most judgments first."""
    columns = [Column("person", "text"), Column("judgments"), Column("topics"), Column("ties", "share")]
    columns += [
        Column("left", "share"),
        Column("median seconds", "number"),
        Column("compared"),
        Column("agree", "share"),
    ]
    order = np.argsort(-np.bincount(table.assessor[table.assessor >= 0], minlength=len(table.assessors)), kind="stable")
    rows = tuple(_row(table, int(who)) for who in order)
    notes = [
        "people are numbered at random; nothing here says who they are",
        "left: share of preferences for the item on the left, without ties",
        "agree: share of the judgments by others of the same pairs (compared) that gave the same answer",
    ]
    reasons = {
        "left": "the person preferred no item, or the sides are not known",
        "median seconds": "no time is known",
        "agree": "nobody else judged these pairs",
    }
    for place, column in enumerate(columns):
        if any(row[place] is None for row in rows):
            notes.append(f"{column.name}, -: not defined because {reasons[column.name]}")
    return Section("people", "People", tuple(columns), rows, tuple(notes))


def _row(table: JudgmentTable, who: int) -> Row:
    own = table.assessor == who
    seconds = table.seconds[own & np.isfinite(table.seconds)]
    left, sided = left_preferences(table, np.flatnonzero(own))
    same, compared = _agreement(table, own)
    return (
        table.assessors[who],
        int(own.sum()),
        len(set(table.topic_of_pair[table.pair[own]].tolist())),
        float(np.mean(table.answer[own] == 0)),
        left / sided if sided else None,
        float(np.median(seconds)) if len(seconds) else None,
        compared,
        same / compared if compared else None,
    )


def _agreement(table: JudgmentTable, own: "np.typing.NDArray[np.bool_]") -> tuple[int, int]:
    """How many of others' judgments of the person's pairs gave the same answer, and how many there are."""
    place, answers = table.pair * 3 + table.folded + 1, 3 * len(table.pairs)
    mine = np.bincount(place[own], minlength=answers).reshape(-1, 3)
    others = np.bincount(place[~own], minlength=answers).reshape(-1, 3)
    return int((mine * others).sum()), int((mine.sum(axis=1) * others.sum(axis=1)).sum())
