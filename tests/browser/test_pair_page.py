"""The pair page in a real browser: choosing, going on, going back, coming back; nothing lost, nothing twice."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import Live, MakeLive
from tests.browser.pair import EITHER, ON_SQLITE, Pair, passages

# The log as the page counts answers: negative for the left, 0 for a tie, 2 for "definitely".
ANSWERS = """SELECT CASE WHEN preferred_id IS NULL THEN 0 WHEN preferred_id = left_id THEN -strength ELSE strength END
             FROM judgment ORDER BY id"""


def logged(live: Live) -> list[int]:
    return [answer for (answer,) in live.campaign.rows(ANSWERS)]


@EITHER
def test_a_whole_campaign_is_judged_with_keys_and_without_a_page_between(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    for number, key in enumerate(["1", "2", "ArrowLeft", "ArrowRight", "1"], 1):
        pair.at(f"{number} of 5")
        pair.press(key, "Enter")
    pair.at("1 of 1")  # the next assignment, in place
    assert loads == []
    pair.press("2", "Enter")
    pair.ends("Everything is judged")
    assert logged(served) == [-1, 1, -1, 1, -1, 1]


@EITHER
def test_pointing_at_an_item_or_its_button_chooses_and_continue_goes_on(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    pair.items.nth(1).click()
    expect(pair.items.nth(1)).to_have_class("item item-text chosen")
    expect(pair.answer(1)).to_be_checked()
    pair.proceed.click()
    pair.at("2 of 5")
    page.get_by_label("1 is better").click()
    pair.proceed.dblclick()
    pair.at("3 of 5")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert logged(served) == [1, -1]


@ON_SQLITE
def test_a_finger_chooses_and_goes_on(live: MakeLive, new_context: Callable[..., BrowserContext]) -> None:
    served = live(topics=1)
    phone = new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    pair = Pair(phone.new_page()).start(served.link())
    pair.items.nth(1).tap()
    pair.proceed.tap()
    pair.at("2 of 5")
    pair.page.get_by_label("1 is better").tap()
    pair.proceed.tap()
    pair.at("3 of 5")
    expect(pair.page.locator("#saved")).to_have_text("Saved")
    assert logged(served) == [1, -1]
    phone.close()


@ON_SQLITE
def test_continue_without_a_choice_says_what_is_missing(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    pair.press("Enter")
    expect(pair.status).to_have_text("Please choose an answer first.")
    pair.at("1 of 5")
    assert logged(served) == []


@EITHER
def test_back_shows_the_earlier_answer_and_a_change_supersedes_it(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    pair.press("1", "2", "1", "Enter", "2", "Enter")
    pair.at("3 of 5")
    pair.press("b", "b")
    pair.at("1 of 5")
    expect(pair.answer(-1)).to_be_checked()
    pair.press("Enter")
    pair.at("2 of 5")
    pair.press("1", "Enter")
    pair.at("3 of 5")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert logged(served) == [-1, 1, -1]
    assert served.campaign.rows("SELECT changes FROM judgment ORDER BY id") == [(2,), (0,), (1,)]
    assert served.campaign.rows("SELECT count(*) FROM judgment WHERE supersedes_id IS NOT NULL") == [(1,)]


@EITHER
def test_a_reload_and_another_device_go_on_at_the_first_unanswered_pair(
    live: MakeLive, page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    served = live(topics=1)
    link = served.link()
    pair = Pair(page).start(link)
    pair.press("1", "Enter", "2", "Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.reload()
    pair.at("3 of 5")
    context = new_context()
    elsewhere = Pair(context.new_page()).start(link)
    elsewhere.at("3 of 5")
    elsewhere.press("b")
    expect(elsewhere.answer(1)).to_be_checked()
    context.close()


@EITHER
def test_two_tabs_leave_one_answer_standing(live: MakeLive, page: Page, context: BrowserContext) -> None:
    served = live(topics=1)
    link = served.link()
    pair = Pair(page).start(link)
    other = Pair(context.new_page()).start(link)
    pair.press("1", "Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    other.press("2", "Enter")
    expect(other.page.locator("#saved")).to_have_text("Saved")
    other.page.close()
    assert logged(served) == [-1, 1]
    standing = (
        "SELECT count(*) FROM judgment WHERE id NOT IN (SELECT supersedes_id FROM judgment WHERE supersedes_id > 0)"
    )
    assert served.campaign.rows(standing) == [(1,)]


@ON_SQLITE
@pytest.mark.parametrize(
    ("answers", "keys", "expected"),
    [
        (3, ["0", "t", "2"], [0, 0, 1]),
        (4, ["Shift+1", "Shift+ArrowRight", "1"], [-2, 2, -1]),
        (5, ["Shift+Digit2", "Numpad0", "ArrowLeft"], [2, 0, -1]),
    ],
)
def test_every_scale_has_its_keys(
    live: MakeLive, page: Page, answers: int, keys: list[str], expected: list[int]
) -> None:
    served = live(topics=1, answers=answers)
    pair = Pair(page).start(served.link())
    expect(page.locator("#choices input")).to_have_count(answers)
    for key in keys:
        pair.press(key, "Enter")
    pair.at("4 of 5")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert logged(served) == expected


@ON_SQLITE
def test_a_tie_or_a_strength_that_the_scale_lacks_is_no_key(live: MakeLive, page: Page) -> None:
    served = live(topics=1, answers=2)
    pair = Pair(page).start(served.link())
    pair.press("0", "t", "Shift+1", "Enter")
    expect(pair.status).to_have_text("Please choose an answer first.")


@ON_SQLITE
def test_experts_advance_at_once_and_single_keys_can_be_switched_off(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    page.get_by_text("Options").click()
    page.get_by_label("Advance at once").check()
    pair.press("Escape", "1", "2")
    pair.at("3 of 5")
    page.get_by_text("Options").click()
    page.get_by_label("Shortcut keys").uncheck()
    pair.press("Escape", "1", "b")
    pair.at("3 of 5")
    assert logged(served) == [-1, 1]


@EITHER
def test_a_lost_connection_is_told_and_costs_no_answer(live: MakeLive, page: Page, context: BrowserContext) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    context.set_offline(True)
    pair.press("1", "Enter", "2", "Enter")
    pair.at("3 of 5")
    expect(pair.status).to_contain_text("No connection. Your answers are kept here")
    assert logged(served) == []
    context.set_offline(False)
    expect(pair.status).to_have_text("Connected again. Everything is saved.")
    assert logged(served) == [-1, 1]


@EITHER
def test_an_answer_whose_acknowledgement_got_lost_is_stored_once(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    pair = Pair(page).start(served.link())
    lost = []

    def lose_the_first(route: Route) -> None:
        response = route.fetch()
        if lost:
            route.fulfill(response=response)
        else:
            lost.append(response.status)
            route.abort()

    page.route("**/tasks/1", lose_the_first)
    pair.press("1", "Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert lost == [200]
    assert logged(served) == [-1]


@ON_SQLITE
def test_long_passages_scroll_on_their_own_and_short_ones_not_at_all(live: MakeLive, page: Page) -> None:
    long = "\n\n".join("The light of the evening takes the long way through the air. " * 8 for _ in range(12))
    served = live(sources=passages(long, "Short."), topics=1)
    pair = Pair(page).start(served.link())
    scrolls = "bodies => bodies.map(b => b.scrollHeight > b.clientHeight + 1).sort()"
    assert page.locator(".item-body").evaluate_all(scrolls) == [False, True]
    scroller = page.locator(".item-body[tabindex='0']")
    scroller.focus()
    page.keyboard.press("End")
    expect(scroller).not_to_have_js_property("scrollTop", 0)
    expect(page.locator("#question")).to_be_in_viewport()
    expect(pair.proceed).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@ON_SQLITE
def test_what_an_item_contains_is_shown_and_never_run(live: MakeLive, page: Page) -> None:
    evil = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\"> *kind*"
    served = live(sources=passages(evil, evil + " too"), topics=1, texts={"title": evil, "instructions": evil})
    Pair(page).start(served.link())
    expect(page.locator(".item-body").first).to_contain_text("<script>document.title='taken'</script>")
    expect(page.locator(".item em").first).to_have_text("kind")
    assert page.title().startswith("1 of 1")
    assert page.locator(".item img, .item script").count() == 0


@EITHER
def test_work_whose_time_is_over_ends_on_a_kind_page(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    token = served.campaign.arrived(served.campaign.shared(pairings=3, challenges=0, minutes=20), "P7")
    pair = Pair(page).start(f"{served.url}/j/{token}")
    expect(page.locator("#time")).to_have_text("20 min left")
    pair.press("1", "Enter")
    served.campaign.later(hours=1)
    other = served.campaign.arrived(served.campaign.shared(pairings=6, challenges=0), "P8")
    served.campaign.taken(other)
    # What P8 asked for brought the first worker's pairings back; the next one takes them.
    served.campaign.taken(served.campaign.arrived(served.campaign.shared(pairings=6, challenges=0), "P9"))
    pair.press("2", "Enter")
    pair.ends("The time for this task is over")


@ON_SQLITE
def test_attention_is_counted_while_the_pair_is_in_sight(live: MakeLive, page: Page) -> None:
    served = live(topics=1)
    begun = time.monotonic()
    pair = Pair(page).start(served.link())
    page.wait_for_timeout(400)
    pair.press("1", "Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    [(seconds,)] = served.campaign.rows("SELECT seconds FROM judgment")
    assert 0.4 <= seconds < time.monotonic() - begun


@ON_SQLITE
def test_a_keyboard_alone_reaches_everything_in_reading_order(live: MakeLive, page: Page) -> None:
    served = live(topics=1, answers=3)
    pair = Pair(page).start(served.link())
    pair.press("1", "Enter")
    assert page.evaluate("document.activeElement.id") == "question"
    order = []
    for _ in range(4):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.innerText || document.activeElement.value"))
    assert [text.split("\n")[0].split(" ")[0] for text in order] == ["Instructions", "-1", "Back", "Continue"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    pair.at("1 of 5")
