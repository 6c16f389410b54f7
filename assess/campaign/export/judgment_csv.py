"""Export the judgments as comma-separated values, one row for each, for R and pandas.

Nobody who judged is named: assessors, assignments and HITs have their numbers. Answers that were changed since are left
out, so that the rows are the judgments that ``assess status`` counts, with its words for why some do not count.
"""

import csv
import io
import re
from collections import Counter

from sqlalchemy.orm import Session

from assess.assignments.screening import is_expected
from assess.campaign.export.exported import Exported, counted
from assess.store.judgments import JudgmentDetails, count_superseded, judgment_details
from assess.store.people import challenge_answers
from assess.store.tables import Campaign

HEADINGS = (
    *(
        "judgment",
        "topic",
        "round",
        "item_a",
        "item_b",
        "left",
        "preferred",
        "answer",
        "strength",
        "seconds",
        "changes",
    ),
    *("time", "assessor", "kind", "counts", "reason", "adjudicates", "assignment", "hit", "challenges", "passed"),
)
# A spreadsheet takes a cell that begins like this for a formula, and may run it.
FORMULA = re.compile(r"[=+\-@]")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
REPLACEMENT = "\ufffd"


def export_csv(session: Session, campaign: Campaign) -> Exported:
    """Every judgment with what is known about how it was made, in the notation of RFC 4180."""
    given, passed = Counter[int | None](), Counter[int | None]()
    for answer in challenge_answers(session, campaign.id):
        given[answer.assignment_id] += 1
        passed[answer.assignment_id] += is_expected(answer.value, answer.expected)
    text, names = io.StringIO(newline=""), set[str]()
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    for judgment in judgment_details(session, campaign.id):
        names |= {judgment.topic, judgment.docno_a, judgment.docno_b}
        own = judgment.assignment_id
        writer.writerow((*_cells(judgment), given[own], passed[own]))
    return Exported(text.getvalue(), _remarks(names, count_superseded(session, campaign.id)))


def _cells(judgment: JudgmentDetails) -> tuple[object, ...]:
    """The cells of a row; empty where there is nothing to say."""
    tie = judgment.preferred is None
    answer = "tie" if tie else "left" if judgment.preferred == judgment.left else "right"
    return (
        judgment.id,
        *map(harmless, (judgment.topic,)),
        judgment.round_,
        *map(harmless, (judgment.docno_a, judgment.docno_b, judgment.left, judgment.preferred or "")),
        answer,
        None if tie else judgment.strength,
        judgment.seconds,
        judgment.changes,
        f"{judgment.at:%Y-%m-%dT%H:%M:%SZ}",
        judgment.assessor_id,
        judgment.kind,
        _logical(judgment.reason is None),
        judgment.reason,
        _logical(judgment.adjudicates),
        judgment.assignment_id,
        judgment.hit_id,
    )


def _logical(value: bool) -> str:
    """TRUE or FALSE: R and pandas read both without being told."""
    return "TRUE" if value else "FALSE"


def harmless(name: str) -> str:
    """The name as a cell that no program takes for a formula or a command."""
    plain = CONTROL.sub(REPLACEMENT, name)
    return f"'{plain}" if FORMULA.match(plain) else plain


def _remarks(names: set[str], superseded: int) -> tuple[str, ...]:
    remarks = []
    if superseded:
        changed_later = counted(superseded, "answer was", "answers were")
        remarks.append(f"{changed_later} changed later: --as jsonl also has what was answered first")
    if changed := sorted(name for name in names if harmless(name) != name):
        remarks.append(
            f"{counted(len(changed), 'name')}, such as {harmless(changed[0])!r}, got an apostrophe or lost control "
            "characters, so that no spreadsheet takes it for a formula"
        )
    return tuple(remarks)
