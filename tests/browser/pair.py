"""What the browser tests share: the two surroundings they run in, materials, and hands at the pair page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from assess.campaign.setup.sources import Sources
from assess.formats.items import Item

# Each flow runs on SQLite with cookies, and on PostgreSQL without cookies and storage.
EITHER = pytest.mark.parametrize(
    ("database_url", "cookies"),
    [
        pytest.param("sqlite", "allowed", id="sqlite, cookies"),
        pytest.param("postgresql", "blocked", id="postgresql, no cookies", marks=pytest.mark.postgres),
    ],
    indirect=True,
)
# What does not touch the database in a way of its own is looked at once.
ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
QUESTION = "Why does the sky turn red at sunset?"


def sources(*items: Item, graded: bool = True) -> Sources:
    """One topic with these items, all of them candidates."""
    grades = {"t1": {item.docno: 1.0 for item in items}} if graded else {}
    return Sources({"t1": QUESTION}, items, grades)


def passages(*texts: str) -> Sources:
    return sources(*(Item(f"d{number}", "t1", text=text) for number, text in enumerate(texts, 1)))


class Pair:
    """Hands and eyes at the pair page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.items = page.locator(".item")
        self.proceed = page.locator("#proceed")
        self.status = page.locator("#status")

    def start(self, link: str) -> "Pair":
        """Open the link and click the one button that leads on."""
        self.page.goto(link)
        self.page.locator(".actions .primary").click()
        expect(self.items.first).to_be_visible()
        return self

    def at(self, text: str) -> None:
        """Insist on the place in the assignment, as "2 of 5"."""
        expect(self.page.locator("#progress-text")).to_have_text(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def answer(self, value: int) -> Locator:
        return self.page.locator(f'#choices input[value="{value}"]')

    def ends(self, title: str) -> None:
        """Insist on the heading of the page that follows."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile(re.escape(title)))
