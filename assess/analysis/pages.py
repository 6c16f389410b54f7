"""Sections on measures against preferences between whole result pages."""

from collections.abc import Iterable, Mapping
from functools import partial

import numpy as np

from assess.analysis.direction import turned_notes, upward
from assess.analysis.section import SHARE, Column, Row, Section, attempt
from assess.formats.scores import Scores
from assess.model import Judgment
from assess.stats.page_preferences import compare_two_systems, page_agreement, page_table

# What the measure and what people say about each pair of pages.
Answers = tuple[list[int], list[int]]


def page_sections(scores: Scores, pages: Iterable[Judgment]) -> list[Section]:
    """How often each measure agrees with preferences between the pages of two runs for a topic.

    *pages* are judgments whose docnos are names of runs. Those about a run or topic without a score are left out.
    """
    judged = list(pages)
    notes = [
        "share: agree / (agree + disagree); p: exact binomial test against one half; 95 % interval: exact binomial",
        *turned_notes(scores),
    ]
    answers = {measure: _answers(measure, topics, judged) for measure, topics in scores.items()}
    rows: list[Row] = []
    for measure, (measured, preferred) in answers.items():
        if len(measured) < len(judged):
            notes.append(
                f"{measure}: {len(judged) - len(measured):,} judgments are about a run or topic without a score"
            )
        found = attempt(partial(page_agreement, measured, preferred), notes, measure)
        rows.append(
            (measure, found.agree, found.disagree, found.measure_ties, found.page_ties, *found.share, found.p)
            if found
            else (measure, *(None,) * 8)
        )
    names = ("agree", "disagree", "measure ties", "page ties")
    columns = (Column("measure", "text"), *map(Column, names), *SHARE, Column("p", "p"))
    section = Section("pages", "Measures against preferences between pages", columns, tuple(rows), tuple(notes))
    systems = sorted({docno for page in judged for docno in (page.docno_a, page.docno_b)})
    return [section, two_systems_section(answers, systems)] if len(systems) == 2 else [section]


def _answers(measure: str, topics: Mapping[str, Mapping[str, float]], pages: Iterable[Judgment]) -> Answers:
    """What the measure and what people say about each pair of pages: -1 for the run that sorts first, 0, or 1."""
    measured: list[int] = []
    preferred: list[int] = []
    for page in pages:
        values = upward(measure, topics.get(page.topic, {}))
        first, second = sorted((page.docno_a, page.docno_b))
        if first in values and second in values:
            measured.append(int(np.sign(values[second] - values[first])))
            preferred.append(0 if page.preferred is None else -1 if page.preferred == first else 1)
    return measured, preferred


def two_systems_section(answers: Mapping[str, Answers], systems: list[str]) -> Section:
    """The tests of Luo's thesis, for pages of the same two systems; ties are left out."""
    first, second = systems
    notes = [
        "chi-square: whether people and measure are independent, without correction; binomial: whether the measure "
        "prefers both systems equally often, one-sided, exact and by the normal approximation; ties are left out",
        f"1, 2: {first}, {second}; 1/2: pages where the measure prefers 1 and people prefer 2",
    ]
    rows: list[Row] = []
    for measure, (measured, preferred) in answers.items():
        table = page_table(measured, preferred)
        found = attempt(partial(compare_two_systems, table), notes, measure)
        counts = tuple(int(table[row, column]) for row in (0, 2) for column in (0, 2))
        tests = (found.chi_square, found.chi_p, found.p, found.normal_p) if found else (None,) * 4
        rows.append((measure, *counts, *tests))
    said = [
        Column(f"{a}, people {b}", short=f"{i}/{j}") for i, a in enumerate(systems, 1) for j, b in enumerate(systems, 1)
    ]
    columns = (Column("measure", "text"), *said, Column("chi-square", "number"))
    tests_ = (Column("its p", "p"), Column("binomial p, exact", "p"), Column("binomial p, normal", "p", "normal"))
    return Section("two systems", f"{first} against {second}", (*columns, *tests_), tuple(rows), tuple(notes))
