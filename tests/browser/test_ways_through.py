"""From the way in to the way out: consent, training, grading, panels, a platform's frame, comments."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar
from urllib.parse import parse_qs, quote, unquote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from assess.campaign.inbox.inbox import Answered, answer, read_inbox
from assess.database.engine import writing
from assess.store.links import links_of
from assess.store.tables import Campaign
from tests.browser.conftest import MakeLive
from tests.browser.pair import EITHER, ON_SQLITE, Pair, passages
from tests.campaign.corrections.test_adjudications import judge_with_slips

TRAINING = [
    {"topic": "t1", "preferred": "db", "other": "dc", "why": "The first one *answers*."},
    {"topic": "t1", "preferred": "dd", "other": "de", "why": "The second one does."},
]


@EITHER
def test_who_agrees_works_and_who_declines_is_let_go(live: MakeLive, page: Page) -> None:
    served = live(topics=1, texts={"consent": "You can stop *at any time*."})
    page.goto(served.link("bob"))
    page.get_by_role("link", name="Start").click()
    expect(page.locator(".prose em")).to_have_text("at any time")
    page.get_by_role("button", name="I do not agree").click()
    Pair(page).ends("That is fine")
    assert served.campaign.rows("SELECT count(*) FROM assessor") == [(0,)]

    page.goto(served.link("ann"))
    page.get_by_role("link", name="Start").click()
    page.get_by_role("button", name="I agree").click()
    Pair(page).at("1 of 5")


@EITHER
def test_training_tells_what_was_right_and_then_the_work_begins(live: MakeLive, page: Page) -> None:
    served = live(topics=1, training=TRAINING)
    pair = Pair(page).start(served.link())
    expect(page.get_by_text("Nothing of it counts yet")).to_be_visible()
    pair.press("1", "Enter")
    expect(page.locator("#verdict")).to_have_text("Right.")
    expect(page.locator("#why em")).to_have_text("answers")
    pair.press("2", "Enter")  # the answer stands once it is told
    pair.at("2 of 2")
    pair.press("1", "Enter")
    expect(page.locator("#verdict")).to_have_text("We see it differently: 2 is better.")
    pair.press("Enter")
    pair.at("1 of 5")
    expect(page.get_by_text("Nothing of it counts yet")).to_have_count(0)
    assert served.campaign.rows("SELECT count(*) FROM judgment") == [(0,)]


@EITHER
def test_grades_are_collected_with_the_campaigns_own_names(live: MakeLive, page: Page) -> None:
    scale = [
        {"value": 3, "name": "Perfect", "guideline": "Says it all."},
        {"value": 0, "name": "Useless", "guideline": "Says nothing."},
    ]
    texts = passages("Red.", "Blue.", "Dust.")
    served = live(sources=type(texts)(texts.topics, texts.items), grading=True, scale=scale)
    pair = Pair(page).start(served.link())
    expect(pair.items).to_have_count(1)
    expect(page.get_by_text("Says it all.")).to_be_visible()
    pair.press("1", "Enter")
    page.get_by_label("Useless").click()
    pair.proceed.click()
    pair.press("1", "Enter")
    pair.at("1 of 1")  # two of the three remain, and meet
    expect(pair.items).to_have_count(2)
    assert sorted(served.campaign.rows("SELECT grade FROM grade")) == [(0.0,), (3.0,), (3.0,)]


@EITHER
def test_an_adjudicator_sees_what_others_disagree_on_and_decides_it(live: MakeLive, page: Page) -> None:
    served = live(topics=1, candidates=3, overlap=1.0)
    served.campaign.work(served.campaign.invited("ann"))
    judge_with_slips(served.campaign, "ben", {("db", "dc")})
    pair = Pair(page).start(served.link("olga", adjudicator=True))
    pair.at("1 of 1")
    for text in ("db of t1", "dc of t1"):
        expect(pair.items.filter(has_text=text)).to_have_count(1)
    pair.press("1", "Enter")
    pair.ends("Everything is judged")
    decided = "SELECT count(*) FROM judgment WHERE adjudicates AND preferred_id = left_id"
    assert served.campaign.rows(decided) == [(1,)]


@EITHER
def test_a_participant_ends_with_a_code_and_the_way_back(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    link = served.campaign.shared(
        pairings=2, challenges=0, completion_code="C0DE", return_url="https://panel.example/?cc={code}"
    )
    pair = Pair(page).start(f"{served.url}/p/{link}?PROLIFIC_PID=P7&SESSION_ID=S1&STUDY_ID=X")
    pair.press("1", "Enter", "2", "Enter")
    pair.ends("Thank you!")
    expect(page.locator("#code")).to_have_text("C0DE")
    expect(page.get_by_role("link", name="Complete the task")).to_have_attribute(
        "href", "https://panel.example/?cc=C0DE"
    )
    page.go_back()
    page.get_by_role("link", name="Start").click()
    pair.ends("Thank you!")


@ON_SQLITE
def test_without_scripts_answered_work_is_submitted_by_a_form(
    live: MakeLive, new_context: Callable[..., BrowserContext]
) -> None:
    served = live(topics=1)
    token = served.campaign.arrived(served.campaign.shared(pairings=2, challenges=0, completion_code="C0DE"), "P7")
    assignment = served.campaign.taken(token)
    with new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{served.url}/j/{token}/work")
        expect(page.locator("noscript .notice")).to_contain_text("This page needs JavaScript")
        for task in assignment.tasks:
            served.campaign.save(token, assignment, task.position, 1)
        page.goto(f"{served.url}/j/{token}/done/{assignment.id}")
        page.locator("noscript button").click()  # roles are not looked for in noscript
        expect(page.locator("#code")).to_have_text("C0DE")
    assert served.campaign.rows("SELECT state FROM assignment") == [("finished",)]


# Without allow-same-origin the frame has no origin of its own: cookies, storage and same-site calls are out of reach.
FRAME = '<!doctype html><iframe sandbox="allow-scripts allow-forms" src="{}" width="1200" height="700">'


class Platform(BaseHTTPRequestHandler):
    """Another site, which frames the page named in its address, and takes what workers submit."""

    submitted: ClassVar[list[dict[str, list[str]]]] = []

    def do_GET(self) -> None:
        self._answer(FRAME.format(unquote(self.path.partition("?")[2]).replace("&", "&amp;")))

    def do_POST(self) -> None:
        assert self.path == "/mturk/externalSubmit"
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.submitted.append(parse_qs(body.decode()))
        self._answer("received")

    def _answer(self, html: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(html.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def platform() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Platform)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


@EITHER
def test_a_worker_previews_accepts_and_submits_inside_a_sandboxed_frame(
    live: MakeLive, page: Page, platform: str
) -> None:
    served = live(topics=1)
    link = served.campaign.shared("worker", pairings=2, challenges=1, submit_to=[platform])
    address = f"{served.url}/mturk/{link}?hitId=H1&assignmentId="
    page.goto(f"{platform}/?{quote(address)}ASSIGNMENT_ID_NOT_AVAILABLE")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", level=1)).to_have_text("This is a preview")
    assert served.campaign.rows("SELECT count(*) FROM assessor") == [(0,)]

    page.goto(f"{platform}/?{quote(f'{address}A7&workerId=W3&turkSubmitTo={platform}')}")
    frame.get_by_role("link", name="Start").click()
    for number in (1, 2, 3):
        expect(frame.locator("#progress-text")).to_have_text(f"{number} of 3")
        texts = frame.locator(".item-body").all_inner_texts()
        frame.locator("#choices input").nth(texts.index(max(texts))).click()
        frame.locator("#proceed").click()
    expect(frame.get_by_role("heading", level=1)).to_have_text("Thank you!")
    frame.get_by_role("button", name="Submit your work").click()
    expect(frame.get_by_text("received")).to_be_visible()
    submitted = Platform.submitted.pop()
    assert submitted["assignmentId"] == ["A7"]
    assert len(submitted["receipt"][0]) == 10
    assert served.campaign.rows("SELECT state FROM assignment") == [("finished",)]


@EITHER
def test_a_comment_names_its_pair_and_its_answer_appears(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    campaign = served.campaign
    pair = Pair(page).start(served.link())
    pair.press("1", "Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    pair.at("2 of 5")
    texts = page.locator(".item-body").all_inner_texts()
    page.get_by_text("Options").click()
    page.get_by_role("link", name="Write to the organiser").click()
    expect(page.get_by_text("This comment is about number 2 of this set: What is t1?")).to_be_visible()
    page.get_by_label("Your comment").fill("This pair is odd.")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("link", name="Back to the pairs").click()
    pair.at("2 of 5")
    with writing(campaign.engine) as session:
        row = session.get_one(Campaign, campaign.campaign_id)
        [entry] = read_inbox(session, row)
        answer(session, row, entry.number, Answered("You are *right*."), "kim", campaign.now)
    assert (entry.text, entry.position) == ("This pair is odd.", 2)
    assert [f"{entry.left} of t1", f"{entry.right} of t1"] == texts
    page.get_by_text("Options").click()
    page.get_by_role("link", name="Write to the organiser").click()
    answers = page.get_by_role("region", name="Answers from the organiser")
    expect(answers).to_contain_text("This pair is odd.")
    expect(answers.locator("em")).to_have_text("right")


@EITHER
def test_who_stops_gives_the_rest_back_and_may_return(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    pair.press("1", "Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.get_by_text("Options").click()
    page.get_by_role("button", name="Stop for now").click()
    pair.ends("See you soon")
    assert served.campaign.rows("SELECT sum(held), sum(counted) FROM pairing") == [(0, 1)]
    page.get_by_role("link", name="Go on with more pairs").click()
    pair.at("1 of 5")


@EITHER
def test_a_missed_challenge_ends_with_thanks_and_no_further_work(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    link = served.campaign.shared(pairings=1, challenges=1)
    pair = Pair(page).start(f"{served.url}/p/{link}?PROLIFIC_PID=P7&SESSION_ID=S1")
    for number in (1, 2):
        pair.at(f"{number} of 2")
        texts = page.locator(".item-body").all_inner_texts()
        pair.press("1" if texts[0] < texts[1] else "2", "Enter")
    pair.ends("Thank you!")
    page.goto(f"{served.url}/p/{link}?PROLIFIC_PID=P7&SESSION_ID=S2")
    page.get_by_role("link", name="Start").click()
    pair.ends("Thank you for your work")


@EITHER
def test_the_interface_speaks_the_campaigns_language(live: MakeLive, page: Page) -> None:
    served = live(topics=1, texts={"language": "de"})
    pair = Pair(page).start(served.link())
    pair.at("1 von 5")
    expect(pair.proceed).to_contain_text("Weiter")
    expect(page.locator("html")).to_have_attribute("lang", "de")


@EITHER
def test_a_link_that_is_withdrawn_ends_the_work_at_once(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    with writing(served.campaign.engine) as session:
        [link] = links_of(session, served.campaign.campaign_id)
        link.revoked_at = served.campaign.now
    pair.press("1", "Enter")
    pair.ends("This link is no longer in use")
    assert served.campaign.rows("SELECT count(*) FROM judgment") == [(0,)]
