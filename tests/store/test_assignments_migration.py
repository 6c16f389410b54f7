"""A campaign of revision 0005, whose words were hit and ticket, goes on after the migration to assignment and HIT.

Rows are inserted without ids, so that each table counts its own from 1 and goes on counting after the migration.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from assess.campaign.access.arrivals import arrive
from assess.campaign.access.link_settings import parse_link_settings
from assess.campaign.access.platform_parameters import PRESETS
from assess.campaign.access.tokens import Claim, signing_key
from assess.campaign.judging.refusals import Reason
from assess.campaign.settings import AssignmentSize, settings_of
from assess.database.engine import reading, writing
from assess.recruit.offer import read_terms
from assess.store.hits import hits_in_play
from assess.store.ledger import is_intended
from assess.store.schema import open_database
from assess.store.submissions import submissions_to_pay
from assess.store.tables import Campaign, Launch, Link
from tests.conftest import Judged
from tests.store.old_databases import make_old_database

AT = "'2026-01-31 11:50:00'"
LATER = "'2026-01-31 12:30:00'"
SETTINGS = '{"k": 2, "strategy": "round-robin", "answers": 3, "hits": {"pairings": 6}}'
MTURK = (
    '{"parameters": {"participant": "workerId", "visit": "assignmentId", "unit": "hitId"}, "pairings": 1,'
    ' "hits_per_person": 3}'
)
PROLIFIC = (
    '{"parameters": {"participant": "PROLIFIC_PID", "visit": "SESSION_ID", "unit": "STUDY_ID"},'
    ' "completion_code": "C0DE"}'
)

# Topic t1 has the pairings da-db (judged by worker W1), da-dc (held by anna) and db-dc (judged by P1, then discarded).
CAMPAIGN = [
    f"""INSERT INTO campaign (name, state, seed, parameters, texts, created_at) VALUES
        ('three answers', 'open', 1, '{SETTINGS}', '{{}}', {AT}),
        ('usual answers', 'closed', 1, '{{}}', '{{}}', {AT})""",
    "INSERT INTO topic (campaign_id, topic, question, missing, held, counted) VALUES (1, 't1', 'q?', 2, 1, 1)",
    """INSERT INTO item (topic_id, docno, material, body) VALUES
        (1, 'da', 'text', '"a"'), (1, 'db', 'text', '"b"'), (1, 'dc', 'text', '"c"')""",
    "INSERT INTO grade (item_id, grade, source) VALUES (1, 1, 'imported'), (2, 1, 'imported'), (3, 1, 'imported')",
    """INSERT INTO pairing (topic_id, round, item_a_id, item_b_id, votes, held, counted) VALUES
        (1, 1, 1, 2, 1, 0, 1), (1, 1, 1, 3, 1, 1, 0), (1, 1, 2, 3, 1, 0, 0)""",
    """INSERT INTO assessor (campaign_id, kind, identity) VALUES
        (1, 'worker', 'W1'), (1, 'invited', 'anna'), (1, 'panel', 'P1'), (1, 'worker', 'W2'), (2, 'invited', 'bob')""",
    f"""INSERT INTO link (campaign_id, kind, identity, settings, created_at) VALUES
        (1, 'invited', 'anna', '{{"minutes": 45}}', {AT}), (1, 'worker', NULL, '{MTURK}', {AT}),
        (1, 'panel', NULL, '{PROLIFIC}', {AT}), (2, 'invited', 'bob', '{{}}', {AT})""",
]
WORK = [
    f"""INSERT INTO hit (campaign_id, assessor_id, link_id, kind, state, screened, visit, platform, completion_code,
            taken_at, expires_at, finished_at) VALUES
        (1, 1, 2, 'judging', 'finished', false, 'A1', '{{"hitId": "H1"}}', 'c1', {AT}, {LATER}, {LATER}),
        (1, 2, 1, 'judging', 'held', false, '', '{{}}', 'c2', {AT}, {LATER}, NULL),
        (1, 3, 3, 'judging', 'discarded', true, 'S1', '{{}}', 'c3', {AT}, {LATER}, {LATER}),
        (1, 4, 2, 'judging', 'expired', false, 'A2', '{{"hitId": "H1"}}', 'c4', {AT}, {LATER}, {LATER}),
        (2, 5, 4, 'judging', 'finished', false, '', '{{}}', 'c5', {AT}, {LATER}, {LATER})""",
    """INSERT INTO task (hit_id, position, assessor_id, pairing_id, left_id, right_id, topic_id, expected, released)
        VALUES (1, 1, 1, 1, 1, 2, 1, NULL, false), (2, 1, 2, 2, 3, 1, 1, NULL, false),
        (3, 1, 3, 3, 2, 3, 1, NULL, false), (3, 2, 3, NULL, 1, 2, 1, -1, false), (4, 1, 4, 2, 1, 3, 1, NULL, true)""",
    f"""INSERT INTO judgment (pairing_id, assessor_id, left_id, preferred_id, strength, changes, at) VALUES
        (1, 1, 1, 2, 1, 0, {AT}), (3, 3, 2, 2, 1, 0, {AT})""",
    f"INSERT INTO answer (task_id, value, changes, at) VALUES (4, 1, 0, {AT})",
    f"INSERT INTO comment (campaign_id, assessor_id, hit_id, text, at) VALUES (1, 2, 2, 'A hit!', {AT})",
]
MONEY = [
    f"""INSERT INTO launch (campaign_id, link_id, platform, environment, terms, salt, state, launched_at) VALUES
        (1, 2, 'mturk', 'sandbox', '{{"reward": "2.00", "hits_per_person": 3}}', 'salt1', 'open', {AT}),
        (1, 3, 'panel', '', '{{}}', 'salt2', 'open', {AT})""",
    f"""INSERT INTO ticket (launch_id, kind, compensates_id, assignments, reward, fee, unit, created_at) VALUES
        (1, 'work', NULL, 2, 200, 40, 'H1', {AT}), (1, 'compensation', 4, 1, 100, 20, NULL, {AT})""",
    f"""INSERT INTO submission (launch_id, ticket_id, hit_id, visit, identity, state, submitted_at, seen_at) VALUES
        (1, 1, 1, 'A1', 'W1', 'approved', {AT}, {AT}), (2, NULL, 3, 'S1', 'P1', 'submitted', {AT}, {AT})""",
    f"""INSERT INTO ledger (launch_id, kind, cause, token, ticket_id, submission_id, hit_id, assignments, amount, fee,
            intended_at, outcome, settled_at) VALUES
        (1, 'publish', '1', 'salt1-publish-1-1', 1, NULL, NULL, 2, 400, 80, {AT}, 'done', {AT}),
        (1, 'reward', '1', 'salt1-reward-1-1', 1, 1, 1, 1, 200, 40, {AT}, 'done', {AT}),
        (1, 'bonus', 'hit1', 'salt1-bonus-hit1-1', NULL, 1, 1, 1, 50, 10, {AT}, 'done', {AT}),
        (1, 'publish', '2', 'salt1-publish-2-1', 2, NULL, 4, 1, 100, 20, {AT}, NULL, NULL)""",
]
ANNA, WORKERS, PANEL, BOB = 1, 2, 3, 4  # links


@pytest.fixture
def migrated(empty_url: str) -> Iterator[Engine]:
    make_old_database(empty_url, "0005", CAMPAIGN + WORK + MONEY)
    engine = open_database(empty_url)
    yield engine
    engine.dispose()


def rows(engine: Engine, query: str) -> list[tuple[Any, ...]]:
    with reading(engine) as session:
        return [tuple(row) for row in session.execute(text(query))]


def test_hits_are_assignments_with_the_terms_they_were_handed_out_on(migrated: Engine) -> None:
    columns = "id, campaign_id, assessor_id, link_id, state, external_id, completion_code, answers, lease_seconds"
    assert rows(migrated, f"SELECT {columns} FROM assignment ORDER BY id") == [
        (1, 1, 1, WORKERS, "finished", "A1", "c1", 3, None),
        (2, 1, 2, ANNA, "held", "", "c2", 3, 45 * 60),
        (3, 1, 3, PANEL, "discarded", "S1", "c3", 3, None),
        (4, 1, 4, WORKERS, "expired", "A2", "c4", 3, None),
        (5, 2, 5, BOB, "finished", "", "c5", 2, 30 * 60),
    ]


def test_tasks_answers_and_comments_refer_to_the_assignments(migrated: Engine) -> None:
    columns = "id, assignment_id, position, assessor_id, pairing_id, expected"
    assert rows(migrated, f"SELECT {columns} FROM task ORDER BY id") == [
        (1, 1, 1, 1, 1, None),
        (2, 2, 1, 2, 2, None),
        (3, 3, 1, 3, 3, None),
        (4, 3, 2, 3, None, -1),
        (5, 4, 1, 4, 2, None),
    ]
    assert rows(migrated, "SELECT task_id, value FROM answer") == [(4, 1.0)]
    assert rows(migrated, "SELECT assessor_id, assignment_id, text FROM comment") == [(2, 2, "A hit!")]


def test_tickets_are_hits(migrated: Engine) -> None:
    columns = "id, launch_id, kind, compensates_id, assignments, reward, fee, external_id"
    assert rows(migrated, f"SELECT {columns} FROM hit ORDER BY id") == [
        (1, 1, "work", None, 2, 200, 40, "H1"),
        (2, 1, "compensation", 4, 1, 100, 20, None),
    ]


def test_submissions_and_the_ledger_refer_to_hits_and_assignments(migrated: Engine) -> None:
    columns = "id, launch_id, hit_id, assignment_id, external_id, identity, state"
    assert rows(migrated, f"SELECT {columns} FROM submission ORDER BY id") == [
        (1, 1, 1, 1, "A1", "W1", "approved"),
        (2, 2, None, 3, "S1", "P1", "submitted"),
    ]
    columns = "kind, cause, token, hit_id, submission_id, assignment_id, amount, fee, outcome"
    assert rows(migrated, f"SELECT {columns} FROM ledger ORDER BY id") == [
        ("publish", "1", "salt1-publish-1-1", 1, None, None, 400, 80, "done"),
        ("reward", "1", "salt1-reward-1-1", 1, 1, 1, 200, 40, "done"),
        ("bonus", "assignment1", "salt1-bonus-hit1-1", None, 1, 1, 50, 10, "done"),
        ("publish", "2", "salt1-publish-2-1", 2, None, 4, 100, 20, None),
    ]


def test_links_name_the_parameters_by_the_new_words(migrated: Engine) -> None:
    with reading(migrated) as session:
        stored = {id_: session.get_one(Link, id_).settings for id_ in (ANNA, WORKERS, PANEL, BOB)}
    assert (stored[ANNA], stored[BOB]) == ({"minutes": 45}, {})
    workers, panel = parse_link_settings(stored[WORKERS]), parse_link_settings(stored[PANEL])
    assert (workers.parameters, workers.pairings) == (PRESETS["mturk"], 1)
    assert workers.assignments_per_person == 3
    assert (panel.parameters, panel.completion_code) == (PRESETS["prolific"], "C0DE")


def test_sizes_and_limits_of_assignments_are_kept(migrated: Engine) -> None:
    with reading(migrated) as session:
        campaign, launch = session.get_one(Campaign, 1), session.get_one(Launch, 1)
    assert settings_of(campaign).assignment_size == AssignmentSize(pairings=6)
    assert read_terms(launch.terms).assignments_per_person == 3


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE task SET assignment_id = 99 WHERE id = 1",
        "UPDATE task SET assessor_id = 2 WHERE id = 1",  # not the one who holds the assignment
        "UPDATE comment SET assignment_id = 99",
        "UPDATE hit SET compensates_id = 99 WHERE id = 1",
        "UPDATE submission SET hit_id = 99 WHERE id = 1",
        "UPDATE submission SET assignment_id = 99 WHERE id = 1",
        "UPDATE ledger SET hit_id = 99 WHERE id = 1",
        "UPDATE ledger SET assignment_id = 99 WHERE id = 1",
        "DELETE FROM assignment WHERE id = 1",
        "DELETE FROM hit WHERE id = 1",
        "DELETE FROM task WHERE id = 4",
    ],
)
def test_foreign_keys_are_enforced(migrated: Engine, statement: str) -> None:
    with pytest.raises(IntegrityError), writing(migrated) as session:
        session.execute(text(statement))


def test_the_held_assignment_is_answered_and_finished(migrated: Engine) -> None:
    with writing(migrated) as session:
        campaign = Judged(migrated, signing_key(session), 1)
    anna = campaign.key.token(Claim(ANNA))
    held = campaign.taken(anna)
    assert (held.id, held.answers, held.renews, held.expires_at) == (2, 3, True, campaign.now + timedelta(minutes=45))
    assert [(task.left.docno, task.right and task.right.docno) for task in held.tasks] == [("dc", "da")]

    campaign.save(anna, held, 1, 0)
    assert campaign.finish(anna, held).outcome == "kept"
    assert campaign.rows("SELECT pairing_id, preferred_id FROM judgment WHERE assessor_id = 2") == [(2, None)]

    assert campaign.work(anna) == Reason.ALL_DONE  # what P1 judged does not count: anna gets that pairing
    assert campaign.rows("SELECT id, assessor_id, state FROM assignment WHERE id > 5") == [(6, 2, "finished")]
    progress = campaign.progress()
    assert (progress.counted, progress.missing, progress.held, progress.done) == (3, 0, 0, 1)


def test_workers_arrive_and_are_paid_once(migrated: Engine) -> None:
    with writing(migrated) as session:
        key, now = signing_key(session), Judged.now
        sent = [("workerId", "W3"), ("assignmentId", "A3"), ("hitId", "H1")]
        sent.append(("turkSubmitTo", "https://workersandbox.mturk.com"))
        claim = arrive(session, key, key.token(Claim(WORKERS)), sent, now).claim
        assert (claim.identity, claim.external_id) == ("W3", "A3")
        crowd, panel = session.get_one(Launch, 1), session.get_one(Launch, 2)
        assert [hit.id for hit in hits_in_play(session, crowd.id)] == [1, 2]
        assert is_intended(session, crowd.id, "bonus", "assignment1")
        assert submissions_to_pay(session, crowd.id) == []
        assert [submission.external_id for submission in submissions_to_pay(session, panel.id)] == ["S1"]
