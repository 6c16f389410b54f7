"""A real Chromium for the tests in this folder, one per test process, and the app to look at with it.

``scripts/test`` names the browser in ASSESS_BROWSER: "playwright" for Playwright's own, a path, or nothing when there
is none. The app runs on the server that ``assess serve`` runs on.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, Route, expect, sync_playwright
from waitress.server import create_server

from assess.assets import STATIC
from assess.settings import Settings
from assess.web import create_app
from assess.web.live.board_cache import board_cache_of
from assess.web.site import Site
from tests.conftest import Judged, MakeJudged

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOOK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "reduced_motion": "reduce",
    "locale": "en-GB",
    "accept_downloads": False,
}
# Chromium's own switch for "block all cookies": it also makes every kind of storage throw.
BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
PATIENCE = 60_000  # ms; a shared machine may be slow


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[BrowserType, dict[str, Any]]]:
    """Chromium, and how to start it; without one the tests are skipped, but not in CI."""
    named = os.environ.get("ASSESS_BROWSER") or shutil.which("chromium")
    if not named:
        reason = "no browser: scripts/test finds or installs one"
        assert not os.environ.get("CI"), reason
        pytest.skip(reason)
    expect.set_options(timeout=PATIENCE)
    path = None if named == "playwright" else named
    with sync_playwright() as playwright:
        yield playwright.chromium, {"executable_path": path, "args": ARGUMENTS}


@pytest.fixture(scope="session")
def new_context(chromium: tuple[BrowserType, dict[str, Any]]) -> Iterator[Callable[..., BrowserContext]]:
    """Make a browser profile without a past."""
    kind, start = chromium
    browser = kind.launch(**start)
    yield lambda **look: browser.new_context(**{**LOOK, **look})
    browser.close()


@pytest.fixture(scope="session")
def blocked_context(
    chromium: tuple[BrowserType, dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A browser profile in which all cookies and all storage are blocked. It keeps nothing, so one serves all tests."""
    kind, start = chromium
    profile = tmp_path_factory.mktemp("profile")
    (profile / "Default").mkdir()
    (profile / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    context = kind.launch_persistent_context(profile, **start, **LOOK)
    yield context
    context.close()


@pytest.fixture(params=["allowed"])
def cookies(request: pytest.FixtureRequest) -> str:
    """Whether cookies and storage are allowed or blocked: a test chooses by ``EITHER``."""
    chosen: str = request.param
    return chosen


@pytest.fixture
def context(request: pytest.FixtureRequest, cookies: str) -> Iterator[BrowserContext]:
    """The profile that a test works in."""
    if cookies == "blocked":
        yield request.getfixturevalue("blocked_context")
        return
    context: BrowserContext = request.getfixturevalue("new_context")()
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab in which an error of a script, or a breach of the content policy, fails the test."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    page.close()
    assert faults == []


@pytest.fixture
def modules(page: Page) -> Page:
    """An empty page of a site that serves the scripts and nothing else."""

    def serve(route: Route) -> None:
        path = STATIC / route.request.url.partition("assess.test/")[2]
        if path.is_file():
            route.fulfill(path=path)
        else:
            route.fulfill(body="<!doctype html><title>empty</title>", content_type="text/html")

    page.route("http://assess.test/**", serve)
    page.goto("http://assess.test/")
    return page


@dataclass
class Live:
    """A campaign, and the address of an app that serves it."""

    campaign: Judged
    url: str

    def link(self, identity: str = "ann", **settings: Any) -> str:
        """The address of a person's own link."""
        return f"{self.url}/j/{self.campaign.invited(identity, **settings)}"


class MakeLive(Protocol):
    """Make a campaign, with the options of MakeJudged, and serve it; its clock stands still until the test moves it."""

    def __call__(self, **options: Any) -> Live: ...


def run_until_closed(server: Any) -> None:
    """Serve; closing the server takes the sockets away under its loop."""
    with suppress(OSError):
        server.run()


@pytest.fixture
def live(judged: MakeJudged, tmp_path: Path) -> Iterator[MakeLive]:
    """See MakeLive."""
    servers = []

    def make(**options: Any) -> Live:
        campaign = judged(**options)
        settings = Settings(images=str(tmp_path))
        app = create_app(settings, campaign.engine)
        app.extensions["assess"] = Site(campaign.engine, campaign.key, settings, lambda: campaign.now, campaign.rng)
        server = create_server(app, host="127.0.0.1", port=0, threads=4)
        Thread(target=run_until_closed, args=(server,), daemon=True).start()
        servers.append((server, board_cache_of(app)))
        return Live(campaign, f"http://127.0.0.1:{server.effective_port}")

    yield make
    for server, boards in servers:
        boards.stopping.set()
        server.close()
