"""The material of a report on a campaign, read from its database. It tells nothing about who judged."""

from collections import Counter

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.analysis.section import Column, Section
from assess.campaign.analysis import judgments_of, levels_of
from assess.campaign.judging.topic_state import is_plain
from assess.campaign.settings import CampaignSettings, settings_of
from assess.campaign.status import campaign_status
from assess.formats.scores import Scores
from assess.live.board_scores import read_table
from assess.live.side_by_side import side_by_side
from assess.live.view_settings import live_settings
from assess.report.machines import machines_section
from assess.report.material import Material, numbered
from assess.store.grades import grades_of
from assess.store.progress import progress_of
from assess.store.tables import Assignment, Campaign
from assess.store.topics import questions_of
from assess.tournament import FREE, Parameters
from assess.tournament.strategies.topk import effort_of

WITHHELD = "not printed: it would undo the letters of a blind campaign; 'assess status' shows it"
COUNTED = {"people": "those of people", "machines": "those of machines alone", "both": "those of people and machines"}
STATES = {
    "finished": "kept",
    "discarded": "discarded",
    "returned": "given back",
    "expired": "expired",
    "held": "in hand",
}


def campaign_material(session: Session, campaign: Campaign, cost: Section | None, date: str = "") -> Material:
    """Everything that is stored about the campaign now; *cost* is what its crowd was paid."""
    grades, settings = grades_of(session, campaign.id), settings_of(campaign)
    return Material(
        title=campaign.texts.get("title") or campaign.name,
        judgments=numbered(judgments_of(session, campaign), campaign.seed),
        grades=grades,
        levels=levels_of(session, campaign) if grades or is_plain(session, campaign) else {},
        questions=questions_of(session, campaign.id),
        run_names=read_table(session, campaign).run_names,
        scores=_scores(session, campaign),
        k=settings.parameters.k,
        seed=campaign.seed,
        date=date,
        cost=cost,
        work=_work(session, campaign),
        machines=machines_section(side_by_side(session, campaign)),
        facts=_facts(session, campaign),
        assumed=_assumed(campaign),
        remarks=_remarks(session, campaign),
    )


def _scores(session: Session, campaign: Campaign) -> Scores:
    """The stored scores of the runs that are not hidden, by their shown names."""
    scores: Scores = {}
    for measure in live_settings(campaign).measures:
        table = read_table(session, campaign, measure)
        if table.runs:
            of_topic = zip(table.topics, table.scores.tolist(), strict=True)
            scores[measure] = {topic: dict(zip(table.run_names, row, strict=True)) for topic, row in of_topic}
    return scores


def _facts(session: Session, campaign: Campaign) -> list[tuple[str, str | int]]:
    status, progress = campaign_status(session, campaign), progress_of(session, campaign.id)
    return [
        ("campaign", f"{status.name}, {status.state}"),
        ("judgments that count", COUNTED[settings_of(campaign).counted]),
        ("topics that are done", progress.done),
        ("items", status.items),
        ("candidates", status.candidates),
        ("pairings asked for", status.pairings),
        ("judgments still missing", progress.missing),
    ]


def _work(session: Session, campaign: Campaign) -> Section:
    """The assignments by what became of them."""
    query = select(Assignment.state).where(Assignment.campaign_id == campaign.id, Assignment.kind != "training")
    states = Counter(session.scalars(query))
    rows = tuple((STATES.get(state, state), number) for state, number in sorted(states.items()))
    columns = (Column("assignments", "text"), Column("number"))
    notes = ("discarded: a challenge was failed, so its judgments do not count",) if rows else ()
    return Section("assignments", "Assignments", columns, rows, notes or ("nobody has taken an assignment",))


def _assumed(campaign: Campaign) -> list[tuple[str, str]]:
    settings, live = settings_of(campaign), live_settings(campaign)
    parameters = settings.parameters
    return [
        ("strategy", settings.strategy),
        ("k: best items sought for each topic", str(parameters.k)),
        *_ends(settings),
        ("judgments for each pairing", str(parameters.votes)),
        *_overlap(parameters),
        ("answers that a pair offers", str(settings.answers)),
        ("measures, the main one first", ", ".join(live.measures)),
        ("graph of PGC", live.graph),
        ("names of runs", "letters instead of names" if live.blind else "shown"),
        ("seed of the campaign and of the intervals", WITHHELD),
    ]


def _overlap(parameters: Parameters) -> list[tuple[str, str]]:
    if not parameters.overlap:
        return []
    return [(f"the same for {parameters.overlap:.0%} of pairings, drawn at random", str(parameters.votes_in_overlap))]


def _ends(settings: CampaignSettings) -> list[tuple[str, str]]:
    """What decides when a topic is over."""
    parameters = settings.parameters
    if settings.strategy in FREE:
        recall = "none" if parameters.recall is None else f"{parameters.recall:g}"
        most = f"{effort_of(parameters):.0%}"
        return [("expected recall to reach", recall), ("most judgments, beside those of two stages", most)]
    return [
        ("F: largest pool for a round robin", str(parameters.few)),
        ("P: pairings of an item in a round", str(parameters.per_item)),
    ]


def _remarks(session: Session, campaign: Campaign) -> list[str]:
    missing = progress_of(session, campaign.id).missing
    return [f"The campaign is not complete: {missing:,} judgments are missing."] if missing else []
