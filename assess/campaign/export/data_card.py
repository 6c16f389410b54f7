"""The data card of a release: what the data are, who judged and how, in numbers and in the words of the campaign.

It has no name of anybody, no comment, and no time of day.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlalchemy.orm import Session

from assess.analysis.cell_text import cell_text
from assess.analysis.judgments import agreement_section
from assess.campaign.analysis import judgments_of
from assess.campaign.export.exported import counted
from assess.campaign.settings import CampaignSettings, settings_of
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.store.changes import changes_of
from assess.store.judgments import REASONS, JudgmentDetails, count_superseded, judgment_details
from assess.store.progress import Progress, progress_of
from assess.store.tables import AssessorKind, Campaign

KINDS: dict[AssessorKind, str] = {
    "invited": "invited people",
    "worker": "workers of a crowdsourcing platform",
    "panel": "participants of a panel",
    "simulated": "simulated people",
    "machine": "machines",
    "organiser": "organisers who decided disagreements",
}
# The words of a campaign that tell what assessors were asked and promised, and their headings.
TOLD = {
    "purpose": "Purpose",
    "instructions": "Instructions",
    "prompt": "Question above each pair",
    "time": "Time",
    "pay": "Pay",
    "consent": "Consent",
}
NO_LICENCE = "**Not said.** The organiser has to choose one: `assess export NAME --as release --licence TEXT`."
NOT_PAID = "The ledger of the campaign has no payment."
# Not the organiser's choice, or nobody else's business.
PRIVATE = {"live", "budget", "workers_known", "training", "scale", "retention"}
# Changes that are about a person.
PERSONAL = {"withdraw", "forget"}
# The names in the paper.
SYMBOLS = {"few": "F", "per_item": "P"}


def data_card(session: Session, campaign: Campaign, licence: str = "", payment: str = "") -> str:
    """The card in Markdown; *licence* and *payment* are the organiser's words about them."""
    judgments = list(judgment_details(session, campaign.id))
    progress, settings = progress_of(session, campaign.id), settings_of(campaign)
    chapters = {
        "What": _what(campaign, judgments, progress),
        "Who judged, and when": _who(judgments),
        "What they were told": _told(campaign, settings),
        "Payment": [payment or NOT_PAID],
        "How": [f"Parameters: {parameters(campaign)}.", _answers(settings), *_changes(session, campaign)],
        "Numbers": _numbers(session, campaign, judgments),
        "Agreement": _agreement(session, campaign),
        "Known limits": [f"* {limit}" for limit in _limits(judgments, progress, settings)],
        "Licence": [licence or NO_LICENCE],
    }
    parts = [f"# Data card of {campaign.name}"]
    for title, lines in chapters.items():
        parts += [f"## {title}", "\n".join(lines) or "Nothing to say."]
    return "\n\n".join(parts) + "\n"


def parameters(campaign: Campaign) -> str:
    """The parameters of the campaign in one line, without what is private."""
    chosen = {name: value for name, value in campaign.parameters.items() if name not in PRIVATE and value is not None}
    return ", ".join(f"{SYMBOLS.get(name, name)} = {value}" for name, value in chosen.items())


def _what(campaign: Campaign, judgments: Sequence[JudgmentDetails], progress: Progress) -> list[str]:
    holding = [judgment for judgment in judgments if judgment.reason is None]
    pairs = {(judgment.topic_id, judgment.item_a_id, judgment.item_b_id) for judgment in holding}
    about = [campaign.texts[name] for name in ("title", "description") if name in campaign.texts]
    return [
        *about,
        f"{counted(len(holding), 'judgment')} of {counted(len(pairs), 'pair')} of items in "
        f"{counted(len({judgment.topic_id for judgment in holding}), 'topic')}: which of two items answers a question "
        f"better. The campaign has {counted(progress.topics, 'topic')}; {progress.done:,} have a complete ranking.",
    ]


def _who(judgments: Iterable[JudgmentDetails]) -> list[str]:
    """How many assessors of each kind, and the months; no smaller time, so that nobody can be found by it."""
    holding = [judgment for judgment in judgments if judgment.reason is None]
    people = Counter(kind for kind, _ in {(one.kind, one.assessor_id) for one in holding})
    made = Counter(one.kind for one in holding)
    rows = [(words, f"{people[kind]:,}", f"{made[kind]:,}") for kind, words in KINDS.items() if people[kind]]
    months = sorted({f"{one.at:%Y-%m}" for one in holding})
    when = f"Judged in {months[0]}" + (f" to {months[-1]}" if len(months) > 1 else "") + "." if months else ""
    return [*_table(("assessors", "number", "judgments that count"), rows), "", when]


def _told(campaign: Campaign, settings: CampaignSettings) -> list[str]:
    lines = []
    for name, heading in TOLD.items():
        if text := campaign.texts.get(name):
            lines += [f"{heading}:", "", *(f"> {line}".rstrip() for line in text.splitlines()), ""]
    if settings.grading:
        rows = [(grade.name, f"{grade.value:g}", grade.guideline) for grade in settings.scale]
        lines += ["Grades:", "", *_table(("grade", "value", "guideline"), rows)]
    return lines or ["The standard words of the judging page: the campaign has no words of its own."]


def _answers(settings: CampaignSettings) -> str:
    ties = "with a tie" if settings.answers % 2 else "without a tie"
    return f"A pair offers {settings.answers} answers, {ties}. Judgments of {settings.counted} count."


def _changes(session: Session, campaign: Campaign) -> list[str]:
    kinds = Counter(change.field for change in changes_of(session, campaign) if change.field not in PERSONAL)
    told = ", ".join(f"{kind} ({number:,})" for kind, number in sorted(kinds.items()))
    return [f"Recorded changes after the campaign was made: {told}."] if told else []


def _numbers(session: Session, campaign: Campaign, judgments: Sequence[JudgmentDetails]) -> list[str]:
    reasons = Counter(judgment.reason for judgment in judgments)
    rows = [("judgments that count", f"{reasons[None]:,}")]
    rows += [(f"not counted: of {reason}", f"{reasons[reason]:,}") for reason in REASONS if reasons[reason]]
    holding = [judgment for judgment in judgments if judgment.reason is None]
    rounds = Counter(judgment.round_ for judgment in holding)
    rows += [
        ("answers changed since, not in these numbers", f"{count_superseded(session, campaign.id):,}"),
        ("ties", f"{sum(judgment.preferred is None for judgment in holding):,}"),
        ("decisions of disagreements", f"{sum(judgment.adjudicates for judgment in holding):,}"),
        *((f"judgments of round {number}", f"{rounds[number]:,}") for number in sorted(rounds)),
    ]
    return _table(("what", "number"), rows)


def _agreement(session: Session, campaign: Campaign) -> list[str]:
    judgments = judgments_of(session, campaign)
    if not judgments:
        return ["No judgment counts yet."]
    section = agreement_section(JudgmentTable.of(judgments))
    kinds = [column.kind for column in section.columns]
    rows = [[cell_text(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in section.rows]
    table = _table([column.name for column in section.columns], rows)
    return [*table, "", *(f"* {note}" for note in section.notes)]


def _limits(judgments: Iterable[JudgmentDetails], progress: Progress, settings: CampaignSettings) -> list[str]:
    kinds = {judgment.kind for judgment in judgments if judgment.reason is None}
    found = ["The texts of the items are not part of the release; their docnos name them."]
    if progress.missing or progress.ungraded:
        found.append(
            f"The campaign is not complete: {counted(progress.missing, 'judgment')} and "
            f"{counted(progress.ungraded, 'grade')} were missing when this was written."
        )
    if settings.parameters.votes == 1:
        found.append("Most pairs were judged once, so the agreement rests on the few that were judged again.")
    if "simulated" in kinds:
        found.append("Judgments of simulated people are part of it: a program made them.")
    if "machine" in kinds:
        found.append("Judgments of machines are part of it; `kind` tells them from those of people.")
    if kinds & {"worker", "panel"}:
        found.append("People of a platform or panel are no sample of all people.")
    return found


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |" for line in lines]
