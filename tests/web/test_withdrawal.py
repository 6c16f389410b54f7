"""People withdraw on their own pages and by program; organisers forget them by program."""

import sys
import threading

import pytest
from flask.testing import FlaskClient

from assess.campaign.judging.refusals import Reason
from assess.cli.options.database import forget_who_is_due
from assess.sockets import listen
from assess.web import server
from tests.campaign.corrections.test_corrections import assessor, differences
from tests.conftest import Judged
from tests.traces import traces
from tests.web.conftest import Caller, MakeCaller, Serve

NAME = "Annabelle Quimby"


@pytest.fixture
def site(serve: Serve) -> tuple[Judged, FlaskClient]:
    return serve(topics=1, candidates=3, texts={"withdrawal": "discard", "language": "en"})


def test_an_invited_person_withdraws_on_the_page(site: tuple[Judged, FlaskClient]) -> None:
    campaign, client = site
    token = campaign.invited(NAME)
    work = client.get(f"/j/{token}/work").text
    assert f'href="/j/{token}/withdraw"' in work
    client.post(f"/j/{token}/comments", data={"text": "call me"})
    asked = client.get(f"/j/{token}/withdraw").text
    assert "cannot be undone" in asked
    assert "The answers that you gave are not used any more" in asked
    assert "is paid all the same" not in asked  # nobody pays an invited person here
    farewell = client.post(f"/j/{token}/withdraw")
    assert (farewell.status_code, "What identified you is erased" in farewell.text) == (200, True)
    assert "/withdraw" not in farewell.text
    assert traces(campaign.engine, [NAME, "call me"]) == set()
    assert client.get(f"/j/{token}/work").status_code == 410
    assert differences(campaign) == []


def test_a_participant_goes_on_to_the_end_of_their_work_and_is_told_what_waits(
    site: tuple[Judged, FlaskClient],
) -> None:
    campaign, client = site
    link = campaign.shared("panel", pairings=3, challenges=0, completion_code="DONE")
    token = campaign.arrived(link, "P1")
    assert "/withdraw" not in client.get(f"/j/{token}").text  # nothing is stored about a newcomer
    assignment = campaign.taken(token)
    campaign.answer_all(token, assignment)
    assert "is paid all the same" in client.get(f"/j/{token}/withdraw").text
    farewell = client.post(f"/j/{token}/withdraw").text
    assert "it is erased when everything is settled" in farewell
    assert f"/j/{token}/done/{assignment.id}" in farewell
    ended = client.get(f"/j/{token}/done/{assignment.id}").text
    assert "DONE" in ended
    assert "/withdraw" not in ended
    refused = client.post(f"/j/{token}/comments", data={"text": "call me"})
    assert "You have withdrawn" in refused.text
    assert traces(campaign.engine, ["call me"]) == set()
    assert campaign.take(token) is Reason.ALREADY_TAKEN
    assert campaign.take(campaign.arrived(link, "P1", "V2")) is Reason.WITHDRAWN


@pytest.mark.parametrize(("language", "told"), [("en", "answers stay"), ("de", "Antworten bleiben")])
def test_the_consent_page_says_what_becomes_of_judgments(serve: Serve, language: str, told: str) -> None:
    campaign, client = serve(topics=1, candidates=3, texts={"consent": "Agree?", "language": language})
    assert told in client.get(f"/j/{campaign.invited('ann')}/consent").text


def test_people_withdraw_by_program_and_machines_do_not(site: tuple[Judged, FlaskClient], caller: MakeCaller) -> None:
    campaign, client = site
    call = caller(client, campaign.invited(NAME))
    call.take()
    assert call("POST", "/withdraw").json == {"outcome": "erased", "judgments": "discard"}
    assert call("POST", "/withdraw").status_code == 401
    assert traces(campaign.engine, [NAME]) == set()
    machine = caller(client, campaign.invited("gpt", kind="machine"))
    assert machine("POST", "/withdraw").status_code == 409


def test_an_organiser_forgets_somebody_by_program(site: tuple[Judged, FlaskClient], caller: MakeCaller) -> None:
    campaign, client = site
    token = campaign.invited(NAME)
    campaign.work(token)
    number = assessor(campaign, NAME)
    organiser: Caller = caller(client, campaign.invited("organiser", kind="organiser"))
    path = f"/people/{number}/forget"
    assert caller(client, token)("POST", path).status_code == 401
    looked = organiser("POST", path, preview=True, discard=False).json
    assert looked is not None
    assert (looked["judgments"], looked["after"], "outcome" in looked) == (3, "keep", False)
    assert traces(campaign.engine, [NAME]) != set()
    done = organiser("POST", path, discard=False, why="asked by mail").json
    assert done is not None
    assert (done["outcome"], done["token"]) == ("erased", f"forgotten-{number}")
    assert traces(campaign.engine, [NAME]) == set()
    assert organiser("POST", path).status_code == 409
    assert organiser("POST", "/people/999/forget").status_code == 404
    listed = organiser("GET", "/changes").json or []
    assert [change["what"] for change in listed][-2:] == [
        f"assessor {number} withdrew; their judgments stay under the number",
        f"erased what identified assessor {number}",
    ]


def test_a_server_forgets_those_whose_time_has_come(
    site: tuple[Judged, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, client = site
    token = campaign.arrived(campaign.shared("panel", pairings=3, challenges=0), "P1QUIMBY")
    campaign.taken(token)
    client.post(f"/j/{token}/withdraw")
    assert traces(campaign.engine, ["P1QUIMBY"]) != set()
    monkeypatch.setattr(server, "CHORE_INTERVAL", 0.01)
    stop, done = threading.Event(), threading.Event()

    def chore() -> None:
        forget_who_is_due(campaign.engine)
        done.set()

    interval, listening = sys.getswitchinterval(), listen("127.0.0.1", 0)
    running = threading.Thread(target=server.serve, args=(client.application, listening, stop, 1, chore))
    running.start()
    assert done.wait(60)
    stop.set()
    running.join()
    sys.setswitchinterval(interval)
    assert traces(campaign.engine, ["P1QUIMBY"]) == set()
