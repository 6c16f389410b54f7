"""The JSON API: the same rules as for people, clear errors, and nothing in it that a worker must not see."""

import json
import re
from typing import Any

import pytest

from assess.database.engine import writing
from assess.store.campaigns import change_campaign
from assess.store.tables import Campaign
from tests.web.conftest import MakeCaller, Serve

# tests/web/conftest.py makes both: a campaign with a client of its app; and somebody with a bearer token.


def test_a_program_judges_a_whole_campaign(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=2, candidates=3, counted="machines")
    call = caller(client, campaign.invited("model-1", kind="machine"))
    while (taken := call("POST", "/assignments")).status_code == 201:
        assignment = taken.json["assignment"]
        for task in taken.json["tasks"]:
            answer = -1 if task["left"]["text"] > task["right"]["text"] else 1
            saved = call(
                "PUT",
                f"/assignments/{assignment}/tasks/{task['position']}",
                answer=answer,
                seconds=0.5,
                changes=0,
                key="a",
            )
            assert saved.json["saved"]
        finished = call("POST", f"/assignments/{assignment}/finish")
        assert (finished.json["outcome"], finished.json["next"]) == ("kept", True)
    assert (taken.status_code, taken.json["reason"]) == (409, "all_done")
    assert campaign.rows("SELECT DISTINCT kind, identity FROM judgment JOIN assessor a ON a.id = assessor_id") == [
        ("machine", "model-1")
    ]


def test_the_assignment_tells_what_to_show_and_nothing_else(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=3, candidates=4)
    link = campaign.shared(pairings=4, challenges=2)
    visit = client.post("/api/arrivals", json={"link": link, "parameters": {"PROLIFIC_PID": "P1", "SESSION_ID": "s"}})
    assignment = caller(client, visit.json["token"]).take()
    assert assignment.keys() == {"assignment", "kind", "expires_at", "seconds_left", "answers", "tasks"}
    assert (assignment["seconds_left"], assignment["answers"]) == (3600, 2)
    assert {frozenset(task) for task in assignment["tasks"]} == {
        frozenset({"position", "topic", "question", "description", "left", "right", "answer"})
    }
    assert {frozenset(task[side]) for task in assignment["tasks"] for side in ("left", "right")} == {
        frozenset({"kind", "text"})
    }
    assert not re.search(r"docno|grade|challenge|expected|P1", json.dumps(assignment))


def test_a_worker_whose_time_is_over_is_told_so_and_may_begin_again(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=4, candidates=4)
    call = caller(client, campaign.arrived(campaign.shared(pairings=2, challenges=1), "P1"))
    first = call.take()["assignment"]
    campaign.later(minutes=61)
    assert call("POST", "/assignments").json["reason"] == "expired"
    assert call.take()["assignment"] != first


def test_a_dedicated_assessor_sees_no_clock_and_resumes(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve()
    call = caller(client, campaign.invited("anna"))
    assignment = call.take()
    assert assignment["seconds_left"] is None
    call("PUT", f"/assignments/{assignment['assignment']}/tasks/2", answer=1)
    again = call("GET", f"/assignments/{assignment['assignment']}").json
    assert [task["answer"] for task in again["tasks"]] == [None, 1, None, None, None]
    assert call.take() == again


def test_saving_tells_how_much_is_answered(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve()
    call = caller(client, campaign.invited("anna"))
    assignment = call.take()["assignment"]
    assert call("PUT", f"/assignments/{assignment}/tasks/3", answer=1, key="k").json == {
        "saved": True,
        "position": 3,
        "answered": 1,
        "of": 5,
    }
    assert call("POST", f"/assignments/{assignment}/finish").json["outcome"] == "unfinished"
    assert call("POST", f"/assignments/{assignment}/release").json == {"released": True}
    refused = call("PUT", f"/assignments/{assignment}/tasks/2", answer=1)
    assert (refused.status_code, refused.json["reason"]) == (409, "expired")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "found answer = None, expected a number"),
        ({"answer": "left"}, "found answer = 'left', expected a number"),
        ({"answer": True}, "found answer = True, expected a number"),
        ({"answer": 1, "seconds": "x"}, "found seconds = 'x', expected a number"),
        ({"answer": 1, "changes": 1.5}, "found changes = 1.5, expected a whole number"),
        ({"answer": 1, "key": 7}, "found key = 7, expected a text"),
        ({"answer": 2}, "found the answer 2, expected one of -1, 1 (negative: left)"),
    ],
)
def test_a_wrong_answer_is_told_what_was_expected(serve: Serve, caller: MakeCaller, body: Any, message: str) -> None:
    campaign, client = serve()
    call = caller(client, campaign.invited("anna"))
    assignment = call.take()["assignment"]
    answer = client.put(
        f"/api/assignments/{assignment}/tasks/1", json=body, headers={"Authorization": f"Bearer {call.token}"}
    )
    assert (answer.status_code, answer.json) == (400, {"reason": "wrong", "message": message})


def test_bodies_that_are_no_json_objects_are_refused(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve()
    headers = {"Authorization": f"Bearer {campaign.invited('anna')}"}
    for data, kind in ((b"[1]", "application/json"), (b"{", "application/json"), (b"answer=1", "text/plain")):
        answer = client.put("/api/assignments/1/tasks/1", data=data, content_type=kind, headers=headers)
        assert answer.status_code in (400, 415)
        assert answer.json["message"]


def test_without_a_good_token_nobody_gets_in(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve()
    assignment = caller(client, campaign.invited("anna")).take()["assignment"]
    assert client.post("/api/assignments").status_code == 401
    assert caller(client, "x")("POST", "/assignments").json["reason"] == "unknown"
    ben = caller(client, campaign.invited("ben"))
    for method, path in (("GET", ""), ("POST", "/finish"), ("POST", "/release"), ("PUT", "/tasks/1")):
        assert ben(method, f"/assignments/{assignment}{path}", answer=1).status_code == 404


def test_the_token_may_stand_in_the_body_when_a_page_is_left(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve()
    anna = campaign.invited("anna")
    assignment = caller(client, anna).take()["assignment"]
    assert client.post(f"/api/assignments/{assignment}/release", json={"token": anna}).json == {"released": True}


def test_nobody_gets_around_the_consent_of_the_campaign(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve()
    with writing(campaign.engine) as session:
        row = session.get_one(Campaign, campaign.campaign_id)
        change_campaign(session, row, "texts", {"consent": "I agree."}, campaign.now)
    call = caller(client, campaign.invited("anna"))
    assert call("POST", "/assignments").json["reason"] == "consent"
    assert call("POST", "/consent", agree=False).json == {"agreed": False}
    assert call("POST", "/assignments").json["reason"] == "declined"
    assert call("POST", "/consent", agree=True).json == {"agreed": True}
    assert call("POST", "/assignments").status_code == 201


def test_comments_reach_the_organiser(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve()
    call = caller(client, campaign.invited("anna"))
    assert call("POST", "/comments", text="Too long!").status_code == 201
    assert campaign.rows("SELECT text FROM comment") == [("Too long!",)]


def test_a_frame_without_an_origin_may_call(serve: Serve) -> None:
    _, client = serve()
    answer = client.options("/api/assignments/1/tasks/1", headers={"Origin": "null"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "PUT" in answer.headers["Access-Control-Allow-Methods"]
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]


def test_the_openapi_document_describes_every_call(serve: Serve) -> None:
    _, client = serve()
    document = client.get("/api/openapi.json").json
    described = {
        (method, path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("get", "patch", "put", "post")
    }
    served = {
        (method.lower(), re.sub(r"<\w+:(\w+)>", r"{\1}", rule.rule))
        for rule in client.application.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served
    text = json.dumps(document)
    names = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert names <= document["components"]["schemas"].keys()


def test_the_organiser_reads_the_status_and_takes_work_back(serve: Serve, caller: MakeCaller) -> None:
    campaign, client = serve(topics=1, candidates=3)
    organiser = caller(client, campaign.invited("organiser", "organiser"))
    ann = caller(client, campaign.invited("ann"))
    ann.take()
    status = organiser("GET", "/status").json
    assert (status["judgments"], status["progress"]["judgments"]["held"], status["finished"]) == (0, 3, False)
    [held] = organiser("GET", "/held").json
    assert (held["person"]["identity"], held["open"], held["overdue"]) == ("ann", 3, False)
    assert organiser("POST", "/reclaim", person="ann").json == [held]
    assert organiser("GET", "/held").json == []
    for body in ({"all": False}, {"person": "ann", "all": True}, {"assignment": "x"}):
        assert organiser("POST", "/reclaim", **body).status_code == 400
    assert organiser("POST", "/reclaim", assignment=99).status_code == 404


@pytest.mark.parametrize(("method", "path"), [("GET", "/status"), ("GET", "/held"), ("POST", "/reclaim")])
def test_only_the_organiser_sees_how_the_campaign_stands(
    serve: Serve, caller: MakeCaller, method: str, path: str
) -> None:
    campaign, client = serve(topics=1, candidates=3)
    ann = caller(client, campaign.invited("ann"))
    ann.take()
    assert ann(method, path, **({"all": True} if method == "POST" else {})).status_code == 401
    assert caller(client, "public")(method, path, **({"all": True} if method == "POST" else {})).status_code == 401
    assert campaign.progress().held == 3
