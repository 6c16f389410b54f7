"""Put the pairings into play that a late run needs, so that its score is as fair as that of the other runs.

The items of the other runs were graded or compared. Items that only a late run found were not: its score takes them as
worth nothing. Each such item among the first ranks meets a few items of the topic whose places are known, see
`assess.tournament.late_items`. Everything else needs nothing: what was compared has its place, candidates are compared
by the tournament, and what a grade kept out of the tournament was kept out for every run.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import text_field, whole_number_field
from assess.campaign.judging.topic_state import candidates_of, tournament_state
from assess.campaign.settings import settings_of
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.graph import PreferenceGraph
from assess.store.extra_pairings import IdPair, add_extras, extra_items, items_to_grade, remove_extras
from assess.store.grades import grades_of_topic
from assess.store.items import items_by_docno
from assess.store.judgments import current_judgments
from assess.store.runs import rankings_of_run, run_ids
from assess.store.tables import Campaign, CampaignChange, StoredItem, StoredTopic
from assess.store.topics import topics_of
from assess.tournament.late_items import opponents_of_late_items

# The ranks of a run that are looked at: those that `assess runs` calls compared.
TOP = 10
Items = Mapping[str, StoredItem]


@dataclass
class Need:
    """What a run needs: by topic the items to compare and their opponents, and what must come first.

    ``bare`` items have no text, ``to_grade`` ones wait for a grade, which decides whether they are compared. A topic
    without ``opponents`` has no item whose place is known; nothing is asked in a topic that was closed.
    """

    votes: int
    pairs: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    bare: list[tuple[str, str]] = field(default_factory=list)
    to_grade: int = 0
    without_opponents: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    @property
    def items(self) -> int:
        return sum(len({docno for docno, _ in pairs}) for pairs in self.pairs.values())

    @property
    def judgments(self) -> int:
        return sum(map(len, self.pairs.values())) * self.votes


@dataclass(frozen=True)
class JudgeRun:
    """Ask for the pairings that the first *top* ranks of a run need. Undoing withdraws what nobody has judged."""

    field: ClassVar[str] = "judge"
    run: str
    top: int = TOP

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        need = need_of_run(session, campaign, self.run, self.top)
        check_judgeable(campaign, self.run, need)
        topics = {topic.topic: topic for topic in topics_of(session, campaign.id)}
        items = items_by_docno(session, campaign.id)
        for topic, pairs in need.pairs.items():
            add_extras(session, topics[topic].id, _ids(items[topic], pairs), need.votes, now)
        session.flush()
        recorded = {"run": self.run, "top": self.top, "pairs": need.pairs, "judgments": need.judgments}
        return Corrected([topics[topic].id for topic in need.pairs], None, recorded)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        ids = {topic.topic: topic.id for topic in topics_of(session, campaign.id)}
        touched = {topic: pairs for topic, pairs in change.new["pairs"].items() if topic in ids}
        items = items_by_docno(session, campaign.id)
        for topic, pairs in touched.items():
            remove_extras(session, _ids(items[topic], pairs))
        return Corrected([ids[topic] for topic in touched], change.new, None)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "JudgeRun":
        return cls(text_field(fields, "run"), whole_number_field({"top": TOP, **fields}, "top"))


def check_judgeable(campaign: Campaign, run: str, need: Need) -> None:
    """Raise if the campaign cannot ask for judgments, or if there is nothing to ask."""
    if campaign.state == "closed":
        raise ConflictError(
            f"campaign {campaign.name} is closed: assess reopen {campaign.name} first, and tell the assessors that "
            "there is work again"
        )
    if campaign.state == "draft":
        raise ConflictError(f"campaign {campaign.name} is a draft: assess open {campaign.name} first")
    if not need.pairs:
        raise ConflictError("; ".join([f"run {run} needs no pairing that can be asked", *obstacles(campaign, need)]))


def obstacles(campaign: Campaign, need: Need) -> list[str]:
    """What keeps items of the run from being compared, in words."""
    found = []
    if need.bare:
        such = ", ".join(f"{docno} (topic {topic})" for topic, docno in need.bare[:3])
        found.append(
            f"{len(need.bare):,} items have no text yet, such as {such}: bring them, each with its topic, "
            f"with assess extend {campaign.name} --items FILE"
        )
    if need.to_grade:
        found.append(f"{need.to_grade:,} items wait for a grade, which decides whether they are compared")
    if need.without_opponents:
        found.append(f"no item has a known place in topics {', '.join(need.without_opponents)}")
    if need.closed:
        found.append(f"topics {', '.join(need.closed)} are closed: assess reopen {campaign.name} --topic TOPIC")
    return found


def need_of_run(session: Session, campaign: Campaign, run: str, top: int = TOP) -> Need:
    """The pairings that the first *top* ranks of the run need."""
    if top < 1:
        raise ParameterError(f"found top = {top}, expected at least 1: the ranks of the run to look at")
    runs = run_ids(session, campaign.id)
    if run not in runs:
        raise UnknownNameError(f"found no run {run!r} in campaign {campaign.name}, expected one of: {', '.join(runs)}")
    need = Need(settings_of(campaign).parameters.votes)
    rankings, items = rankings_of_run(session, runs[run]), items_by_docno(session, campaign.id)
    for topic in topics_of(session, campaign.id):
        if topic.topic in rankings:
            _add_topic(session, campaign, topic, rankings[topic.topic].docnos[:top], items[topic.topic], need)
    return need


def _add_topic(
    session: Session, campaign: Campaign, topic: StoredTopic, docnos: list[str], items: Items, need: Need
) -> None:
    """Add what the topic needs."""
    unknown = _unknown(session, campaign, topic, docnos, items)
    if unknown and topic.closed_at:
        need.closed.append(topic.topic)
        return
    bare = [docno for docno in unknown if docno not in items or items[docno].body is None]
    grading = items_to_grade(session, topic.id)
    to_grade = {docno for docno in unknown if docno in items and items[docno].id in grading}
    late = [docno for docno in unknown if docno not in bare and docno not in to_grade]
    need.bare += [(topic.topic, docno) for docno in bare]
    need.to_grade += len(to_grade)
    opponents = opponents_of_late_items(_known_order(session, campaign, topic), settings_of(campaign).parameters.k)
    if late and opponents:
        need.pairs[topic.topic] = [(docno, opponent) for docno in late for opponent in opponents]
    elif late:
        need.without_opponents.append(topic.topic)


def _unknown(session: Session, campaign: Campaign, topic: StoredTopic, docnos: list[str], items: Items) -> list[str]:
    """The docnos that nobody has graded or compared, or is asked to compare."""
    known = set(grades_of_topic(session, topic.id)) | set(candidates_of(session, campaign, topic.id))
    for judgment in current_judgments(session, campaign.id, topic.topic):
        known |= {judgment.docno_a, judgment.docno_b}
    asked = extra_items(session, topic.id)
    known |= {docno for docno, item in items.items() if item.id in asked or item.aside_at is not None}
    return [docno for docno in docnos if docno not in known]


def _known_order(session: Session, campaign: Campaign, topic: StoredTopic) -> list[str]:
    """The items whose places are known, best first: by the tournament, while it goes on by the judgments so far,
    before the first one by grade."""
    state = tournament_state(session, campaign, topic)
    if state.ranking:
        return [docno for place in state.ranking for docno in place]
    judgments = current_judgments(session, campaign.id, topic.topic)
    edges = [(edge.winner, edge.loser) for judgment in judgments if (edge := judgment.edge)]
    return PreferenceGraph(edges).ideal() if edges else candidates_of(session, campaign, topic.id)


def _ids(items: Items, pairs: list[tuple[str, str]]) -> list[IdPair]:
    found = [(items[a].id, items[b].id) for a, b in pairs if a in items and b in items]
    return [(min(pair), max(pair)) for pair in found]
