"""Every page, wide, dark and on a phone: no fault that axe can find, nothing wider than the window.

With ASSESS_SCREENSHOTS=FOLDER each one is also photographed; ``scripts/screenshots`` does that.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from assess.campaign.access.links import organiser_link
from assess.campaign.access.tokens import Claim
from assess.campaign.inbox.inbox import Answered, answer, read_inbox
from assess.campaign.setup.lifecycle import close_campaign, pause_campaign
from assess.campaign.setup.sources import Sources
from assess.database.engine import writing
from assess.formats.items import Item, Result
from assess.store.tables import Campaign
from tests.browser.conftest import MakeLive
from tests.browser.pair import ON_SQLITE, Pair, passages
from tests.browser.scores import judged_campaign
from tests.browser.test_materials import draw

pytestmark = ON_SQLITE

Scheme = Literal["light", "dark"]
LOOKS: dict[str, tuple[int, int, Scheme]] = {
    "wide": (1280, 800, "light"),
    "dark": (1280, 800, "dark"),
    "phone": (390, 844, "light"),
}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TEXTS = {
    "title": "Evening skies",
    "time": "About 10 minutes for 13 pairs",
    "pay": "$2.00, also if you miss a check question",
    "contact": "sky@example.org",
    "consent": "We study *how people compare*. Stop at any time.\n\n- No names are stored.\n- Answers are published.",
}
LONG = "\n\n".join("The light of the evening takes the long way through the air. " * 7 for _ in range(9))


@pytest.fixture
def look(page: Page) -> Callable[..., None]:
    """Look at the page as it is now, in every way."""
    folder = os.environ.get("ASSESS_SCREENSHOTS")

    def at(name: str, *, whole: bool = False) -> None:
        for way, (width, height, scheme) in LOOKS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
            assert found.violations_count == 0, f"{name}, {way}: {found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if folder:
                page.screenshot(path=Path(folder) / f"{name}-{way}.png", full_page=whole)

    return at


def test_withdrawing(live: MakeLive, page: Page, look: Callable[..., None]) -> None:
    Pair(page).start(live(topics=1, texts=TEXTS | {"consent": ""}).link())
    page.get_by_text("Options").first.click()
    page.get_by_role("link", name="Withdraw and erase my data").click()
    look("withdraw")
    page.get_by_role("link", name="No, go back").click()
    expect(page.locator("#question")).to_be_visible()
    page.get_by_text("Options").first.click()
    page.get_by_role("link", name="Withdraw and erase my data").click()
    page.get_by_role("button", name="Withdraw and erase my data").click()
    expect(page.get_by_role("status")).to_contain_text("What identified you is erased")
    look("withdrawn")


def test_around_the_work(live: MakeLive, page: Page, look: Callable[..., None]) -> None:
    served = live(topics=1, texts=TEXTS)
    ann = served.link()
    page.goto(ann)
    look("welcome")
    page.get_by_role("link", name="Start").click()
    look("consent")
    page.get_by_role("button", name="I do not agree").click()
    look("declined")
    page.goto(f"{ann}/comments")
    look("comments")
    page.get_by_label("Your comment").fill("All is well.")
    page.get_by_role("button", name="Send").click()
    look("comments-sent")
    with writing(served.campaign.engine) as session:
        row = session.get_one(Campaign, served.campaign.campaign_id)
        answer(session, row, read_inbox(session, row)[0].number, Answered("Thank *you*."), "kim", served.campaign.now)
    page.goto(f"{ann}/comments")
    look("comments-answered")
    page.goto(f"{ann}/stopped")
    look("stopped")
    page.goto(f"{ann}/expired")
    look("expired")
    page.goto(f"{served.url}/j/nonsense")
    look("unknown-link")
    link = served.campaign.shared("worker")
    page.goto(f"{served.url}/mturk/{link}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1")
    look("preview")


def test_the_ends(live: MakeLive, page: Page, look: Callable[..., None]) -> None:
    served = live(topics=1, candidates=3)
    campaign = served.campaign
    panel = campaign.shared(pairings=1, challenges=0, completion_code="SKY42", return_url="https://panel.example/")
    token = campaign.arrived(panel, "P7")
    assignment = campaign.taken(token)
    campaign.answer_all(token, assignment)
    page.goto(f"{served.url}/j/{token}/done/{assignment.id}")
    look("done")
    page.goto(f"{served.url}/j/{token}/comments?assignment={assignment.id}&position=1")
    look("comments-pair")
    holder = campaign.arrived(campaign.shared(pairings=6, challenges=0), "P8")
    campaign.taken(holder)
    page.goto(f"{served.link('bob')}/work")
    look("come-back-later")
    campaign.work(holder)
    page.goto(f"{served.link('bob')}/work")
    look("all-done")
    for change in (pause_campaign, close_campaign):
        with writing(campaign.engine) as session:
            change(session, session.get_one(Campaign, campaign.campaign_id), campaign.now)
        page.goto(f"{served.link('cat')}/work")
        look(change.__name__.partition("_")[0])


def test_the_pair_page(live: MakeLive, page: Page, look: Callable[..., None], context: BrowserContext) -> None:
    texts = passages(
        LONG, "Blue light is *scattered* on its way.\n\n- First the air\n- then the dust", LONG[:700], "Dust."
    )
    pair = Pair(page).start(live(sources=texts, answers=5, texts=TEXTS | {"consent": ""}).link())
    look("pair")
    pair.press("2")
    look("pair-chosen")
    page.get_by_text("Options").click()
    look("options")
    pair.press("Escape", "2", "Enter")
    pair.at("2 of 5")
    context.set_offline(True)
    pair.press("1", "Enter", "2", "Enter")
    expect(pair.status).to_contain_text("No connection")
    look("offline")
    context.set_offline(False)
    expect(pair.status).to_contain_text("Connected again")


def test_other_materials(live: MakeLive, page: Page, look: Callable[..., None], tmp_path: Path) -> None:
    wide, tall = draw(tmp_path, "a.svg", 900, 500), draw(tmp_path, "b.svg", 400, 700)
    found = tuple(Result(f"Sunsets, part {n}", LONG[:140], "https://example.org/") for n in range(1, 7))
    images = [Item("i1", "t1", image=wide, alt="A red evening"), Item("i2", "t1", image=tall, alt="The sea")]
    pages = [Item("p1", "t2", results=found), Item("p2", "t2", results=found[::-1])]
    foreign = [
        Item("f1", "t3", text="يظهر غروب الشمس باللون الأحمر لأن ضوء الشمس يمر عبر طبقة أكثر سمكًا من الهواء."),
        Item("f2", "t3", text="夕日が赤く見えるのは、太陽の光が大気中を長い距離通過するためです。"),
    ]
    items = images + pages + foreign
    questions = {"t1": "sunset by the sea", "t2": "why is the evening red", "t3": "لماذا السماء حمراء عند الغروب؟"}
    grades = {topic: {item.docno: 1.0 for item in items if item.topic == topic} for topic in questions}
    pair = Pair(page).start(live(sources=Sources(questions, items, grades), answers=3).link())
    for number in (1, 2, 3):
        pair.at(f"{number} of 3")
        look("materials-" + page.locator(".item").first.get_attribute("class").split("-")[-1] + f"-{number}")
        if page.locator(".zoom").count():
            page.locator(".zoom").first.click()
            look("zoom")
            page.keyboard.press("Escape")
        pair.press("1", "Enter")


def test_training_and_grading(live: MakeLive, page: Page, look: Callable[..., None]) -> None:
    training = [{"topic": "t1", "preferred": "d1", "other": "d2", "why": "It says *why*."}]
    texts = passages("Blue light is scattered away on the long way.", "Because it is evening.")
    served = live(
        sources=Sources(texts.topics, texts.items), training=training, grading=True, texts=TEXTS | {"consent": ""}
    )
    pair = Pair(page).start(served.link())
    pair.press("2", "Enter")
    expect(page.locator("#verdict")).to_be_visible()
    look("training")
    pair.press("Enter")
    pair.at("1 of 2")
    pair.press("2")
    look("grading")


def test_the_live_page(live: MakeLive, page: Page, look: Callable[..., None]) -> None:
    served = live(topics=1)
    made = served.campaign
    scored = judged_campaign(made.engine, made.now)
    with writing(made.engine) as session:
        link = organiser_link(session, scored, made.now)
    address = f"{served.url}/live/{made.key.token(Claim(link.id))}"
    page.goto(address)
    expect(page.locator("#plot polyline")).to_have_count(6)
    expect(page.locator("#matrix tr")).to_have_count(7)
    expect(page.locator("#sensitivity")).to_contain_text("%")
    look("live", whole=True)
    page.get_by_text("What these figures assume").click()
    page.get_by_role("heading", name="Topic by topic").click()
    expect(page.locator("#topics tbody tr")).to_have_count(14)
    page.get_by_role("heading", name="Manage").click()
    look("live-open", whole=True)
    page.goto(f"{address}/runs/title-only")
    look("live-run")
