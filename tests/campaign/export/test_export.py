"""Exports of a campaign: preferences, grades, the log, and an anonymous release."""

import json
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from assess.campaign.export.log import export_log
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_grades, export_qrels
from assess.campaign.export.release import ReleaseChoices, release_files, zip_archive
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.settings import change_settings
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.sources import Sources
from assess.database.engine import reading, writing
from assess.formats.preferences import parse_judgments, parse_preferences
from assess.formats.qrels import parse_qrels
from assess.formats.runs import Ranking, Run
from assess.store.campaigns import change_campaign
from assess.store.changes import add_change
from assess.store.runs import add_run
from assess.store.tables import Assessor, Campaign, Comment
from assess.store.topics import topic_ids
from assess.tournament.parameters import Parameters
from tests.conftest import Judged, MakeJudged

SEED = 987_654_321
PEOPLE = ["A1SECRET", "A2SECRET", "A3SECRET", "A4SECRET"]


@pytest.fixture
def four_people(judged: MakeJudged) -> Judged:
    """Four people judge db against dc in t1: three prefer db, one first a tie and then dc; one judges a tie in t2."""
    campaign = judged(topics=2, candidates=2, votes=4, answers=5, name="bridges", seed=SEED)
    link = campaign.shared(challenges=0)
    people = [campaign.arrived(link, person) for person in PEOPLE]
    work = {person: campaign.taken(person) for person in people}
    answer(campaign, people[0], work[people[0]], "t2", None)
    for person in people[:3]:
        answer(campaign, person, work[person], "t1", "db", seconds=2.5)
    answer(campaign, people[3], work[people[3]], "t1", None)
    answer(campaign, people[3], work[people[3]], "t1", "dc", strength=2, changes=1)
    return campaign


def answer(
    campaign: Judged,
    token: str,
    work: HeldAssignment,
    topic: str,
    preferred: str | None,
    strength: int = 1,
    **rest: Any,
) -> None:
    (task,) = (task for task in work.tasks if task.topic == topic)
    side = 0 if preferred is None else -strength if preferred == task.left.docno else strength
    campaign.save(token, work, task.position, side, **rest)


@pytest.fixture
def session(four_people: Judged) -> Iterator[Session]:
    with writing(four_people.engine) as session:
        yield session


@pytest.fixture
def campaign(session: Session, four_people: Judged) -> Campaign:
    return session.get_one(Campaign, four_people.campaign_id)


def test_preferences_are_the_judgments_that_hold(session: Session, campaign: Campaign) -> None:
    text = export_preferences(session, campaign)
    assert text == "t1 db dc\n" * 3 + "t1 dc db\n"
    assert parse_preferences(text.encode()) == {"t1": [("db", "dc")] * 3 + [("dc", "db")]}


def test_four_columns_hold_ties_too(session: Session, campaign: Campaign) -> None:
    text = export_preferences(session, campaign, columns=4)
    assert text == "t1 db dc db\n" * 3 + "t1 db dc dc\n" + "t2 db dc tie\n"
    assert len(parse_judgments(text.encode())) == 5


def test_grades_come_out_as_they_went_in(database: Engine, sources: Sources, now: datetime) -> None:
    with writing(database) as session:
        campaign = create_campaign(session, "bridges", sources, parameters=Parameters(), seed=SEED, now=now)
        assert parse_qrels(export_grades(session, campaign).encode()) == sources.grades


def test_the_log_holds_everything(session: Session, campaign: Campaign, now: datetime) -> None:
    lines = [json.loads(line) for line in export_log(session, campaign).splitlines()]
    assert len(lines) == 6
    assert lines[-1] == {
        "id": lines[-1]["id"],
        "topic": "t1",
        "round": 1,
        "docno_a": "db",
        "docno_b": "dc",
        "left": lines[-2]["left"],
        "preferred": "dc",
        "strength": 2,
        "seconds": None,
        "changes": 1,
        "at": now.isoformat(),
        "supersedes": lines[-2]["id"],
        "counts": True,
        "adjudicates": False,
        "assessor": {"kind": "panel", "identity": "A4SECRET"},
    }


def test_a_release_names_nobody(session: Session, campaign: Campaign) -> None:
    add_change(session, campaign, "discard", None, None, "olga SECRET", "SECRET answers at random", campaign.created_at)
    change_settings(session, campaign, {"live": {"public": "SECRET"}}, campaign.created_at)
    assessor = session.execute(select(Assessor.id).limit(1)).scalar_one()
    comment = Comment(campaign_id=campaign.id, assessor_id=assessor, text="I am SECRET", at=campaign.created_at)
    session.add(comment)
    session.flush()
    files = release_files(session, campaign)
    assert sorted(files) == [
        "README.md",
        "combined.qrels",
        "datacard.md",
        "grades.qrels",
        "judgments.jsonl",
        "preferences.txt",
        "topics.jsonl",
    ]
    for name, content in files.items():
        assert "SECRET" not in content
        # The data card tells the month, and nothing tells more.
        assert re.findall(r"2026\S*", content) == (["2026-01."] if name == "datacard.md" else [])
        assert str(SEED) not in content


def test_a_release_tells_assessors_apart_and_corrections_from_judgments(session: Session, campaign: Campaign) -> None:
    lines = [json.loads(line) for line in release_files(session, campaign)["judgments.jsonl"].splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert sorted(line["assessor"] for line in lines[1:5]) == [1, 2, 3, 4]
    assert lines[0]["assessor"] == lines[1]["assessor"]
    assert (lines[5]["assessor"], lines[5]["supersedes"]) == (lines[4]["assessor"], 5)
    assert {line["kind"] for line in lines} == {"panel"}


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


def test_the_data_card_tells_who_judged_what_they_were_told_and_how_far_they_agree(judged: MakeJudged) -> None:
    texts = {"title": "Bridges", "consent": "I agree.\nI am 18.", "contact": "olga@example.org"}
    campaign = judged(topics=2, candidates=3, votes=2, name="bridges")
    for name in ("ann", "ben"):
        campaign.work(campaign.invited(name))
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        change_campaign(session, stored, "texts", texts, campaign.now)
        card = release_files(session, stored)["datacard.md"]
    assert "| invited people | 2 | 12 |" in card
    assert "Judged in 2026-01." in card
    assert "> I agree.\n> I am 18.\n" in card
    assert "olga" not in card
    assert "| 2 answers | percent agreement | 1.000 |" in card
    assert "The ledger of the campaign has no payment." in card
    assert "**Not said.** The organiser has to choose one" in card


def test_runs_are_released_by_the_names_that_are_chosen_for_them(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2)
    run = Run("secret/run", {"t1": Ranking(["dc", "db"], [0.25, 0.125])})
    with writing(campaign.engine) as session:
        number = add_run(session, campaign.campaign_id, run, topic_ids(session, campaign.campaign_id))

    def released(choices: ReleaseChoices) -> dict[str, str]:
        with reading(campaign.engine) as session:
            files = release_files(session, session.get_one(Campaign, campaign.campaign_id), choices)
        return {name: text for name, text in files.items() if name.startswith("runs/")}

    assert released(ReleaseChoices()) == {}
    named = released(ReleaseChoices(runs={number: "secret/run"}))
    assert named == {"runs/secret%2Frun.run": "t1 Q0 dc 1 0.25 secret/run\nt1 Q0 db 2 0.125 secret/run\n"}
    blind = released(ReleaseChoices(runs={number: "System-A"}, blind=True))
    assert blind == {"runs/System-A.run": "t1 Q0 dc 1 2.0 System-A\nt1 Q0 db 2 1.0 System-A\n"}


def test_qrels_put_the_ordered_top_k_above_the_grades_once_a_topic_is_done(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3, k=2)

    def exported() -> dict[str, dict[str, float]]:
        with reading(campaign.engine) as session:
            return parse_qrels(export_qrels(session, session.get_one(Campaign, campaign.campaign_id)).encode())

    assert exported()["t1"] == {"a1": 0, "a2": 0, "db": 1, "dc": 1, "dd": 1}
    campaign.work(campaign.invited("anna"))
    assert exported()["t1"] == {"a1": 0, "a2": 0, "db": 1, "dc": 10, "dd": 20}


def test_the_log_marks_what_does_not_count(judged: MakeJudged) -> None:
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
