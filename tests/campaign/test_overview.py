"""How a campaign stands: one number for the judgments that count, wherever it is shown."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from click.testing import CliRunner

from assess.campaign.corrections.correction import Author, correct
from assess.campaign.corrections.discards import Discard
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.release import release_files
from assess.campaign.overview.overview import Overview, read_overview
from assess.campaign.overview.pace import measure_pace
from assess.campaign.setup.sources import Sources
from assess.campaign.verification import verify_campaign
from assess.cli import main
from assess.database.engine import reading, writing
from assess.formats.judgment_log import parse_judgment_log
from assess.formats.runs import Ranking, Run
from assess.live.board import read_board
from assess.live.service import LiveService
from assess.report.campaign_material import campaign_material
from assess.settings import Settings
from assess.store.judgments import current_judgments
from assess.store.tables import Campaign
from assess.web import create_app
from assess.web.site import Site
from tests.conftest import Judged, MakeJudged, small_sources

NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


def overview(judged: Judged) -> Overview:
    with reading(judged.engine) as session:
        return read_overview(session, session.get_one(Campaign, judged.campaign_id), judged.now)


def number_of(judged: Judged, identity: str) -> int:
    [(number,)] = judged.rows(f"SELECT id FROM assessor WHERE identity = '{identity}'")
    return int(number)


def judge(judged: Judged, token: str, questions: int) -> None:
    """Answer the first questions of a new assignment."""
    assignment = judged.taken(token)
    for task in assignment.tasks[:questions]:
        judged.later(seconds=20)
        judged.save(token, assignment, task.position, 1)


def disturbed(make: MakeJudged) -> Judged:
    """Work of every kind: kept, changed, failed, under way, given up, discarded, set aside, by a machine."""
    sources = small_sources(2, 5)
    ranking = Ranking(["db", "dc", "dd"], [3.0, 2.0, 1.0])
    runs = [Run("one", {"t1": ranking, "t2": ranking}), Run("two", {"t1": ranking})]
    judged = make(sources=Sources(sources.topics, sources.items, sources.grades, runs=runs), votes=2)
    ann = judged.invited("ann")
    assignment = judged.taken(ann)
    for task in assignment.tasks:
        judged.save(ann, assignment, task.position, 1)
    judged.save(ann, assignment, 1, -1)
    judged.finish(ann, assignment)
    panel = judged.shared(pairings=3, challenges=2)
    spammer = judged.arrived(panel, "spam")
    failed = judged.taken(spammer)
    for task in failed.tasks:
        judged.save(spammer, failed, task.position, 1)
    judged.finish(spammer, failed)
    judge(judged, judged.arrived(panel, "slow", "V2"), 5)
    gone = judged.arrived(panel, "gone", "V3")
    judge(judged, gone, 2)
    judged.release(gone, judged.taken(gone))
    judge(judged, judged.invited("ben"), 3)
    judge(judged, judged.invited("gpt", "machine"), 4)
    with writing(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        correct(session, campaign, Discard(number_of(judged, "ben")), Author("olga", "a test"), judged.now)
    return judged


@pytest.fixture
def mixed(judged: MakeJudged) -> Judged:
    return disturbed(judged)


def programs_numbers(judged: Judged) -> dict[str, int]:
    """The number of judgments that count, on the live page and in the answers to programs."""
    app = create_app(Settings(), judged.engine)
    app.extensions["assess"] = Site(judged.engine, judged.key, Settings(), lambda: judged.now, judged.rng)
    client, token = app.test_client(), judged.invited("organiser", kind="organiser")

    def answer(path: str) -> Any:
        return client.get(f"/api/{path}", headers={"Authorization": f"Bearer {token}"}).json

    page = client.get(f"/live/{token}").text
    return {
        "live page": int(re.search(r'<dd id="judgments">([\d,]+)<', page).group(1)),  # type: ignore[union-attr]  # a match is the point
        "API status": answer("status")["judgments"],
        "API board": answer("board")["judgments"],
        "API people": sum(person["judged"]["counting"] for person in answer("people") if person["judged"]),
        "API machines": answer("machines")["people"]["judgments"],
        "API preview": client.post(
            "/api/changes",
            json={"kind": "settings", "changes": {"k": 4}, "preview": True},
            headers={"Authorization": f"Bearer {token}"},
        ).json["counted"][0],  # type: ignore[index]  # an object
    }


def shown_numbers(judged: Judged) -> dict[str, int]:
    """The number of judgments that count, at each place that shows one."""
    url = judged.engine.url.render_as_string(hide_password=False)
    LiveService(judged.engine).update_all()

    def printed(*arguments: str) -> str:
        result = CliRunner().invoke(main, [*arguments, "--db", url])
        assert result.exit_code == 0, result.output
        return result.stdout

    with reading(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        material, release = campaign_material(session, campaign, None), release_files(session, campaign)
        numbers = {
            "log": len(list(current_judgments(session, campaign.id))),
            "board": read_board(session, campaign).judgments,
            "report": len(material.judgments),
            "prefs": len(export_preferences(session, campaign, 4).splitlines()),
            "release": int(re.search(r": ([\d,]+) judgments by", release["README.md"]).group(1)),  # type: ignore[union-attr]  # a match is the point
        }
    status = json.loads(printed("status", "c", "--json"))
    log = list(parse_judgment_log(printed("export", "c", "--as", "jsonl").encode(), "log"))
    return (
        numbers
        | programs_numbers(judged)
        | {
            "jsonl": len(log),
            "people --json": sum(one["judged"]["counting"] for one in json.loads(printed("people", "c", "--json"))),
            "status --json": status["judgments"],
            "totals": status["progress"]["judgments"]["counting"],
            "rounds": sum(line["judgments"] for line in status["rounds"]),
            "people": sum(line["judgments"] for line in status["people"]),
            "status": int(re.search(r"judgments +(\d+) by", printed("status", "c")).group(1)),  # type: ignore[union-attr]  # the same
            "list": int(printed("status").split()[-2]),
            "watch": json.loads(printed("watch", "c", "--once", "--json"))["judgments"],
        }
    )


def test_every_place_shows_the_same_number_of_judgments(mixed: Judged) -> None:
    numbers = shown_numbers(mixed)
    assert set(numbers.values()) == {5}, numbers


def test_judgments_that_do_not_count_are_named_by_their_parts(mixed: Judged) -> None:
    totals = overview(mixed).judgments.totals
    assert totals.not_counting == {
        "discarded assignments": 3,
        "unfinished assignments": 3,
        "assignments given up": 1,
        "discarded assessors": 3,
        "assessors not counted": 4,
    }
    assert (totals.made, totals.counting, totals.changed) == (19, 5, 1)
    progress = mixed.progress()
    assert (totals.missing, totals.held) == (progress.missing, progress.held)
    people = {
        line.identity: (line.judgments, line.not_counting, line.holds) for line in overview(mixed).judgments.people
    }
    assert people.pop("gone") == (0, 1, 0)
    assert people == {"gpt": (0, 4, 1), "ben": (0, 3, 0), "slow": (0, 3, 0), "spam": (0, 3, 0), "ann": (5, 0, 0)}
    with reading(mixed.engine) as session:
        assert list(verify_campaign(session, session.get_one(Campaign, mixed.campaign_id))) == []


def test_a_finished_campaign_says_so_and_has_nothing_left(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    found = overview(campaign)
    assert not found.finished
    assert found.left == (
        "3 judgments wait for somebody to take them",
        "nobody has a link to the work: assess invite c PERSON",
    )
    campaign.work(campaign.invited("ann"))
    found = overview(campaign)
    assert (found.finished, found.left, found.topics.done, found.judgments.totals.missing) == (True, (), 1, 0)


def test_what_somebody_holds_is_told_with_its_end(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    campaign.taken(campaign.invited("ann"))
    assert overview(campaign).left == (
        "1 assessor holds 1 assignment, 3 questions unanswered, until 2026-01-31 12:30 UTC at the latest "
        "(assess held c)",
    )
    campaign.later(hours=1)
    assert "3 questions unanswered; 1 overdue" in overview(campaign).left[0]


def test_a_campaign_that_only_machines_judge_says_so(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3, counted="machines")
    campaign.work(campaign.invited("gpt", "machine"))
    assert overview(campaign).judgments.machines_only
    url = campaign.engine.url.render_as_string(hide_password=False)
    shown = CliRunner().invoke(main, ["status", "c", "--db", url]).stdout
    assert "counted        those of machines: judged by machines only\n" in shown


def test_breaks_are_no_work_in_the_pace() -> None:
    before = [NOON - timedelta(days=1, minutes=minute) for minute in range(61)]
    today = [NOON - timedelta(minutes=minute) for minute in range(61)]
    pace = measure_pace([*today, *before])
    assert pace is not None
    assert (pace.per_hour, pace.hours, pace.hours_for(30)) == (60, 2, 0.5)


def test_the_pace_is_that_of_the_last_three_hours() -> None:
    slow = [NOON - timedelta(hours=3, minutes=10 * step) for step in range(1, 20)]
    pace = measure_pace([*(NOON - timedelta(minutes=minute) for minute in range(181)), *slow])
    assert pace is not None
    assert (pace.per_hour, pace.hours) == (60, 3)


@pytest.mark.parametrize("times", [[], [NOON], [NOON, NOON], [NOON, NOON - timedelta(hours=1)]])
def test_too_little_work_has_no_pace(times: list[datetime]) -> None:
    assert measure_pace(times) is None
