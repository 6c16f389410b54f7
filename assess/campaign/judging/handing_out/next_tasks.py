"""Choose the tasks of a new assignment: training, then grading, then pairings that the person has not had yet."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from assess.assignments.packing import pack
from assess.campaign.judging.disagreements import undecided
from assess.campaign.judging.handing_out.challenge_tasks import ChallengeTasks
from assess.campaign.judging.handing_out.terms import Terms
from assess.campaign.judging.training import choose_training
from assess.campaign.settings import settings_of
from assess.model import Pairing, Question
from assess.store.assignments import NewTask, latest_topic
from assess.store.disagreements import SaidRow
from assess.store.graders import hold_gradings, open_gradings
from assess.store.progress import (
    OpenPairing,
    asked_pairings,
    lock_topics,
    most_telling_pairings,
    open_pairings,
    open_topics,
    take_pairings,
    ungraded_topics,
)
from assess.store.tables import AssignmentKind, Campaign, Purpose
from assess.store.topics import topic_ids
from assess.tournament import FREE, Request


@dataclass(frozen=True)
class Asker:
    """Somebody who asks for work, what their judgments are for, and the terms of their assignments."""

    assessor_id: int
    purpose: Purpose
    terms: Terms


def choose_tasks(
    session: Session, campaign: Campaign, asker: Asker, rng: Random
) -> tuple[AssignmentKind, list[NewTask]]:
    """The kind and the tasks of a new assignment. The tasks are held from now on; there may be none.

    Judgments beside the tournament hold nothing: they are of pairings that others may be judging or have judged. An
    adjudicator gets the pairings on which others disagree, and nothing else.
    """
    if asker.purpose == "adjudication":
        return "judging", _choose_disagreements(session, campaign, asker, rng)
    training = choose_training(session, campaign, asker.assessor_id)
    if training:
        return "training", training
    if asker.purpose == "beside":
        return "judging", _choose_beside(session, campaign, asker, rng)
    gradings = _choose_gradings(session, campaign, asker) if settings_of(campaign).grading else []
    if gradings:
        return "grading", gradings
    return "judging", _choose_pairings(session, campaign, asker.assessor_id, asker.terms, rng)


def _assigned(session: Session, campaign: Campaign, terms: Terms, topics: Iterable[int]) -> list[int]:
    """Those of the topics that the person may get."""
    if not terms.topics:
        return list(topics)
    ids = topic_ids(session, campaign.id)
    assigned = {ids[topic] for topic in terms.topics if topic in ids}
    return [topic_id for topic_id in topics if topic_id in assigned]


def _choose_beside(session: Session, campaign: Campaign, asker: Asker, rng: Random) -> list[NewTask]:
    """Pairings of the tournament that the assessor has not had yet, judged or not."""
    connection, chosen = session.connection(), list[OpenPairing]()
    size = asker.terms.pairings + asker.terms.challenges
    for topic_id in _assigned(session, campaign, asker.terms, topic_ids(session, campaign.id).values()):
        chosen += asked_pairings(connection, topic_id, asker.assessor_id, size - len(chosen))
        if len(chosen) == size:
            break
    challenges = ChallengeTasks(session, campaign, asker.assessor_id)
    return _packed(challenges.mixed_into(chosen, asker.terms, rng), challenges, asker.terms, rng)


def _choose_disagreements(session: Session, campaign: Campaign, asker: Asker, rng: Random) -> list[NewTask]:
    found = [known.pairing for known in undecided(session, campaign, asker.assessor_id)]
    topics = set(_assigned(session, campaign, asker.terms, {row.topic_id for row in found}))
    chosen = [_open(row) for row in found if row.topic_id in topics][: asker.terms.pairings]
    return _packed(chosen, ChallengeTasks(session, campaign, asker.assessor_id), asker.terms, rng)


def _open(row: SaidRow) -> OpenPairing:
    """The pairing, to be judged once more."""
    items = (row.item_a_id, row.docno_a, row.item_b_id, row.docno_b)
    return OpenPairing(row.pairing_id, row.topic_id, row.topic, row.round_, *items, missing=1)


def _choose_gradings(session: Session, campaign: Campaign, asker: Asker) -> list[NewTask]:
    """Items that need one more grader, and that the assessor has not had yet."""
    terms, tasks = asker.terms, list[NewTask]()
    for topic_id in _assigned(session, campaign, terms, ungraded_topics(session, campaign.id)):
        items = open_gradings(session, topic_id, asker.assessor_id, terms.pairings - len(tasks))
        tasks += [NewTask(topic_id, item_id) for item_id in items]
        if len(tasks) == terms.pairings:
            break
    hold_gradings(session, [task.left_id for task in tasks])
    return tasks


def _choose_pairings(
    session: Session, campaign: Campaign, assessor_id: int, terms: Terms, rng: Random
) -> list[NewTask]:
    connection = session.connection()
    topics = _assigned(session, campaign, terms, open_topics(connection, campaign.id))
    size = terms.pairings + terms.challenges
    if terms.by_topic:
        chosen = _topic_after_topic(connection, topics, assessor_id, size, rng)
    elif settings_of(campaign).strategy in FREE:
        chosen = most_telling_pairings(connection, topics, assessor_id, size)
    else:
        chosen = _mixed(connection, topics, assessor_id, size, rng)
    challenges = ChallengeTasks(session, campaign, assessor_id)
    chosen = challenges.mixed_into(chosen, terms, rng)
    lock_topics(connection, {pairing.topic_id for pairing in chosen})
    # Before the lock, the topic may have advanced and withdrawn a pairing: keep only those that can be taken.
    taken = take_pairings(connection, [pairing.id for pairing in chosen])
    held = [pairing for pairing in chosen if pairing.id in taken]
    return _packed(held, challenges, terms, rng)


def _topic_after_topic(
    connection: Connection, topics: Sequence[int], assessor_id: int, size: int, rng: Random
) -> list[OpenPairing]:
    """Pairings of the assessor's latest topic, then of the topics after it. A new assessor starts at a random topic."""
    if not topics:
        return []
    latest = latest_topic(connection, assessor_id)
    start = rng.randrange(len(topics)) if latest is None else bisect_left(topics, latest)
    chosen: list[OpenPairing] = []
    for topic_id in (*topics[start:], *topics[:start]):
        chosen += open_pairings(connection, topic_id, assessor_id, size - len(chosen))
        if len(chosen) == size:
            break
    return chosen


def _mixed(
    connection: Connection, topics: Sequence[int], assessor_id: int, size: int, rng: Random
) -> list[OpenPairing]:
    """Pairings of as many topics as possible, equally many of each if that fills the assignment."""
    chosen: dict[int, OpenPairing] = {}
    share = size // max(len(topics), 1)
    for limit in sorted({max(share, 1), min(share + 1, size), size}):
        for topic_id in rng.sample(topics, len(topics)):
            found = open_pairings(connection, topic_id, assessor_id, limit)
            new = [pairing for pairing in found if pairing.id not in chosen]
            chosen |= {pairing.id: pairing for pairing in new[: size - len(chosen)]}
            if len(chosen) == size:
                return list(chosen.values())
    return list(chosen.values())


def _packed(held: Sequence[OpenPairing], challenges: ChallengeTasks, terms: Terms, rng: Random) -> list[NewTask]:
    """The pairings and challenges as tasks, sides and order at random; grouped by topic if *terms* say so."""
    found = {(stored.round_, Pairing(stored.topic, stored.docno_a, stored.docno_b)): stored for stored in held}
    requests = [Request(pairing, round_, stored.missing) for (round_, pairing), stored in found.items()]
    return [
        challenges.task(question, question.challenge)
        if question.challenge is not None
        else _pairing_task(question, found[question.round_ or 0, question.pairing])
        for question in pack(requests, challenges.chosen, rng, by_topic=terms.by_topic)
    ]


def _pairing_task(question: Question, stored: OpenPairing) -> NewTask:
    a, b = stored.item_a_id, stored.item_b_id
    left, right = (a, b) if stored.docno_a == question.left else (b, a)
    return NewTask(stored.topic_id, left, right, stored.id)
