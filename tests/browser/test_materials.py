"""Texts, images and result pages, as they are seen; and languages of every direction."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from assess.formats.items import Item, Result
from tests.browser.conftest import MakeLive
from tests.browser.pair import ON_SQLITE, Pair, passages, sources

pytestmark = ON_SQLITE


def draw(folder: Path, name: str, width: int, height: int) -> str:
    """An image file; returns its name."""
    shape = f'<rect width="{width}" height="{height}" fill="#c63"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{shape}</svg>'
    (folder / name).write_text(svg)
    return name


@pytest.fixture
def pictures(tmp_path: Path) -> list[Item]:
    wide, tall = draw(tmp_path, "system-a.svg", 900, 500), draw(tmp_path, "system-b.svg", 400, 700)
    return [Item("d1", "t1", image=wide, alt="A red evening"), Item("d2", "t1", image=tall, text="By the sea")]


def test_images_have_equal_height_words_for_them_and_no_telling_name(
    live: MakeLive, page: Page, pictures: list[Item]
) -> None:
    served = live(sources=sources(*pictures))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Pair(page).start(served.link())
    images = page.locator(".picture img")
    expect(images).to_have_count(2)
    images.evaluate_all("images => Promise.all(images.map(i => i.decode()))")
    heights = images.evaluate_all("images => images.map(i => i.getBoundingClientRect().height)")
    assert heights[0] == heights[1] > 150
    assert sorted(images.evaluate_all("images => images.map(i => i.alt)"))[0] == "A red evening"
    expect(page.get_by_text("By the sea")).to_be_visible()
    assert not any("system" in url for url in asked)


def test_an_image_is_enlarged_to_the_window_and_to_its_own_size(
    live: MakeLive, page: Page, pictures: list[Item], tmp_path: Path
) -> None:
    draw(tmp_path, "system-a.svg", 3000, 2000)
    served = live(sources=sources(*pictures))
    Pair(page).start(served.link())
    number = "1" if page.locator(".item").first.get_by_alt_text("A red evening").count() else "2"
    page.get_by_role("button", name=f"Enlarge Image {number}").click()
    large = page.locator("#zoom img")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert large.evaluate("i => i.getBoundingClientRect().width") <= 1280
    page.get_by_role("button", name="Full size").click()
    assert large.evaluate("i => i.getBoundingClientRect().width") == 3000
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name=f"Enlarge Image {number}")).to_be_focused()


def test_result_pages_show_positions_and_link_nowhere(live: MakeLive, page: Page) -> None:
    found = tuple(Result(f"Title {n}", f"Snippet {n}", "https://example.org/") for n in range(1, 4))
    items = [Item("d1", "t1", results=found), Item("d2", "t1", results=found[::-1])]
    Pair(page).start(live(sources=sources(*items)).link())
    first = page.get_by_role("list").first
    expect(first.get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_text("Snippet 2")).to_have_count(2)
    assert page.locator(".results a").count() == 0
    expect(page.locator("#prompt")).to_have_text("Which page of results is better?")


def test_each_text_runs_in_its_own_direction_and_left_stays_left(live: MakeLive, page: Page) -> None:
    served = live(sources=passages("השמיים אדומים בשקיעה.", "夕日が赤く見える。"))
    Pair(page).start(served.link())
    directions = "ps => ps.map(p => getComputedStyle(p).direction).sort()"
    assert page.locator(".text p").evaluate_all(directions) == ["ltr", "rtl"]
    page.evaluate("document.documentElement.dir = 'rtl'")
    left = page.locator(".item").evaluate_all("items => items.map(i => i.getBoundingClientRect().left)")
    assert left == sorted(left)


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_items_stand_one_above_the_other_and_nothing_is_cut_off(
    live: MakeLive, page: Page, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    pair = Pair(page).start(live(topics=1, answers=5).link())
    tops = pair.items.evaluate_all("items => items.map(i => i.getBoundingClientRect().top)")
    assert tops[1] > tops[0]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    expect(pair.proceed).to_be_in_viewport()
    small = "es => es.map(e => e.getBoundingClientRect()).filter(r => r.height < 44 || r.width < 44).length"
    assert page.locator(".button:visible, .choice:visible").evaluate_all(small) == 0


def test_zoomed_to_400_percent_everything_is_reached_by_scrolling_down(live: MakeLive, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 256})
    pair = Pair(page).start(live(topics=1).link())
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    pair.proceed.scroll_into_view_if_needed()
    expect(pair.proceed).to_be_in_viewport(ratio=1)
