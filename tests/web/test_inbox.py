"""Comments and flags over HTTP: written by assessors, read and answered by the organiser, by page and by program."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from assess.campaign.setup.sources import Sources
from assess.cli import main
from assess.formats.items import Item
from assess.web.languages import languages
from tests.conftest import Judged
from tests.web.conftest import Caller, MakeCaller, Serve

ENGLISH = languages()["en"].texts["comments"]


@pytest.fixture
def served(serve: Serve, caller: MakeCaller) -> tuple[Judged, FlaskClient, Caller, Caller]:
    """A campaign, its app, somebody who judges in it, and the organiser."""
    campaign, client = serve(topics=1)
    ann, organiser = campaign.invited("ann"), campaign.invited("organiser", "organiser")
    return campaign, client, caller(client, ann), caller(client, organiser)


def test_a_flag_is_stored_once_and_read_answered_and_seen(
    served: tuple[Judged, FlaskClient, Caller, Caller],
) -> None:
    _, _, ann, organiser = served
    assignment = ann.take()["assignment"]
    flag = f"/assignments/{assignment}/tasks/2/flag"
    answers = [ann("POST", flag, reason="broken", note="cut off") for _ in range(2)]
    assert [(answer.status_code, answer.json) for answer in answers] == [
        (201, {"stored": True}),
        (200, {"stored": True}),
    ]
    [entry] = organiser("GET", "/comments").json
    assert (entry["kind"], entry["reason"], entry["text"]) == ("flag", "broken", "cut off")
    assert (entry["assignment"], entry["position"], entry["topic"]) == (assignment, 2, "t1")
    number = entry["number"]
    shown = organiser("GET", f"/comments/{number}").json
    assert shown == {**entry, "task": shown["task"]}
    assert shown["task"]["left"]["docno"] == entry["left"]
    assert shown["task"]["left"]["shown"] == f"{entry['left']} of t1"
    answered = organiser("POST", f"/comments/{number}/answer", text="Thank you.").json
    assert (answered["answer"], answered["answered_by"], answered["open"]) == (
        "Thank you.",
        "the organiser's link",
        False,
    )
    assert organiser("POST", f"/comments/{number}/answer", text="Again.").status_code == 409
    assert organiser("GET", "/comments").json == []
    assert organiser("GET", "/comments?all").json == [answered]
    [own] = ann("GET", "/comments/mine").json
    assert (own["reason"], own["text"], own["answer"], own["position"]) == ("broken", "cut off", "Thank you.", 2)


def test_a_comment_is_resolved_and_opened_again_by_program(
    served: tuple[Judged, FlaskClient, Caller, Caller],
) -> None:
    _, _, ann, organiser = served
    assert ann("POST", "/comments", text="hello").status_code == 201
    [entry] = organiser("GET", "/comments").json
    path = f"/comments/{entry['number']}/resolve"
    assert organiser("POST", path).json["resolved_by"] == "the organiser's link"
    assert organiser("GET", "/status").json["open_comments"] == 0
    assert organiser("POST", path, undo=True).json == entry
    assert organiser("GET", "/status").json["open_comments"] == 1


def test_what_a_program_reads_is_what_the_command_prints(
    served: tuple[Judged, FlaskClient, Caller, Caller],
) -> None:
    campaign, _, ann, organiser = served
    assignment = ann.take()["assignment"]
    ann("POST", "/comments", text="this pair", assignment=assignment, position=1)
    ann("POST", "/comments", text="done with")
    pair, done = organiser("GET", "/comments").json
    organiser("POST", f"/comments/{done['number']}/resolve")
    url = {"ASSESS_DATABASE": campaign.engine.url.render_as_string(hide_password=False)}

    def printed(*words: str) -> Any:
        return json.loads(CliRunner().invoke(main, ["inbox", "c", *words, "--json"], env=url).stdout)

    assert printed() == organiser("GET", "/comments").json == [pair]
    assert printed("--all") == organiser("GET", "/comments?all").json
    assert printed(str(pair["number"])) == organiser("GET", f"/comments/{pair['number']}").json


def test_an_assessor_sees_no_docno_and_nothing_of_others(serve: Serve, caller: MakeCaller) -> None:
    items = [Item(f"secret-{n}", "t1", text=f"Text {n}.") for n in (1, 2)]
    campaign, client = serve(sources=Sources({"t1": "What?"}, items, {"t1": {"secret-1": 1, "secret-2": 1}}))
    ann, bob = (caller(client, campaign.arrived(campaign.shared(challenges=0), name)) for name in ("A1", "B2"))
    assignment = ann.take()["assignment"]
    ann("POST", "/comments", text="of ann", assignment=assignment, position=1)
    bob("POST", "/comments", text="of bob")
    organiser = caller(client, campaign.invited("organiser", "organiser"))
    for entry in organiser("GET", "/comments").json:
        organiser("POST", f"/comments/{entry['number']}/answer", text=f"answer to {entry['person']['identity']}")
    for call, seen, hidden in ((ann, ("of ann", "answer to A1"), "B2"), (bob, ("of bob", "answer to B2"), "A1")):
        own, page = call("GET", "/comments/mine"), client.get(f"/j/{call.token}/comments").text
        assert [(one["text"], one["answer"]) for one in own.json] == [seen]
        assert all(words in page for words in seen)
        assert not {word for word in ("secret-", f"answer to {hidden}") if word in own.text + page}
        assert own.json[0].keys().isdisjoint({"number", "person", "topic", "left", "right", "answered_by"})


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/comments", {"text": " "}, 400, "empty comment"),
        ("/comments", {"text": "a\0b"}, 400, "NUL"),
        ("/comments", {"text": "x", "assignment": "1"}, 400, "a whole number"),
        ("/comments", {"text": "x", "position": 1}, 400, "without an assignment"),
        ("/comments", {"text": "x", "assignment": 999}, 404, "handed out to you"),
        ("/comments", {"text": "x", "assignment": 10**40, "position": 1}, 404, "handed out to you"),
        ("/comments", {"text": "x", "assignment": "OTHER", "position": 1}, 404, "handed out to you"),
        ("/assignments/OTHER/tasks/1/flag", {"reason": "broken"}, 404, "handed out to you"),
        ("/assignments/OWN/tasks/99/flag", {"reason": "broken"}, 404, "found no task 99"),
        ("/assignments/OWN/tasks/1/flag", {"reason": "ugly"}, 400, "expected one of broken"),
        ("/assignments/OWN/tasks/1/flag", {}, 400, "reason"),
    ],
)
def test_what_is_wrong_or_not_theirs_is_refused_and_not_stored(
    served: tuple[Judged, FlaskClient, Caller, Caller],
    caller: MakeCaller,
    path: str,
    body: dict[str, Any],
    status: int,
    message: str,
) -> None:
    campaign, client, ann, _ = served
    numbers = {"OWN": ann.take()["assignment"], "OTHER": caller(client, campaign.invited("bob")).take()["assignment"]}
    for word, number in numbers.items():
        path = path.replace(word, str(number))
        body = {name: number if value == word else value for name, value in body.items()}
    refused = client.post(f"/api{path}", json=body, headers={"Authorization": f"Bearer {ann.token}"})
    assert (refused.status_code, message in refused.json["message"]) == (status, True), refused.text
    assert campaign.rows("SELECT count(*) FROM comment") == [(0,)]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/comments"),
        ("GET", "/comments/1"),
        ("POST", "/comments/1/answer"),
        ("POST", "/comments/1/resolve"),
    ],
)
def test_only_the_organiser_reads_and_answers(
    served: tuple[Judged, FlaskClient, Caller, Caller], caller: MakeCaller, method: str, path: str
) -> None:
    campaign, client, ann, _ = served
    ann("POST", "/comments", text="hello")
    for token in (ann.token, campaign.invited("m", kind="machine"), campaign.shared(), "guess"):
        assert caller(client, token)(method, path, **({"text": "x"} if method == "POST" else {})).status_code == 401
    assert campaign.rows("SELECT answer, resolved_at FROM comment") == [(None, None)]


def test_the_organiser_of_another_campaign_finds_nothing(
    served: tuple[Judged, FlaskClient, Caller, Caller], serve: Serve, caller: MakeCaller
) -> None:
    campaign, client, ann, organiser = served
    ann("POST", "/comments", text="hello")
    [entry] = organiser("GET", "/comments").json
    other, _ = serve(name="other")
    stranger = caller(client, other.invited("organiser", "organiser"))
    assert stranger("GET", "/comments").json == []
    assert stranger("GET", f"/comments/{entry['number']}").status_code == 404
    assert stranger("POST", f"/comments/{entry['number']}/answer", text="x").status_code == 404
    assert stranger("POST", f"/comments/{entry['number']}/resolve").status_code == 404
    assert campaign.rows("SELECT answer, resolved_at FROM comment") == [(None, None)]


def test_a_frame_without_an_origin_may_comment_and_flag(served: tuple[Judged, FlaskClient, Caller, Caller]) -> None:
    _, client, _, _ = served
    for path in ("/comments", "/comments/mine", "/assignments/1/tasks/1/flag"):
        assert client.options(f"/api{path}").headers["Access-Control-Allow-Origin"] == "*"


def test_the_form_names_the_pair_and_refuses_that_of_others(
    served: tuple[Judged, FlaskClient, Caller, Caller],
) -> None:
    campaign, client, ann, _ = served
    assignment = ann.take()["assignment"]
    form, place = f"/j/{ann.token}/comments", f"assignment={assignment}&position=2"
    page = client.get(f"{form}?{place}").text
    assert ENGLISH["about"].format(position=2, question="What is t1?") in page
    assert f'name="assignment" value="{assignment}"' in page
    assert 'name="position" value="2"' in page
    empty = client.post(form, data={"text": "", "assignment": assignment, "position": 2}).text
    assert ENGLISH["empty"] in empty
    assert 'name="position" value="2"' in empty
    bob = f"/j/{campaign.invited('bob')}/comments"
    assert client.get(f"{bob}?{place}").status_code == 404
    assert client.post(bob, data={"text": "x", "assignment": assignment, "position": 2}).status_code == 404
    for wrong in ("assignment=x", "assignment=-1", "position=1", f"assignment={assignment}&position=77"):
        assert client.get(f"{form}?{wrong}").status_code == 404
    assert campaign.rows("SELECT count(*) FROM comment") == [(0,)]
    assert client.post(form, data={"text": "odd", "assignment": assignment, "position": 2}).status_code == 303
    assert campaign.rows("SELECT c.text, t.position FROM comment c JOIN task t ON t.id = c.task_id") == [("odd", 2)]


def test_the_last_page_names_the_assignment(served: tuple[Judged, FlaskClient, Caller, Caller]) -> None:
    campaign, client, _, _ = served
    token = campaign.arrived(campaign.shared(pairings=1, challenges=0), "P1")
    assignment = campaign.taken(token)
    campaign.answer_all(token, assignment)
    assert f"/comments?assignment={assignment.id}" in client.get(f"/j/{token}/done/{assignment.id}").text


def test_the_page_shows_answers_in_the_readers_language_and_as_text(
    served: tuple[Judged, FlaskClient, Caller, Caller],
) -> None:
    _, client, ann, organiser = served
    page = f"/j/{ann.token}/comments"
    assignment = ann.take()["assignment"]
    ann("POST", f"/assignments/{assignment}/tasks/1/flag", reason="wrong-topic", note="<b>not this</b>")
    assert ENGLISH["answers"] not in client.get(page).text
    [entry] = organiser("GET", "/comments").json
    organiser("POST", f"/comments/{entry['number']}/answer", text="<script>alert(1)</script>")
    shown = client.get(page, headers={"Accept-Language": "de"}).text
    assert languages()["de"].texts["comments"]["answers"] in shown
    assert "Falsches Thema: &lt;b&gt;not this" in shown
    assert "<script>alert" not in shown
