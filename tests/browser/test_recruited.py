"""The demo, launched at the marketplace and done by a crowd: some in real browsers, the others by HTTP."""

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

from assess.campaign.judging.rounds import tournament_state
from assess.database.engine import reading
from assess.demo import GRADES, ITEMS
from assess.formats.qrels import parse_qrels
from assess.recruit.offer import Offer
from assess.recruit.sync import sync
from assess.rehearsal.cast import Cast, Script, prepared
from assess.rehearsal.play import play
from assess.rehearsal.report import report
from assess.simulation.assessors import SimulatedCrowd, parse_model
from assess.store.schema import open_database
from assess.store.tables import Campaign, StoredTopic
from tests.browser.conftest import PATIENCE
from tests.recruit.demo import K, new_demo

PAIRINGS, CHALLENGES = 5, 1
SCRIPT = Script(
    name="demo",
    offer=Offer("Compare passages", "Which one is better?", pairings=PAIRINGS, challenges=CHALLENGES),
    budget=Decimal("200.00"),
    people=12,
    shares={"hasty": 0.0, "spamming": 0.25, "leaving": 0.25},
    crowd=SimulatedCrowd(parse_model("constant:0.9")),
    seed=3,
)


@pytest.fixture
def cast(tmp_path: Path) -> Iterator[Cast]:
    """Two topics of the demo on offer, with all servers running."""
    source = open_database(new_demo(tmp_path, topics=2))
    (tmp_path / "kept").mkdir()
    with prepared(source, SCRIPT, tmp_path / "kept") as cast:
        sync(cast.recruiter())
        yield cast
    source.dispose()


@pytest.fixture(scope="session")
def grades() -> dict[str, float]:
    """The beginning of a passage to its grade: by this, people in browsers tell which is better."""
    values = parse_qrels(GRADES.read_bytes())
    items = [json.loads(line) for line in ITEMS.read_text().splitlines()]
    return {beginning(item["text"]): values[item["topic"]][item["docno"]] for item in items}


def beginning(text: str) -> str:
    return " ".join(text.split())[:60]


class Somebody:
    """A worker at a browser."""

    def __init__(self, page: Page, endpoint: str, worker: str) -> None:
        page.set_default_timeout(PATIENCE)
        self.page = page
        page.goto(endpoint)
        page.get_by_label("Worker ID").fill(worker)
        page.get_by_role("button", name="Sign in").click()

    def accept(self) -> FrameLocator:
        """Accept a HIT, and begin in its frame."""
        self.page.get_by_role("button", name="Accept a HIT: Compare passages").click()
        frame = self.page.frame_locator("iframe")
        frame.get_by_role("link", name="Start").click()
        return frame

    def judge(self, frame: FrameLocator, pairs: int, better: Callable[[list[str]], str]) -> None:
        for number in range(1, pairs + 1):
            expect(frame.locator("#progress-text")).to_have_text(f"{number} of {PAIRINGS + CHALLENGES}")
            texts = frame.locator(".item-body").all_inner_texts()
            frame.locator("#choices input").nth(texts.index(better(texts))).click()
            frame.locator("#proceed").click()

    def submit(self, frame: FrameLocator) -> None:
        frame.get_by_role("button", name="Submit your work").click()
        expect(self.page.get_by_role("heading", name="Submitted")).to_be_visible()

    def give_back(self) -> None:
        self.page.get_by_role("button", name="Return this HIT").click()


def test_the_demo_is_judged_in_browsers_and_by_http_and_the_books_balance(
    new_context: Callable[..., BrowserContext], cast: Cast, grades: dict[str, float]
) -> None:
    def best(texts: list[str]) -> str:
        return max(texts, key=lambda text: grades[beginning(text)])

    def worst(texts: list[str]) -> str:
        return min(texts, key=lambda text: grades[beginning(text)])

    for worker, better, pairs in (("A1GOOD", best, 6), ("A2SPAM", worst, 6), ("A3LEAVES", best, 2)):
        with new_context() as context:
            somebody = Somebody(context.new_page(), cast.marketplace.url, worker)
            frame = somebody.accept()
            somebody.judge(frame, pairs, better)
            if pairs < PAIRINGS + CHALLENGES:
                somebody.give_back()
            else:
                somebody.submit(frame)

    finished, _ = play(cast, watch=lambda _: None)
    told = report(cast, 0.0, {}, finished=finished)
    assert told.sound, told
    assert told.progress.done == told.progress.topics == 2
    assert told.proof.books.spent == told.proof.payments == told.proof.account > 0
    with reading(cast.engine) as session:
        campaign = session.query(Campaign).one()
        for topic in session.query(StoredTopic):
            assert sum(len(level) for level in tournament_state(session, campaign, topic).ranking) >= K
