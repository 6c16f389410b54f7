"""A real Chromium for the tests in this folder, one per test process.

``scripts/test`` names it in ASSESS_BROWSER: "playwright" for Playwright's own, a path, or nothing when there is none.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from assess.assets import STATIC

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; without one the tests are skipped, but not in CI."""
    named = os.environ.get("ASSESS_BROWSER") or shutil.which("chromium")
    if not named:
        reason = "no browser: scripts/test finds or installs one"
        assert not os.environ.get("CI"), reason
        pytest.skip(reason)
    with sync_playwright() as playwright:
        path = None if named == "playwright" else named
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile without a past."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(5_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab in which an error of a script fails the test."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    yield page
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
