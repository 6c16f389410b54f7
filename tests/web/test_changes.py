"""Corrections by program: the same as by command, for the organiser alone."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from sqlalchemy import text

from assess.campaign.judging.refusals import Reason
from assess.cli import main
from assess.database.engine import writing
from tests.campaign.corrections.test_corrections import differences, stands
from tests.conftest import Judged
from tests.web.conftest import Caller, MakeCaller, Serve


@pytest.fixture
def organised(serve: Serve, caller: MakeCaller) -> tuple[Judged, FlaskClient, Caller]:
    """A finished campaign, its app, and somebody with the organiser's link."""
    campaign, client = serve(topics=1, candidates=4)
    assert campaign.work(campaign.invited("ann")) is Reason.ALL_DONE
    return campaign, client, caller(client, campaign.invited("organiser", kind="organiser"))


def test_a_correction_is_previewed_made_listed_and_undone(organised: tuple[Judged, FlaskClient, Caller]) -> None:
    campaign, _, call = organised
    before = stands(campaign)
    aside: dict[str, Any] = {"kind": "aside", "topic": "t1", "docno": "de", "why": "cut off"}
    effect = call("POST", "/changes", **aside, preview=True)
    assert (effect.status_code, effect.json and effect.json["counted"]) == (200, [6, 3])
    assert stands(campaign) == before
    made = call("POST", "/changes", **aside)
    assert made.status_code == 201
    assert made.json is not None
    assert (made.json["who"], made.json["why"]) == ("the organiser's link", "cut off")
    assert made.json["what"] == "set item de of topic t1 aside"
    number = made.json["number"]
    assert call("POST", f"/changes/{number}/undo", preview=True).json["missing"] == [0, 0]  # type: ignore[index]
    assert call("POST", f"/changes/{number}/undo").status_code == 201
    assert call("POST", f"/changes/{number}/undo").status_code == 409
    assert stands(campaign) == before
    listed = call("GET", "/changes").json or []
    assert [(change["what"], change["undone_by"]) for change in listed][-2:] == [
        ("set item de of topic t1 aside", listed[-1]["number"]),
        (f"undid change {number}", None),
    ]
    assert differences(campaign) == []


def test_what_a_program_reads_is_what_the_command_prints(organised: tuple[Judged, FlaskClient, Caller]) -> None:
    campaign, _, call = organised
    call("POST", "/changes", kind="settings", changes={"k": 2}, why="fewer")
    call("POST", "/changes", kind="correct", grades=[{"topic": "t1", "docno": "db", "grade": 3}])
    url = {"ASSESS_DATABASE": campaign.engine.url.render_as_string(hide_password=False)}
    printed = CliRunner().invoke(main, ["changes", "c", "--json"], env=url)
    assert json.loads(printed.stdout) == call("GET", "/changes").json
    lines = CliRunner().invoke(main, ["changes", "c"], env=url).stdout.splitlines()
    assert lines[-2].endswith("k 5 -> 2: fewer")
    assert lines[-1].endswith("corrected 1 grade")
    assert differences(campaign) == []


def test_a_campaign_is_closed_and_reopened_by_program(organised: tuple[Judged, FlaskClient, Caller]) -> None:
    campaign, _, call = organised
    for action, state in (("pause", "paused"), ("close", "closed"), ("reopen", "paused"), ("open", "open")):
        answer = call("POST", "/state", action=action, why="a test")
        assert (answer.status_code, answer.json) == (200, {"name": "c", "state": state})
    assert call("GET", "/state").json == {"name": "c", "state": "open"}
    refused = call("POST", "/state", action="reopen")
    assert (refused.status_code, "only a closed one" in refused.text) == (409, True)
    made = [change for change in call("GET", "/changes").json or [] if change["kind"] == "state"]
    assert [change["who"] for change in made][1:] == ["the organiser's link"] * 4
    assert differences(campaign) == []


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/changes", {"kind": "dance"}, 400, "expected one of"),
        ("/changes", {"kind": "aside", "topic": "t9", "docno": "de"}, 404, "found no topic"),
        ("/changes", {"kind": "extend", "items": [{"topic": "t1"}]}, 400, "items, line 1"),
        ("/changes", {"kind": "extend", "grades": [{"topic": "t1"}]}, 400, "a topic, a docno and a number"),
        ("/changes", {"kind": "judge", "run": "late"}, 404, "found no run"),
        ("/changes", {"kind": "judge", "run": "late", "top": "many"}, 400, "whole number"),
        ("/changes", {"kind": "replace", "run": "no run"}, 400, "run, line 1"),
        ("/changes", {"kind": "topic", "topic": "t1", "closed": 1}, 400, "true or false"),
        ("/changes/999/undo", {}, 404, "found no change 999"),
        ("/state", {"action": "burn"}, 400, "expected one of open"),
    ],
)
def test_bad_input_is_answered_with_a_remedy_and_changes_nothing(
    organised: tuple[Judged, FlaskClient, Caller], path: str, body: dict[str, Any], status: int, message: str
) -> None:
    campaign, _, call = organised
    before = call("GET", "/changes").json
    answer = call("POST", path, **body)
    assert (answer.status_code, message in answer.text) == (status, True), answer.text
    assert call("GET", "/changes").json == before
    assert differences(campaign) == []


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/changes"), ("POST", "/changes"), ("POST", "/changes/1/undo"), ("GET", "/state"), ("POST", "/state")],
)
def test_only_the_organiser_reaches_these_calls(
    organised: tuple[Judged, FlaskClient, Caller], caller: MakeCaller, method: str, path: str
) -> None:
    campaign, client, _ = organised
    body = {} if method == "GET" else {"kind": "aside", "topic": "t1", "docno": "de", "action": "close"}
    for token in (campaign.invited("ann"), campaign.invited("m1", kind="machine"), campaign.shared(), "guess"):
        assert caller(client, token)(method, path, **body).status_code == 401
    assert client.open(f"/api{path}", method=method, json=body).status_code == 401
    assert campaign.rows("SELECT count(*) FROM campaign_change WHERE who IS NOT NULL") == [(0,)]


def test_what_differs_from_the_log_is_read_as_the_command_prints_it(
    organised: tuple[Judged, FlaskClient, Caller],
) -> None:
    campaign, client, call = organised
    assert (call("GET", "/verify").json or {})["agrees"]
    with writing(campaign.engine) as session:
        session.execute(text("UPDATE topic SET missing = 1"))
    url = {"ASSESS_DATABASE": campaign.engine.url.render_as_string(hide_password=False)}
    printed = CliRunner().invoke(main, ["verify", "c", "--json"], env=url)
    assert json.loads(printed.stdout) == call("GET", "/verify").json
    assert (printed.exit_code, json.loads(printed.stdout)["agrees"]) == (1, False)
    assert client.get("/api/verify").status_code == 401
