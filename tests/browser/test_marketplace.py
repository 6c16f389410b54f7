"""The worker's pages in a real browser: the question in its sandbox, the form that leaves it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
from mypy_boto3_mturk import MTurkClient
from playwright.sync_api import Page, expect

from assess.marketplace.app import create_app
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import running

SCHEMAS = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/"
COMMON: dict[str, Any] = {
    "Description": "Which is better?",
    "Reward": "2.00",
    "AssignmentDurationInSeconds": 3600,
    "LifetimeInSeconds": 86_400,
}


class Judge(BaseHTTPRequestHandler):
    """A requester's page: a form that posts to the address given by the marketplace."""

    def do_GET(self) -> None:
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        form = (
            "<!doctype html><title>Task</title>"
            f'<form method="post" action="{query["turkSubmitTo"]}/mturk/externalSubmit">'
            f'<input type="hidden" name="assignmentId" value="{query["assignmentId"]}">'
            '<input name="code" value="r1"><button>Submit</button></form>'
        )
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(form.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def judge() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Judge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/task?number=1"
    server.shutdown()
    server.server_close()


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[str]:
    market = Market(str(tmp_path / "market.db"), MarketSettings(http_questions=True))
    with running(create_app(market)) as url:
        yield url
    market.close()


@pytest.fixture
def client(endpoint: str) -> MTurkClient:
    keys = {"aws_access_key_id": "AKIA", "aws_secret_access_key": "s"}
    return boto3.client("mturk", endpoint_url=endpoint, region_name="us-east-1", **keys)


def sign_in(page: Page, endpoint: str) -> None:
    page.goto(endpoint)
    page.get_by_label("Worker ID").fill("A1ANNA")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="HITs", exact=True)).to_be_visible()


def answers(client: MTurkClient, hit_id: str) -> str:
    (work,) = client.list_assignments_for_hit(HITId=hit_id)["Assignments"]
    return str(work["Answer"])


def test_a_task_of_another_site_is_previewed_accepted_and_submitted(
    page: Page, endpoint: str, client: MTurkClient, judge: str
) -> None:
    url = judge.replace("&", "&amp;")
    question = (
        f'<ExternalQuestion xmlns="{SCHEMAS}2006-07-14/ExternalQuestion.xsd"><ExternalURL>{url}</ExternalURL>'
        "<FrameHeight>0</FrameHeight></ExternalQuestion>"
    )
    hit_id = client.create_hit(Title="Compare passages", Question=question, **COMMON)["HIT"]["HITId"]
    sign_in(page, endpoint)
    page.get_by_role("link", name="Compare passages").click()
    frame = page.frame_locator("iframe")
    expect(frame.locator("[name=assignmentId]")).to_have_value("ASSIGNMENT_ID_NOT_AVAILABLE")
    page.get_by_role("button", name="Accept this HIT").click()
    expect(page.get_by_role("button", name="Return this HIT")).to_be_visible()
    frame.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", name="Submitted")).to_be_visible()
    assert "<FreeText>r1</FreeText>" in answers(client, hit_id)


def test_html_of_a_hit_is_submitted_here_whatever_host_its_form_names(
    page: Page, endpoint: str, client: MTurkClient
) -> None:
    html = (
        "<!DOCTYPE html><form action='https://www.mturk.com/mturk/externalSubmit'><input name='label' value='cat'>"
        "<button>Send</button></form>"
        "<script>try { parent.document.title } catch { document.body.append('closed') }</script>"
    )
    question = (
        f'<HTMLQuestion xmlns="{SCHEMAS}2011-11-11/HTMLQuestion.xsd"><HTMLContent><![CDATA[{html}]]></HTMLContent>'
        "<FrameHeight>450</FrameHeight></HTMLQuestion>"
    )
    hit_id = client.create_hit(Title="Label a picture", Question=question, **COMMON)["HIT"]["HITId"]
    sign_in(page, endpoint)
    page.get_by_role("button", name="Accept a HIT: Label a picture").click()
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text("closed")).to_be_visible()  # the frame cannot reach into the page around it
    frame.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="Submitted")).to_be_visible()
    assert "<FreeText>cat</FreeText>" in answers(client, hit_id)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_fits_a_phone(
    page: Page, endpoint: str, client: MTurkClient, scheme: Literal["light", "dark"]
) -> None:
    question = (
        f'<ExternalQuestion xmlns="{SCHEMAS}2006-07-14/ExternalQuestion.xsd">'
        "<ExternalURL>https://example.org/</ExternalURL><FrameHeight>0</FrameHeight></ExternalQuestion>"
    )
    client.create_hit(Title="W" * 128, Question=question, **COMMON)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 640})
    sign_in(page, endpoint)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    button = page.get_by_role("button", name="Accept a HIT").bounding_box()
    assert button
    assert button["height"] >= 44
