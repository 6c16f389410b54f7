"""The worker's pages as a browser gets them: forms, tokens against forgery, headers, frames."""

import re
import urllib.parse
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from mypy_boto3_mturk import MTurkClient
from werkzeug.test import TestResponse

from assess.marketplace.app import create_app
from assess.marketplace.faults.switches import change_faults
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.people.workers import Profile, enrol, set_password
from assess.marketplace.tables import Control
from tests.marketplace.conftest import HIT

HTML_SCHEMA = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2011-11-11/HTMLQuestion.xsd"


@pytest.fixture
def browser(market: Market) -> FlaskClient:
    return create_app(market).test_client()


def forgery(response: TestResponse) -> str:
    found = re.search(r'name="forgery" value="([^"]+)"', response.text)
    assert found
    return found[1]


def sign_in(browser: FlaskClient, worker: str = "A1ANNA", password: str = "") -> TestResponse:
    form = {"forgery": forgery(browser.get("/sign-in")), "worker": worker, "password": password}
    return browser.post("/sign-in", data=form)


def press(browser: FlaskClient, path: str) -> TestResponse:
    return browser.post(path, data={"forgery": forgery(browser.get("/hits"))})


def frame(response: TestResponse) -> tuple[str, dict[str, str]]:
    found = re.search(r'<iframe[^>]* src="([^"]+)"', response.text)
    assert found
    url = unescape(found[1])
    return url, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))


def test_without_signing_in_every_page_redirects_to_sign_in(browser: FlaskClient) -> None:
    for path in ("/hits", "/dashboard", "/hits/3ABC", "/work/3ABC"):
        response = browser.get(path)
        assert (response.status_code, response.location) == (303, f"/sign-in?next={path}")


def test_signing_in_leads_back_but_never_to_another_site(browser: FlaskClient) -> None:
    for target, expected in (
        ("/dashboard", "/dashboard"),
        ("//evil.example", "/hits"),
        ("https://evil.example", "/hits"),
        ("/\\evil.example", "/hits"),
    ):
        form = {"forgery": forgery(browser.get("/sign-in")), "worker": "A1ANNA"}
        response = browser.post("/sign-in", query_string={"next": target}, data=form)
        assert response.location == expected


def test_an_impossible_worker_id_is_refused_with_a_message(browser: FlaskClient) -> None:
    response = sign_in(browser, "anna")
    assert response.status_code == 409
    assert "expected an A and then capital letters and digits" in response.text


def test_a_form_without_our_token_is_refused(browser: FlaskClient, client: MTurkClient) -> None:
    hit = client.create_hit(**HIT)["HIT"]
    sign_in(browser)
    for data in ({}, {"forgery": "guess"}):
        assert browser.post(f"/hits/{hit['HITId']}/accept", data=data).status_code == 400
    assert client.get_hit(HITId=hit["HITId"])["HIT"]["NumberOfAssignmentsPending"] == 0


def test_a_worker_previews_accepts_submits_and_sees_their_earnings(browser: FlaskClient, client: MTurkClient) -> None:
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    sign_in(browser)
    assert "Compare passages" in browser.get("/hits").text

    preview = browser.get(f"/hits/{hit_id}")
    url, parameters = frame(preview)
    assert url.startswith("http://127.0.0.1:9/judge?campaign=demo&number=1&")
    assert parameters["assignmentId"] == "ASSIGNMENT_ID_NOT_AVAILABLE"
    assert parameters["hitId"] == hit_id
    assert "workerId" not in parameters
    assert 'sandbox="allow-scripts allow-same-origin allow-forms"' in preview.text
    assert "http://127.0.0.1:9" in preview.headers["Content-Security-Policy"]

    work = browser.get(press(browser, f"/hits/{hit_id}/accept").location)
    _, parameters = frame(work)
    assert (parameters["hitId"], parameters["workerId"]) == (hit_id, "A1ANNA")
    assert (parameters["turkSubmitTo"], parameters["number"]) == ("http://localhost", "1")
    assert "Return this HIT" in work.text

    form = {"assignmentId": parameters["assignmentId"], "code": "r1"}
    done = browser.post("/mturk/externalSubmit", data=form)
    assert (done.status_code, "your work has arrived" in done.text) == (200, True)
    assert "frame-ancestors 'self'" in done.headers["Content-Security-Policy"]
    client.approve_assignment(AssignmentId=parameters["assignmentId"], RequesterFeedback="<i>Thanks</i>")
    dashboard = browser.get("/dashboard").text
    assert "<dd>$2.00</dd>" in dashboard
    assert "&lt;i&gt;Thanks&lt;/i&gt;" in dashboard


def test_a_submission_needs_no_cookie(browser: FlaskClient, client: MTurkClient, market: Market) -> None:
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    sign_in(browser)
    _, parameters = frame(browser.get(press(browser, f"/hits/{hit_id}/accept").location))
    stranger = create_app(market).test_client()
    form = {"assignmentId": parameters["assignmentId"], "code": "r1"}
    assert stranger.post("/mturk/externalSubmit", data=form).status_code == 200
    assert client.list_assignments_for_hit(HITId=hit_id)["NumResults"] == 1


def test_somebody_else_signed_in_cannot_submit_for_the_holder(
    browser: FlaskClient, client: MTurkClient, market: Market
) -> None:
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    sign_in(browser)
    _, parameters = frame(browser.get(press(browser, f"/hits/{hit_id}/accept").location))
    other = create_app(market).test_client()
    sign_in(other, "A2BERT")
    form = {"assignmentId": parameters["assignmentId"], "code": "r1"}
    assert other.post("/mturk/externalSubmit", data=form).status_code == 409
    assert other.get(f"/work/{parameters['assignmentId']}").status_code == 404


@pytest.mark.parametrize("assignment_id", ["", "ASSIGNMENT_ID_NOT_AVAILABLE"])
def test_a_preview_cannot_be_submitted(browser: FlaskClient, assignment_id: str) -> None:
    response = browser.post("/mturk/externalSubmit", data={"assignmentId": assignment_id, "code": "r1"})
    assert (response.status_code, "This was a preview" in response.text) == (409, True)


def test_a_returned_hit_is_free_again(browser: FlaskClient, client: MTurkClient) -> None:
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    sign_in(browser)
    work = press(browser, f"/hits/{hit_id}/accept").location
    assert press(browser, f"{work}/return").location == "/hits"
    assert client.get_hit(HITId=hit_id)["HIT"]["NumberOfAssignmentsAvailable"] == 1
    assert "You returned this HIT" in browser.get(work).text


def test_what_requesters_write_is_text_never_markup(browser: FlaskClient, client: MTurkClient) -> None:
    script = "<script>alert(1)</script>"
    hit = client.create_hit(**HIT | {"Title": script, "Description": f'"{script}'})["HIT"]
    sign_in(browser)
    for path in ("/hits", f"/hits/{hit['HITId']}"):
        assert script not in browser.get(path).text


def test_pages_run_only_our_scripts_and_cannot_be_framed(browser: FlaskClient) -> None:
    sign_in(browser)
    for path in ("/sign-in", "/hits", "/dashboard", "/nowhere-at-all"):
        response = browser.get(path)
        if response.status_code == 200:
            policy = response.headers["Content-Security-Policy"]
            assert "script-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert response.headers["Referrer-Policy"] == "no-referrer"


def html_question(html: str) -> str:
    content = f"<HTMLContent><![CDATA[{html}]]></HTMLContent><FrameHeight>450</FrameHeight>"
    return f'<HTMLQuestion xmlns="{HTML_SCHEMA}">{content}</HTMLQuestion>'


def test_html_of_a_hit_runs_without_our_origin(browser: FlaskClient, client: MTurkClient) -> None:
    question = html_question("<!DOCTYPE html><form action='https://www.mturk.com/mturk/externalSubmit'></form>")
    hit_id = client.create_hit(**HIT | {"Question": question})["HIT"]["HITId"]
    sign_in(browser)
    preview = browser.get(f"/hits/{hit_id}")
    url, _ = frame(preview)
    assert 'sandbox="allow-scripts allow-forms"' in preview.text
    assert 'height="450"' in preview.text
    inside = browser.get(url)
    assert inside.headers["Content-Security-Policy"].startswith("sandbox allow-scripts allow-forms;")
    assert "marketplace-question.js" in inside.text


def test_the_group_gives_one_hit_after_the_other(browser: FlaskClient, client: MTurkClient) -> None:
    hits = [client.create_hit(**HIT)["HIT"] for _ in range(2)]
    sign_in(browser)
    path = f"/groups/{hits[0]['HITGroupId']}"
    assert browser.get(path).location == f"/hits/{hits[0]['HITId']}"
    press(browser, f"{path}/accept")
    assert browser.get(path).location == f"/hits/{hits[1]['HITId']}"
    press(browser, f"{path}/accept")
    response = press(browser, f"{path}/accept")
    assert (response.status_code, "no more HITs of this group" in response.text) == (409, True)


def test_faulty_parameters_look_as_on_the_live_service(
    browser: FlaskClient, client: MTurkClient, market: Market
) -> None:
    with market.moment() as moment:
        change_faults(moment.session.get_one(Control, 1), {"amp": 1, "double_worker_id": 1})
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    sign_in(browser)
    url, parameters = frame(browser.get(press(browser, f"/hits/{hit_id}/accept").location))
    assert parameters["amp;hitId"] == hit_id
    assert url.count("workerId=A1ANNA") == 2


@pytest.fixture
def in_house(tmp_path: Path) -> Iterator[Market]:
    market = Market(str(tmp_path / "house.db"), MarketSettings(in_house=True))
    with market.moment() as moment:
        set_password(enrol(moment.session, "A1ANNA", Profile(name="Anna"), moment.now), "correct horse")
        enrol(moment.session, "A2BERT", Profile(name="Bert"), moment.now)
    yield market
    market.close()


def test_in_house_only_enrolled_workers_with_their_password_get_in(in_house: Market) -> None:
    browser = create_app(in_house).test_client()
    for worker, password in (("A1ANNA", "wrong"), ("A1ANNA", ""), ("A2BERT", ""), ("A3NOBODY", "correct horse")):
        response = sign_in(browser, worker, password)
        assert (response.status_code, "ID or the password is wrong" in response.text) == (403, True)
    assert sign_in(browser, "A1ANNA", "correct horse").location == "/hits"
    assert "Anna" in browser.get("/dashboard").text


def test_in_house_there_are_no_rehearsal_calls(in_house: Market, browser: FlaskClient) -> None:
    assert create_app(in_house).test_client().post("/admin/clock", json={}).status_code == 404
    assert browser.post("/admin/clock", json={}).status_code == 200
    assert browser.post("/admin/clock", data="{}").status_code == 415
    far = {"REMOTE_ADDR": "192.0.2.1"}
    assert browser.post("/admin/clock", json={}, environ_overrides=far).status_code == 403
