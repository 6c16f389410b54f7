"""Decide a pairing on which people disagree."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.access.links import ORGANISER
from assess.campaign.corrections.correction import Corrected
from assess.campaign.corrections.fields import optional_text_field, text_field
from assess.campaign.judging.disagreements import Disagreement, list_disagreements
from assess.campaign.settings import settings_of
from assess.errors import ConflictError, ParameterError
from assess.store.assessors import get_or_create_assessor
from assess.store.disagreements import add_decision, restore_decisions, revoke_decisions, revoked_among
from assess.store.items import item_named
from assess.store.tables import Assessor, Campaign, CampaignChange
from assess.store.topics import topic_named
from assess.tournament.pairings import pair_of


@dataclass(frozen=True)
class Adjudicate:
    """Decide the pairing of *docno* and *other* for the one that is *preferred*; None decides that they are tied.

    The decision is a judgment of the organiser in the log. It decides the pairing alone, in each round in which people
    disagree, and overrules decisions of other adjudicators. What people said before stays in the log and goes on
    counting as edges of the graph.
    """

    field: ClassVar[str] = "adjudicate"
    topic: str
    docno: str
    other: str
    preferred: str | None

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        items = {docno: item_named(session, campaign, self.topic, docno).id for docno in (self.docno, self.other)}
        if self.preferred is not None and self.preferred not in items:
            raise ParameterError(f"found {self.preferred} preferred, expected {self.docno}, {self.other} or a tie")
        found, overruled = self._disagreements(session, campaign), list[int]()
        for known in found:
            overruled += _overruled(campaign, known)
        revoke_decisions(session, overruled, now)
        organiser = _organiser(session, campaign)
        preferred = None if self.preferred is None else items[self.preferred]
        decisions = [
            add_decision(session, organiser, known.pairing.pairing_id, known.pairing.item_a_id, preferred, now)
            for known in found
        ]
        named = {"topic": self.topic, "docno": self.docno, "other": self.other, "preferred": self.preferred}
        return Corrected([found[0].pairing.topic_id], {"decisions": overruled}, named | {"decisions": decisions})

    def _disagreements(self, session: Session, campaign: Campaign) -> list[Disagreement]:
        pair = pair_of(self.docno, self.other)
        found = [known for known in list_disagreements(session, campaign, self.topic) if known.pair == pair]
        if not found:
            raise ConflictError(
                f"topic {self.topic}: there is no disagreement on {self.docno} and {self.other}: "
                f"assess disagreements {campaign.name} lists those there are"
            )
        return found

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        if revoked_among(session, change.new["decisions"]):
            raise ConflictError("this decision was taken back since")
        revoke_decisions(session, change.new["decisions"], now)
        restore_decisions(session, change.old["decisions"])
        return Corrected([topic_named(session, campaign, change.new["topic"]).id], change.new, change.old)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "Adjudicate":
        if "preferred" not in fields:
            raise ParameterError("found no field preferred, expected one of the two docnos, or null for a tie")
        named = [text_field(fields, name) for name in ("topic", "docno", "other")]
        return cls(named[0], named[1], named[2], optional_text_field(fields, "preferred"))


def _organiser(session: Session, campaign: Campaign) -> int:
    """The id of the assessor that stands for the organiser."""
    counted = settings_of(campaign).counts("organiser")
    number = get_or_create_assessor(session, campaign.id, "organiser", ORGANISER, counted=counted)
    if session.get_one(Assessor, number).discarded_from is not None:
        raise ConflictError(f"the decisions of the organiser are discarded: assess changes {campaign.name} lists it")
    return number


def _overruled(campaign: Campaign, known: Disagreement) -> list[int]:
    """Ids of the earlier decisions. One that was made by command must be undone first."""
    if any(decision.kind == "organiser" for decision in known.decisions):
        raise ConflictError(
            f"topic {known.pairing.topic}: {' and '.join(known.pair)} were decided by command already: "
            f"assess changes {campaign.name} lists it, assess undo takes it back"
        )
    return [decision.judgment_id for decision in known.decisions]
