"""Texts by others: the little formatting there is, and nothing that runs."""

import pytest
from playwright.sync_api import Page

FORMAT = """async (text) => {
  const { format } = await import("/js/judge/prose.js");
  const element = document.createElement("div");
  document.body.append(element);
  format(element, text);
  return element.innerHTML;
}"""


def html(modules: Page, text: str) -> str:
    formatted: str = modules.evaluate(FORMAT, text)
    return formatted.replace(' dir="auto"', "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One.\n\nTwo.", "<p>One.</p><p>Two.</p>"),
        ("One\r\nline", "<p>One<br>line</p>"),
        ("a *b* **c**.", "<p>a <em>b</em> <strong>c</strong>.</p>"),
        ("2*3*4 and 5 * 6 * 7", "<p>2*3*4 and 5 * 6 * 7</p>"),
        ("Take:\n- salt\n- *oil*\nDone", "<p>Take:</p><ul><li>salt</li><li><em>oil</em></li></ul><p>Done</p>"),
        ("3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'),
        ("", ""),
    ],
)
def test_paragraphs_lists_and_emphasis_are_shown(modules: Page, text: str, expected: str) -> None:
    assert html(modules, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "<script>document.title='taken'</script>",
        "<img src=x onerror=\"document.title='taken'\">",
        "*<b>bold</b>*\n- <svg onload=\"document.title='taken'\">",
    ],
)
def test_markup_in_a_text_is_shown_as_text(modules: Page, text: str) -> None:
    shown = html(modules, text)
    assert "&lt;" in shown
    assert modules.title() == "empty"


def test_a_million_stars_do_not_hold_up_the_page(modules: Page) -> None:
    assert len(html(modules, "*a " * 300_000 + "**" * 50_000)) > 900_000
