"""Add topics, items, grades, and texts of items that had none, to a campaign that is not closed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.content import Compared, Content, check_shown, compare, parse_content
from assess.campaign.corrections.correction import Corrected
from assess.campaign.judging.grading import ask_for_grades
from assess.campaign.judging.topic_state import is_plain
from assess.campaign.settings import settings_of
from assess.campaign.setup.sources import Sources
from assess.errors import ConflictError
from assess.store.grades import add_grades, imported_grades
from assess.store.items import add_items, item_ids, items_by_docno
from assess.store.progress import lock_topics
from assess.store.removal import first_asked, recount_ungraded, remove_items, remove_topics, withdraw_gradings
from assess.store.tables import Campaign, CampaignChange, StoredItem
from assess.store.topics import add_topics, topic_ids

# What is recorded: topics, items and texts by name, and the grades.
Added = dict[str, Any]


@dataclass(frozen=True)
class AddContent:
    """Add what the campaign does not have; the same is passed over, what differs is refused.

    New items become candidates by the usual rule. New candidates change the draw of a topic's rounds: judgments count
    where the new draw asks for them, and stay edges elsewhere. With grading, items without a grade are asked for.
    """

    field: ClassVar[str] = "extend"
    sources: Sources

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        found = compare(session, campaign, self.sources)
        check_addable(campaign, found)
        lock_topics(session.connection(), topic_ids(session, campaign.id).values())
        plain = is_plain(session, campaign)
        added = _add(session, campaign, found.new)
        touched = _touched(session, campaign, added, plain=plain)
        _ask_grades(session, campaign, touched)
        if campaign.state != "draft":
            check_shown(session, campaign, touched)
        return Corrected(touched, None, added | {"same": found.same})

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        added: Added = change.new
        lock_topics(session.connection(), topic_ids(session, campaign.id).values())
        plain, touched = is_plain(session, campaign), _touched(session, campaign, added, plain=None)
        _remove(session, campaign, added)
        left = set(topic_ids(session, campaign.id).values())
        touched = left if is_plain(session, campaign) != plain else touched & left
        _ask_grades(session, campaign, touched)
        return Corrected(touched, added, None)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "AddContent":
        return cls(parse_content(fields))


def check_addable(campaign: Campaign, found: Compared) -> None:
    """Raise if the campaign is closed, if something differs from what it has, or if nothing is new."""
    if campaign.state == "closed":
        raise ConflictError(f"campaign {campaign.name} is closed: assess reopen {campaign.name} first")
    if found.differing:
        names = list(found.differing.names())
        more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
        raise ConflictError(
            f"campaign {campaign.name} has {names[0]}{more} already, and differently: "
            f"assess correct {campaign.name} replaces what differs"
        )
    if not found.new:
        unplaced = f"; {found.unplaced:,} items name no topic and are in none" if found.unplaced else ""
        raise ConflictError(f"campaign {campaign.name} has all of this already: {found.same:,} the same{unplaced}")


def _add(session: Session, campaign: Campaign, new: Content) -> Added:
    """Store what is new; return what is recorded of it."""
    stored = items_by_docno(session, campaign.id)
    questions = {topic: question for topic, (question, _) in new.topics.items()}
    described = {topic: text for topic, (_, text) in new.topics.items() if text}
    ids = add_topics(session, campaign.id, questions, described)
    texts: dict[str, list[str]] = {}
    items: dict[str, list[str]] = {}
    for topic, given in new.items.items():
        known = stored.get(topic, {})
        for docno in given.keys() & known.keys():
            known[docno].material, known[docno].body = given[docno]
            texts.setdefault(topic, []).append(docno)
        if unknown := {docno: shown for docno, shown in given.items() if docno not in known}:
            add_items(session, ids[topic], unknown)
            items[topic] = sorted(unknown)
    session.flush()
    for topic, grades in new.grades.items():
        found = item_ids(session, ids[topic])
        add_grades(session, found, grades)
        withdraw_gradings(session, [found[docno] for docno in grades])
    texts = {topic: sorted(docnos) for topic, docnos in texts.items()}
    return {"topics": list(new.topics), "items": items, "texts": texts, "grades": new.grades}


def _touched(session: Session, campaign: Campaign, added: Added, *, plain: bool | None) -> set[int]:
    """The topics that something was added to; all of them if the campaign had no grades (*plain*) and has some now."""
    ids = topic_ids(session, campaign.id)
    if plain is not None and plain != is_plain(session, campaign):
        return set(ids.values())
    named = {*added["topics"], *added["items"], *added["texts"], *added["grades"]}
    return {ids[topic] for topic in named if topic in ids}


def _ask_grades(session: Session, campaign: Campaign, topics: Collection[int]) -> None:
    """With grading, ask for the grades that are missing, also where they were not asked for before."""
    recount_ungraded(session, topics)
    settings = settings_of(campaign)
    if campaign.state != "draft" and settings.grading:
        for topic_id in topics:
            ask_for_grades(session, topic_id, settings.graders)
        recount_ungraded(session, topics)


def _remove(session: Session, campaign: Campaign, added: Added) -> None:
    """Remove what was added. Raises if somebody was asked about it, or if it was changed since."""
    stored, ids = items_by_docno(session, campaign.id), topic_ids(session, campaign.id)
    if gone := [topic for topic in (*added["topics"], *added["items"]) if topic not in ids]:
        raise ConflictError(f"topic {gone[0]} was removed since")
    for topic in added["topics"]:
        if set(stored[topic]) - set(added["items"].get(topic, ())):
            raise ConflictError(f"topic {topic} got more items since: undo that first")
    new, bare = _items(stored, added["items"]), _items(stored, added["texts"])
    if asked := first_asked(session, [item.id for item in (*new, *bare)]):
        raise ConflictError(
            f"somebody was asked about item {asked.docno} already, so that it cannot be removed: "
            f"assess aside {campaign.name} TOPIC DOCNO sets it aside"
        )
    _remove_grades(session, campaign, added["grades"])
    for item in bare:
        item.material, item.body = "text", None
    session.flush()
    withdraw_gradings(session, [item.id for item in bare])
    remove_items(session, [item.id for item in new])
    remove_topics(session, [ids[topic] for topic in added["topics"]])


def _items(stored: Mapping[str, Mapping[str, StoredItem]], names: Mapping[str, list[str]]) -> list[StoredItem]:
    """The items of these names. One that was removed since is left out."""
    docnos = [(topic, docno) for topic, found in names.items() for docno in found]
    return [stored[topic][docno] for topic, docno in docnos if docno in stored.get(topic, {})]


def _remove_grades(session: Session, campaign: Campaign, grades: Mapping[str, Mapping[str, float]]) -> None:
    stored = imported_grades(session, campaign.id)
    for topic, found in grades.items():
        for docno, grade in found.items():
            row = stored.get(topic, {}).get(docno)
            if row is None or row.grade != grade:
                raise ConflictError(f"topic {topic}: the grade of {docno} was corrected or removed since")
            session.delete(row)
    session.flush()
