"""Erase what identifies a person, in every table. `docs/privacy.md` says of each column what becomes of it."""

import re
import sqlite3
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Engine, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from assess.database.engine import is_postgresql, reading, write_lock, writing
from assess.store.append_only import unprotected
from assess.store.links import put_setting, stored_setting
from assess.store.seals import FORGOTTEN, seal_person, sealed_reference
from assess.store.tables import (
    Assessor,
    AssessorKind,
    Assignment,
    Campaign,
    CampaignChange,
    Comment,
    Entry,
    Hit,
    Launch,
    Link,
    Platform,
    Setting,
    Submission,
)

# Says that rows were erased whose old bytes may still be in the file of the database.
UNSWEPT = "erased, not swept"
# Seconds to wait until others let the file be written anew.
SWEEP_TIMEOUT = 5.0
CROWDS: dict[AssessorKind, Platform] = {"worker": "mturk", "panel": "panel"}


def erase_person(session: Session, assessor: Assessor, now: datetime, *, books: bool) -> None:
    """Erase the identity and everything that leads to it. *books*: also the platform's ids of paid work."""
    identity, token = assessor.identity, f"{FORGOTTEN}{assessor.id}"
    if assessor.excluded_at is not None and assessor.seal is None:
        assessor.seal = seal_person(session, assessor)
    submissions = submissions_of(session, assessor)
    names = [identity, *(submission.external_id for submission in submissions)]
    names += session.scalars(select(Assignment.external_id).where(Assignment.assessor_id == assessor.id))
    _erase_work(session, assessor, submissions, books=books)
    _erase_payments(session, assessor, submissions, names, token)
    erase_comments(session, assessor.id)
    _erase_links(session, assessor, token, now)
    _erase_from_reasons(session, assessor.campaign_id, names, token)
    for submission in submissions:
        submission.identity, submission.receipt = token, None
    assessor.identity, assessor.forgotten_at = token, now
    session.flush()
    put_setting(session, UNSWEPT, now.isoformat())


def erase_references(session: Session, assessor: Assessor, now: datetime) -> None:
    """Erase the platform's ids of the paid work of somebody who was forgotten."""
    _erase_work(session, assessor, submissions_of(session, assessor), books=True)
    session.flush()
    put_setting(session, UNSWEPT, now.isoformat())


def erase_comments(session: Session, assessor_id: int) -> None:
    """Erase the texts of comments and flags, and of the answers to them. That a pair was flagged stays."""
    mine = update(Comment).where(Comment.assessor_id == assessor_id)
    session.execute(mine.values(text="", answer=None))


def submissions_of(session: Session, assessor: Assessor) -> list[Submission]:
    """What somebody submitted at the platforms of their campaign."""
    if assessor.kind not in CROWDS:
        return []
    query = (
        select(Submission)
        .join(Launch, Launch.id == Submission.launch_id)
        .where(Launch.campaign_id == assessor.campaign_id, Launch.platform == CROWDS[assessor.kind])
        .where(Submission.identity == assessor.identity)
    )
    return list(session.scalars(query.order_by(Submission.id)))


def entries_of(assessor: Assessor, submissions: Sequence[Submission]) -> ColumnElement[bool]:
    """Whether an entry of the ledger is about the person: their submission, assignment, or a HIT for them alone."""
    own = select(Assignment.id).where(Assignment.assessor_id == assessor.id)
    hits = select(Hit.id).where(Hit.compensates_id.in_(own))
    submitted = [submission.id for submission in submissions]
    return or_(Entry.submission_id.in_(submitted), Entry.assignment_id.in_(own), Entry.hit_id.in_(hits))


def _erase_work(session: Session, assessor: Assessor, submissions: Sequence[Submission], *, books: bool) -> None:
    """Erase the platform's ids and parameters; a submission and its assignment of ours keep the same id."""
    kept: dict[tuple[int, str], str] = {}
    for submission in submissions:
        launch, before = session.get_one(Launch, submission.launch_id), submission.external_id
        # Some panels have no ids of assignments: there it is the person's own.
        if not before.startswith(FORGOTTEN) and (books or before == assessor.identity):
            submission.external_id = sealed_reference(session, launch.id, before)
        kept[launch.link_id, before] = submission.external_id
    for assignment in session.scalars(select(Assignment).where(Assignment.assessor_id == assessor.id)):
        if assignment.external_id and not assignment.external_id.startswith(FORGOTTEN):
            own = f"{FORGOTTEN}{assignment.id}"
            assignment.external_id = kept.get((assignment.link_id, assignment.external_id), own)
        assignment.platform, assignment.completion_code = {}, ""
    if books:
        own_hits = select(Assignment.id).where(Assignment.assessor_id == assessor.id)
        for hit in session.scalars(select(Hit).where(Hit.compensates_id.in_(own_hits), Hit.closed_at.is_not(None))):
            hit.external_id = f"{FORGOTTEN}{hit.id}"


def _erase_payments(
    session: Session, assessor: Assessor, submissions: Sequence[Submission], names: Sequence[str], token: str
) -> None:
    """Erase words of the organiser and the platform about the person from the ledger; amounts and times stay."""
    for entry in session.scalars(select(Entry).where(entries_of(assessor, submissions))):
        entry.reason = None
        entry.note = entry.note and _without(entry.note, names, token)
        if entry.kind == "bonus" and entry.assignment_id is None:
            # Its cause is a plain hash of the identity, which somebody who guesses the identity could recognise.
            entry.cause = entry.token = f"{FORGOTTEN}{entry.id}"


def _erase_links(session: Session, assessor: Assessor, token: str, now: datetime) -> None:
    personal = update(Link).where(
        Link.campaign_id == assessor.campaign_id, Link.kind == assessor.kind, Link.identity == assessor.identity
    )
    session.execute(personal.values(identity=token, revoked_at=func.coalesce(Link.revoked_at, now)))


def _erase_from_reasons(session: Session, campaign_id: int, names: Sequence[str], token: str) -> None:
    """Erase the person's names from the reasons that organisers gave for changes; nothing else of a change."""
    query = select(CampaignChange.id, CampaignChange.why).where(
        CampaignChange.campaign_id == campaign_id, CampaignChange.why.is_not(None)
    )
    rows = [(number, why or "", _without(why or "", names, token)) for number, why in session.execute(query)]
    changed = [(number, after) for number, before, after in rows if after != before]
    if not changed:
        return
    with unprotected(session.connection(), "update", CampaignChange.__tablename__):
        for number, after in changed:
            session.execute(update(CampaignChange).where(CampaignChange.id == number).values(why=after))


def _without(words: str, names: Sequence[str], token: str) -> str:
    """The words with *token* in place of each of the names, where it stands alone."""
    for name in filter(None, names):
        words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", token, words)
    return words


def may_be_due(session: Session) -> bool:
    """Whether anybody may have to be forgotten now, or the file of the database to be swept: a quick look."""
    wished = exists().where(Assessor.withdrawn_at.is_not(None), Assessor.forgotten_at.is_(None))
    kept = exists().where(Campaign.state == "closed", Campaign.parameters["retention"].as_string().is_not(None))
    unswept = exists().where(Setting.name == UNSWEPT)
    return bool(session.scalar(select(or_(wished, kept, unswept))))


def sweep(engine: Engine) -> bool:
    """Remove the old bytes of erased rows from the file of the database; false if others use it: try again later.

    SQLite writes its file anew and empties its write-ahead log. PostgreSQL removes dead rows by itself.
    """
    with reading(engine) as session:
        if stored_setting(session, UNSWEPT) is None:
            return True
    if not is_postgresql(engine) and not _rewrite_file(engine):
        return False
    with writing(engine) as session:
        session.execute(delete(Setting).where(Setting.name == UNSWEPT))
    return True


def _rewrite_file(engine: Engine) -> bool:
    """Write an SQLite file anew and empty its write-ahead log; false if somebody reads or writes for too long."""
    connection = sqlite3.connect(engine.url.database or ":memory:", timeout=SWEEP_TIMEOUT, isolation_level=None)
    try:
        with write_lock(engine):
            connection.execute("VACUUM")
            [busy, *_] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
