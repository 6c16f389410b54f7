"""Rename a campaign, or begin a new one like it."""

from datetime import datetime

from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.setup.create import check_name
from assess.errors import ConflictError
from assess.store.campaigns import add_campaign, change_campaign, check_free
from assess.store.grades import add_grades, grades_of_topic
from assess.store.items import Shown, add_items, items_by_docno
from assess.store.runs import add_run, runs_of, visible_runs
from assess.store.tables import Campaign, StoredItem, StoredRun
from assess.store.topics import add_topics, topics_of

# Settings that belong to one campaign: its money, and the secret of its public page.
OWN_SETTINGS = ("budget",)


def rename_campaign(session: Session, campaign: Campaign, name: str, now: datetime, author: Author) -> None:
    """Give the campaign another name. Links of assessors keep working."""
    check_name(name)
    if name == campaign.name:
        raise ConflictError(f"campaign {name} has this name already")
    check_free(session, name)
    change_campaign(session, campaign, "name", name, now, author.who, author.why)


def duplicate_campaign(session: Session, campaign: Campaign, name: str, now: datetime, author: Author) -> Campaign:
    """Store a draft with the same topics, items, grades, runs, settings and texts; no judgments, people or links.

    Grades that were collected become imported ones. What was set aside is in play again.
    """
    check_name(name)
    settings = {key: value for key, value in campaign.parameters.items() if key not in OWN_SETTINGS}
    if "live" in settings:
        settings["live"] = {key: value for key, value in settings["live"].items() if key != "public"}
    copy = add_campaign(session, name, campaign.seed, settings, now)
    change_campaign(session, copy, "texts", campaign.texts, now, author.who, f"as in {campaign.name}")
    _copy_topics(session, campaign, copy)
    _copy_runs(session, campaign, copy)
    return copy


def _copy_topics(session: Session, campaign: Campaign, copy: Campaign) -> None:
    topics, items = topics_of(session, campaign.id), items_by_docno(session, campaign.id)
    described = {topic.topic: topic.description for topic in topics if topic.description}
    ids = add_topics(session, copy.id, {topic.topic: topic.question for topic in topics}, described)
    for topic in topics:
        shown = {docno: _shown(item) for docno, item in items[topic.topic].items()}
        added = add_items(session, ids[topic.topic], shown)
        add_grades(session, added, grades_of_topic(session, topic.id))


def _shown(item: StoredItem) -> Shown:
    return item.material, item.body


def _copy_runs(session: Session, campaign: Campaign, copy: Campaign) -> None:
    ids = {topic.topic: topic.id for topic in topics_of(session, copy.id)}
    visible = {run.name: run for run in visible_runs(session, campaign.id)}
    for run in runs_of(session, campaign.id):
        id_ = add_run(session, copy.id, run, ids, hidden=run.name not in visible)
        if run.name in visible:
            session.get_one(StoredRun, id_).description = visible[run.name].description
