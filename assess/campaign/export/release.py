"""A release of a campaign for others: all its judgments, without anything that identifies an assessor."""

import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import quote

from sqlalchemy.orm import Session

from assess.campaign.export.data_card import data_card, parameters
from assess.campaign.export.log import json_line
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_grades, export_qrels
from assess.formats.runs import Ranking, Run, format_run
from assess.formats.topics import format_topics
from assess.store.judgments import LoggedJudgment, judgment_log
from assess.store.runs import rankings_of_run
from assess.store.tables import Campaign
from assess.store.topics import questions_of

# The earliest date of a zip archive. A fixed date makes equal releases equal to the byte.
EPOCH = (1980, 1, 1, 0, 0, 0)
# Fields that could tell who an assessor is, or when they worked. Database ids are replaced by line numbers.
WITHHELD = {"id", "identity", "at"}

README = """# {name}

Preference judgments of the campaign "{name}": {judgments:,} judgments by {assessors:,} assessors on {topics:,} topics.
The log has {others:,} more that do not count or were superseded. `datacard.md` tells how the data came about.

| file | content |
|---|---|
| `datacard.md` | what the data are, who judged, when, what they were told, agreement, limits, licence |
| `topics.jsonl` | topic, question |
| `grades.qrels` | topic Q0 docno grade |
| `combined.qrels` | the same, and above the grades the ordered top k of each topic whose ranking is complete |
| `preferences.txt` | topic winner loser: one line for each judgment that holds, ties left out |
| `judgments.jsonl` | the whole log in its order: a JSON object a line |
{runs}
Fields of `judgments.jsonl`: `number` counts the lines; `topic`, `round`; `docno_a` and `docno_b`, the items compared;
`left`, the one shown on the left; `preferred`, null for a tie; `strength`, 2 for "definitely"; `seconds`; `changes`
of mind before answering; `supersedes`, the number of the judgment that this one corrects; `adjudicates`, true where it
decides a disagreement of others alone; `assessor`, a number, and its `kind`; `counts`, false where its assignment
failed a challenge or was never finished, its items were set aside, it was taken back, or its assessor was discarded or
is of a kind that does not count. Judgments that do not count or are superseded are not in `preferences.txt`.

Assessors are numbered in random order. Their identities and comments, the times of day and the seed of that order are
withheld.

Parameters: {parameters}.
"""
RUNS = "| `runs/` | {number} runs, topic Q0 docno rank score tag{blind} |\n"
BLIND = "; their names are replaced by letters, and their scores by numbers that keep the order"


@dataclass(frozen=True)
class ReleaseChoices:
    """What the organiser decides about a release.

    ``runs`` are the ids of the runs to be released, each with the name that it is released by; ``blind``: these are not
    their own names. ``payment`` says in a few words what was paid.
    """

    licence: str = ""
    payment: str = ""
    runs: Mapping[int, str] = field(default_factory=dict)
    blind: bool = False


NOTHING_CHOSEN = ReleaseChoices()


def release_files(session: Session, campaign: Campaign, choices: ReleaseChoices = NOTHING_CHOSEN) -> dict[str, str]:
    """File name to content; the same campaign gives the same bytes each time."""
    log = list(judgment_log(session, campaign.id))
    numbers = _numbers(log, Random(f"{campaign.seed}/release"))
    superseded = {logged.supersedes for logged in log}
    counting = [logged for logged in log if logged.counts and logged.id not in superseded]
    topics = questions_of(session, campaign.id)
    runs = RUNS.format(number=len(choices.runs), blind=BLIND if choices.blind else "") if choices.runs else ""
    return {
        "README.md": README.format(
            name=campaign.name,
            judgments=len(counting),
            assessors=len({(logged.kind, logged.identity) for logged in counting}),
            others=len(log) - len(counting),
            topics=len(topics),
            runs=runs,
            parameters=parameters(campaign),
        ),
        "datacard.md": data_card(session, campaign, choices.licence, choices.payment),
        "topics.jsonl": format_topics(topics, "jsonl"),
        "grades.qrels": export_grades(session, campaign),
        "combined.qrels": export_qrels(session, campaign),
        "preferences.txt": export_preferences(session, campaign),
        "judgments.jsonl": "".join(map(json_line, _without_identities(log, numbers))),
        **_run_files(session, choices),
    }


def _run_files(session: Session, choices: ReleaseChoices) -> dict[str, str]:
    """The runs by file name. Characters that some file system refuses are percent-encoded."""
    found = {}
    for id_, name in choices.runs.items():
        rankings = rankings_of_run(session, id_)
        if choices.blind:
            rankings = {topic: _by_rank(ranking) for topic, ranking in rankings.items()}
        found[f"runs/{quote(name, safe='')}.run"] = format_run(Run(name, rankings))
    return found


def _by_rank(ranking: Ranking) -> Ranking:
    """The ranking with whole numbers as scores, which tell nothing about the system."""
    return Ranking(ranking.docnos, [float(rank) for rank in range(len(ranking.docnos), 0, -1)])


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
    """A number for each assessor, from 1, in random order; the same after somebody was forgotten."""
    assessors = list(dict.fromkeys((logged.kind, logged.identity) for logged in log))
    rng.shuffle(assessors)
    return {who: number for number, who in enumerate(assessors, start=1)}


def _without_identities(log: Iterable[LoggedJudgment], numbers: Mapping[Who, int]) -> Iterable[dict[str, Any]]:
    lines: dict[int | None, int | None] = {None: None}
    for line, logged in enumerate(log, start=1):
        lines[logged.id] = line
        fields = {name.removesuffix("_"): value for name, value in asdict(logged).items() if name not in WITHHELD}
        assessor = numbers[logged.kind, logged.identity]
        yield {"number": line} | fields | {"supersedes": lines[logged.supersedes], "assessor": assessor}
