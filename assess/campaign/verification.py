"""Rebuild everything that is derived from the log, and compare it with what is stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.assignments.final_grade import final_grade
from assess.campaign.judging.grade_disagreements import by_item
from assess.campaign.judging.rounds import PairingKey, wanted_pairings
from assess.campaign.judging.topic_state import tournament_state
from assess.campaign.settings import settings_of
from assess.store.graders import GivenGrade, collected_grades, given_grades, gradings_of, held_gradings
from assess.store.judgments import count_votes, counted_by_pairing
from assess.store.pairings import held_by_pairing, pairings_of
from assess.store.tables import Assessor, Campaign, StoredPairing, StoredTopic
from assess.store.topics import topics_of


@dataclass(frozen=True)
class Difference:
    """Something that is stored, and what the log says it should be."""

    where: str
    what: str
    stored: object
    rebuilt: object


def verify_campaign(session: Session, campaign: Campaign) -> Iterator[Difference]:
    """Every difference between the campaign's rounds, pairings and counts and those rebuilt from the log."""
    yield from _verify_assessors(session, campaign)
    given = by_item(given_grades(session, campaign.id))
    for topic in topics_of(session, campaign.id):
        yield from _verify_gradings(session, topic, given)
        yield from _verify_pairings(session, topic)
        if campaign.state != "draft" and not topic.ungraded:
            yield from _verify_rounds(session, campaign, topic)


def _verify_assessors(session: Session, campaign: Campaign) -> Iterator[Difference]:
    settings = settings_of(campaign)
    for assessor in session.scalars(select(Assessor).where(Assessor.campaign_id == campaign.id)):
        if assessor.counted != settings.counts(assessor.kind):
            yield Difference(f"assessor {assessor.id}", "counted", assessor.counted, not assessor.counted)


def _verify_gradings(
    session: Session, topic: StoredTopic, given: Mapping[int, Sequence[GivenGrade]]
) -> Iterator[Difference]:
    """Whether each item to grade has as many grades as were given and are held, and the grade that follows."""
    gradings, held = gradings_of(session, topic.id), held_gradings(session, topic.id)
    for grading in gradings:
        where = f"topic {topic.topic}, item {grading.item_id}"
        yield from _compared(where, "grades given", grading.given, len(given.get(grading.item_id, ())))
        yield from _compared(where, "grades held", grading.held, held.get(grading.item_id, 0))
    collected = collected_grades(session, topic.id)
    for item_id, grade in collected.items():
        if rows := given.get(item_id):
            rebuilt = final_grade([row.grade for row in rows])
            yield from _compared(f"topic {topic.topic}, item {item_id}", "grade", grade, rebuilt)
    waiting = sum(grading.given < grading.wanted for grading in gradings)
    yield from _compared(f"topic {topic.topic}", "items to grade", topic.ungraded, waiting)


def _verify_pairings(session: Session, topic: StoredTopic) -> Iterator[Difference]:
    """Whether each pairing has as many judgments, made and held, as the log and the assignments say."""
    counted, held = counted_by_pairing(session, topic.id), held_by_pairing(session, topic.id)
    for pairing in pairings_of(session, topic.id):
        where = f"topic {topic.topic}, pairing {pairing.id}"
        yield from _compared(where, "counted", pairing.counted, counted.get(pairing.id, 0))
        yield from _compared(where, "held", pairing.held, held.get(pairing.id, 0))
    yield from _compared(f"topic {topic.topic}", "judgments", topic.counted, count_votes(session, topic.id))


def _verify_rounds(session: Session, campaign: Campaign, topic: StoredTopic) -> Iterator[Difference]:
    """Whether the topic asks for the pairings that its tournament needs, and is done when there are none."""
    where, wanted = f"topic {topic.topic}", wanted_pairings(session, topic, tournament_state(session, campaign, topic))
    stored = {_key(pairing): pairing for pairing in pairings_of(session, topic.id)}
    # Somebody may hold more judgments of a pairing than it needs since a correction.
    needed = {key: max(missing, stored[key].held if key in stored else 0) for key, missing in wanted.items()}
    asked = {key: pairing.votes - pairing.counted for key, pairing in stored.items() if _is_open(pairing)}
    for key in sorted(needed.keys() | asked.keys()):
        yield from _compared(
            f"{where}, round {key[0]}, items {key[1]} and {key[2]}",
            "judgments missing",
            asked.get(key, 0),
            needed.get(key, 0),
        )
    held = sum(pairing.held for pairing in stored.values() if _is_open(pairing))
    yield from _compared(where, "missing", topic.missing, sum(needed.values()))
    yield from _compared(where, "held", topic.held, held)
    yield from _compared(where, "done", topic.done_at is not None, not wanted)


def _key(pairing: StoredPairing) -> PairingKey:
    return pairing.round_, pairing.item_a_id, pairing.item_b_id


def _is_open(pairing: StoredPairing) -> bool:
    return not pairing.withdrawn and pairing.counted < pairing.votes


def _compared(where: str, what: str, stored: object, rebuilt: object) -> Iterator[Difference]:
    if stored != rebuilt:
        yield Difference(where, what, stored, rebuilt)
