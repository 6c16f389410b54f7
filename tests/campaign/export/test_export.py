"""Exports of a campaign: preferences, grades, the log, and an anonymous release."""

import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy.orm import Session

from assess.campaign.export.log import export_log
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_grades, export_qrels
from assess.campaign.export.release import release_files, zip_archive
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.sources import Sources
from assess.database.engine import reading
from assess.formats.preferences import parse_judgments, parse_preferences
from assess.formats.qrels import parse_qrels
from assess.store.assessors import get_or_create_assessor
from assess.store.items import item_ids
from assess.store.judgments import Answer, add_judgment
from assess.store.pairings import add_pairings
from assess.store.tables import Campaign
from assess.store.topics import topic_ids
from assess.tournament.parameters import Parameters

SEED = 987_654_321
WORKERS = ["A1SECRET", "A2SECRET", "A3SECRET", "A4SECRET"]


@pytest.fixture
def campaign(session: Session, sources: Sources, now: datetime) -> Campaign:
    """Four workers judge d1 against d2: three prefer d1, one changes a tie to d2. One of them judges a tie in t2."""
    campaign = create_campaign(session, "bridges", sources, parameters=Parameters(), seed=SEED, now=now)
    topics = topic_ids(session, campaign.id)
    first = add_pairings(session, items := item_ids(session, topics["t1"]), topics["t1"], 1, [("d1", "d2")], votes=5)
    other = add_pairings(session, others := item_ids(session, topics["t2"]), topics["t2"], 1, [("d1", "d9")])
    workers = [get_or_create_assessor(session, campaign.id, "worker", who) for who in WORKERS]
    tie = Answer(others["d9"], None)
    add_judgment(session, other["d1", "d9"], workers[0], tie, now)
    for worker in workers[:3]:
        add_judgment(session, first["d1", "d2"], worker, Answer(items["d2"], items["d1"], seconds=2.5), now)
    unsure = add_judgment(session, first["d1", "d2"], workers[3], Answer(items["d1"], None), now)
    sure = Answer(items["d1"], items["d2"], strength=2, changes=1)
    add_judgment(session, first["d1", "d2"], workers[3], sure, now, supersedes=unsure)
    return campaign


def test_preferences_are_the_judgments_that_hold(session: Session, campaign: Campaign) -> None:
    text = export_preferences(session, campaign)
    assert text == "t1 d1 d2\n" * 3 + "t1 d2 d1\n"
    assert parse_preferences(text.encode()) == {"t1": [("d1", "d2")] * 3 + [("d2", "d1")]}


def test_four_columns_hold_ties_too(session: Session, campaign: Campaign) -> None:
    text = export_preferences(session, campaign, columns=4)
    assert text == "t1 d1 d2 d1\n" * 3 + "t1 d1 d2 d2\n" + "t2 d1 d9 tie\n"
    assert len(parse_judgments(text.encode())) == 5


def test_grades_come_out_as_they_went_in(session: Session, campaign: Campaign, sources: Sources) -> None:
    assert parse_qrels(export_grades(session, campaign).encode()) == sources.grades


def test_the_log_holds_everything(session: Session, campaign: Campaign, now: datetime) -> None:
    lines = [json.loads(line) for line in export_log(session, campaign).splitlines()]
    assert len(lines) == 6
    assert lines[-1] == {
        "id": lines[-1]["id"],
        "topic": "t1",
        "round": 1,
        "docno_a": "d1",
        "docno_b": "d2",
        "left": "d1",
        "preferred": "d2",
        "strength": 2,
        "seconds": None,
        "changes": 1,
        "at": now.isoformat(),
        "supersedes": lines[-2]["id"],
        "counts": True,
        "assessor": {"kind": "worker", "identity": "A4SECRET"},
    }


def test_a_release_names_nobody(session: Session, campaign: Campaign) -> None:
    files = release_files(session, campaign)
    assert sorted(files) == ["README.md", "grades.qrels", "judgments.jsonl", "preferences.txt", "topics.jsonl"]
    for content in files.values():
        assert "SECRET" not in content
        assert "2026" not in content
        assert str(SEED) not in content


def test_a_release_tells_assessors_apart_and_corrections_from_judgments(session: Session, campaign: Campaign) -> None:
    lines = [json.loads(line) for line in release_files(session, campaign)["judgments.jsonl"].splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert sorted(line["assessor"] for line in lines[1:5]) == [1, 2, 3, 4]
    assert lines[0]["assessor"] == lines[1]["assessor"]
    assert (lines[5]["assessor"], lines[5]["supersedes"]) == (lines[4]["assessor"], 5)
    assert {line["kind"] for line in lines} == {"worker"}


def test_the_numbers_of_assessors_follow_the_seed_and_not_their_names(session: Session, campaign: Campaign) -> None:
    def order(seed: int) -> list[int]:
        campaign.seed = seed
        lines = release_files(session, campaign)["judgments.jsonl"].splitlines()[1:5]
        return [json.loads(line)["assessor"] for line in lines]

    assert order(4) == order(4)
    assert len({tuple(order(seed)) for seed in range(30)}) > 5


def test_an_archive_is_the_same_to_the_byte(session: Session, campaign: Campaign) -> None:
    files = release_files(session, campaign)
    data = zip_archive("bridges", files)
    assert data == zip_archive("bridges", release_files(session, campaign))
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert {name: archive.read(f"bridges/{name}").decode() for name in files} == files


def test_the_readme_counts_and_names_the_parameters(session: Session, campaign: Campaign) -> None:
    readme = release_files(session, campaign)["README.md"]
    assert "5 judgments by 4 assessors on 2 topics" in readme
    assert "k = 5, F = 9, P = 7" in readme


def test_qrels_put_the_ordered_top_k_above_the_grades_once_a_topic_is_done(judged: Callable[..., Any]) -> None:
    campaign = judged(topics=1, candidates=3, k=2)

    def exported() -> dict[str, dict[str, float]]:
        with reading(campaign.engine) as session:
            return parse_qrels(export_qrels(session, session.get_one(Campaign, campaign.campaign_id)).encode())

    assert exported()["t1"] == {"a1": 0, "a2": 0, "db": 1, "dc": 1, "dd": 1}
    campaign.work(campaign.invited("anna"))
    assert exported()["t1"] == {"a1": 0, "a2": 0, "db": 1, "dc": 10, "dd": 20}


def test_the_log_marks_what_does_not_count(judged: Callable[..., Any]) -> None:
    campaign = judged(topics=2, candidates=4)
    crowd = campaign.shared(pairings=2, challenges=1)
    kept, careless, busy = (campaign.arrived(crowd, person) for person in ("P1", "P2", "P3"))
    campaign.answer_all(kept, campaign.taken(kept))
    discarded, held = campaign.taken(careless), campaign.taken(busy)
    for token, assignment in ((careless, discarded), (busy, held)):
        for task in assignment.tasks:
            campaign.save(token, assignment, task.position, 1 if task.left.docno > task.right.docno else -1)
    assert campaign.finish(careless, discarded).outcome == "discarded"
    with reading(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        lines = [json.loads(line) for line in export_log(session, stored).splitlines()]
        released = [json.loads(line) for line in release_files(session, stored)["judgments.jsonl"].splitlines()]
        preferences = export_preferences(session, stored)
    found = [(line["assessor"]["identity"], line["counts"]) for line in lines]
    assert found == [("P1", True)] * 2 + [("P2", False)] * 2 + [("P3", False)] * 2
    assert [line["counts"] for line in released] == [True] * 2 + [False] * 4
    assert len(preferences.splitlines()) == 2
