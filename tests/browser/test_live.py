"""The live page in a real browser: it changes by itself while somebody judges."""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from shutil import copy

import pytest
from playwright.sync_api import Page, expect

from assess import demo
from assess.campaign.access.links import invite, organiser_link
from assess.campaign.access.tokens import Claim, signing_key
from assess.cli.commands.campaign.demo import demo_campaign
from assess.database.engine import writing
from assess.files import load
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.rehearsal.client import Client
from assess.rehearsal.shift import Shift
from assess.settings import Settings
from assess.simulation.assessors import parse_model
from assess.simulation.text_worker import TextWorker, truth_of_texts
from assess.sockets import listen
from assess.store.schema import open_database
from assess.web import create_app, server

# At least ten judgments.
TWO_DIGITS = re.compile(r"^[1-9]\d+$")


@dataclass
class Shown:
    """The demo campaign on a server: the organiser's address, and a worker who can be sent to work."""

    address: str
    shift: Shift

    def judge(self) -> threading.Thread:
        worker = threading.Thread(target=self.shift.work, daemon=True)
        worker.start()
        return worker


@pytest.fixture
def shown(migrated_sqlite: Path, tmp_path: Path) -> Iterator[Shown]:
    """Serve the demo campaign as ``assess serve`` does, the live scorer beside it."""
    engine = open_database(f"sqlite:///{copy(migrated_sqlite, tmp_path / 'demo.db')}")
    listening, stop, now = listen("127.0.0.1", 0), threading.Event(), datetime.now(UTC)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with writing(engine) as session:
        campaign, key = demo_campaign(session, now), signing_key(session)
        watcher, worker = organiser_link(session, campaign, now), invite(session, campaign, "simulated", "w", now)
    app = create_app(Settings(), engine)
    serving = threading.Thread(target=server.serve, args=(app, listening, stop))
    serving.start()
    knows = TextWorker(
        truth_of_texts(load(demo.ITEMS, parse_items), load(demo.TRUTH, parse_qrels)), parse_model("constant:0.9")
    )
    shift = Shift(Client.by_link(f"{url}/j/{key.token(Claim(worker.id))}"), knows, Random(1), 0.02)
    yield Shown(f"{url}/live/{key.token(Claim(watcher.id))}", shift)
    shift.stop.set()
    stop.set()
    serving.join()
    engine.dispose()


def means(page: Page) -> dict[str, float]:
    """Run to mean as the page shows them, in its order."""
    read = "rows => rows.map(row => [row.dataset.run, Number(row.querySelector('.mean').textContent)])"
    return dict(page.locator("#board tbody tr").evaluate_all(read))


def watch_it_change(page: Page, shown: Shown, way: str) -> None:
    """The page is open before the first judgment, and shows what comes without having been loaded again."""
    page.goto(shown.address)
    expect(page.locator("#judgments")).to_have_text("0")
    expect(page.locator("#connection")).to_have_attribute("data-way", way)
    page.evaluate("window.rows = [...document.querySelectorAll('#board tbody tr')]")
    before = means(page)
    worker = shown.judge()
    expect(page.locator("#judgments")).to_have_text(TWO_DIGITS)
    shown.shift.stop.set()
    worker.join()
    after = means(page)
    assert after != before
    assert list(after.values()) == sorted(after.values(), reverse=True)
    # Every row is the element that it was: nothing can flicker.
    assert page.evaluate("window.rows.every((row) => row.isConnected)")


def test_the_leaderboard_changes_while_somebody_judges(page: Page, shown: Shown) -> None:
    watch_it_change(page, shown, "events")
    expect(page.locator("#plot polyline")).to_have_count(5)
    expect(page.locator("#matrix tr")).to_have_count(6)
    page.get_by_role("heading", name="Topic by topic").click()
    expect(page.locator("#topics tbody tr").first.locator("td")).to_have_count(7)


def test_it_changes_where_events_do_not_come_through(page: Page, shown: Shown) -> None:
    page.route("**/events*", lambda route: route.abort())
    watch_it_change(page, shown, "asking")


def press(page: Page, name: str) -> None:
    """Unfold what is the organiser's and press a button of it; the page that follows is there afterwards."""
    page.locator(".manage details").evaluate("details => { details.open = true; }")
    # The page before may show the change as well, by its events: it must be gone.
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def test_the_organiser_reveals_hides_and_uploads(page: Page, shown: Shown, tmp_path: Path) -> None:
    page.goto(shown.address)
    press(page, "Show letters instead")
    expect(page.locator("#board .name").first).to_contain_text("System")
    press(page, "Reveal the names")
    page.get_by_label("TREC run files").set_input_files(demo.RUNS[0])
    press(page, "Upload")
    expect(page.get_by_role("heading", name="Nothing was added")).to_be_visible()
    page.goto(shown.address)
    run = tmp_path / "late.run"
    run.write_text(Path(demo.RUNS[0]).read_text().replace(Path(demo.RUNS[0]).stem, "late"))
    page.get_by_label("TREC run files").set_input_files(run)
    press(page, "Upload")
    expect(page.locator("#board tbody tr")).to_have_count(6)
    press(page, "Hide late")
    expect(page.locator("#board tbody tr")).to_have_count(5)
    page.get_by_role("heading", name="Manage").click()
    page.get_by_role("link", name="late", exact=True).click()
    expect(page.get_by_role("heading", name="Pairings that would tell more about it")).to_be_visible()
