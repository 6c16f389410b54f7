"""A release of a campaign for others: all its judgments, without anything that identifies an assessor."""

import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from io import BytesIO
from random import Random
from typing import Any

from sqlalchemy.orm import Session

from assess.campaign.export.log import json_line
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_grades
from assess.formats.topics import format_topics
from assess.store.judgments import LoggedJudgment, judgment_log
from assess.store.tables import Campaign
from assess.store.topics import questions_of

# The earliest date of a zip archive. A fixed date makes equal releases equal to the byte.
EPOCH = (1980, 1, 1, 0, 0, 0)
# Fields that could tell who an assessor is, or when they worked. Database ids are replaced by line numbers.
WITHHELD = {"id", "identity", "at"}

# The names in the paper.
SYMBOLS = {"few": "F", "per_item": "P"}

README = """# {name}

Preference judgments of the campaign "{name}": {judgments:,} judgments by {assessors:,} assessors on {topics:,} topics.
The log has {others:,} more that do not count or were superseded.

| file | content |
|---|---|
| `topics.jsonl` | topic, question |
| `grades.qrels` | topic Q0 docno grade |
| `preferences.txt` | topic winner loser: one line for each judgment that holds, ties left out |
| `judgments.jsonl` | the whole log in its order: a JSON object a line |

Fields of `judgments.jsonl`: `number` counts the lines; `topic`, `round`; `docno_a` and `docno_b`, the items compared;
`left`, the one shown on the left; `preferred`, null for a tie; `strength`, 2 for "definitely"; `seconds`; `changes`
of mind before answering; `supersedes`, the number of the judgment that this one corrects; `assessor`, a number, and
its `kind`; `counts`, false where its assignment was discarded for a failed challenge or never finished, or where it
was taken back; `adjudicates`, true where it decides a disagreement of others alone. Judgments that do not count or are
superseded are not in `preferences.txt`.

Assessors are numbered in random order. Their identities, the times of day and the seed of that order are withheld.

Parameters: {parameters}.
"""


def release_files(session: Session, campaign: Campaign) -> dict[str, str]:
    """File name to content; the same campaign gives the same bytes each time."""
    log = list(judgment_log(session, campaign.id))
    numbers = _numbers(log, Random(f"{campaign.seed}/release"))
    superseded = {logged.supersedes for logged in log}
    counting = [logged for logged in log if logged.counts and logged.id not in superseded]
    topics = questions_of(session, campaign.id)
    return {
        "README.md": README.format(
            name=campaign.name,
            judgments=len(counting),
            assessors=len({(logged.kind, logged.identity) for logged in counting}),
            others=len(log) - len(counting),
            topics=len(topics),
            parameters=", ".join(f"{SYMBOLS.get(name, name)} = {value}" for name, value in campaign.parameters.items()),
        ),
        "topics.jsonl": format_topics(topics, "jsonl"),
        "grades.qrels": export_grades(session, campaign),
        "preferences.txt": export_preferences(session, campaign),
        "judgments.jsonl": "".join(map(json_line, _without_identities(log, numbers))),
    }


def zip_archive(folder: str, files: Mapping[str, str]) -> bytes:
    """The files in a folder inside a zip archive."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"{folder}/{name}", EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


Who = tuple[str, str]


def _numbers(log: Iterable[LoggedJudgment], rng: Random) -> dict[Who, int]:
    """A number for each assessor, from 1, in random order."""
    assessors = sorted({(logged.kind, logged.identity) for logged in log})
    rng.shuffle(assessors)
    return {who: number for number, who in enumerate(assessors, start=1)}


def _without_identities(log: Iterable[LoggedJudgment], numbers: Mapping[Who, int]) -> Iterable[dict[str, Any]]:
    lines: dict[int | None, int | None] = {None: None}
    for line, logged in enumerate(log, start=1):
        lines[logged.id] = line
        fields = {name.removesuffix("_"): value for name, value in asdict(logged).items() if name not in WITHHELD}
        assessor = numbers[logged.kind, logged.identity]
        yield {"number": line} | fields | {"supersedes": lines[logged.supersedes], "assessor": assessor}
