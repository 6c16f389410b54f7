"""The report in a browser: wide, dark and on a phone, without a network; no fault that axe can find."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import Page, Route

from assess.cli import main
from tests.browser.test_every_page import LOOKS, RULES

TOPICS = ("t1", "t2", "t3", "t4")
ORDERS = {"first": "abcd", "second": "bacd", "third": "dcba"}


def write_report(folder: Path) -> Path:
    prefs = [f"{topic} {a} {b} {a}\n" for topic in TOPICS for a, b in ("ab", "ac", "bc", "cd", "ab")]
    (folder / "crowd.pref").write_text("".join([*prefs, "t1 a b b\nt2 c d d\n"]))
    grades = [
        f"{topic} Q0 {docno} {grade}\n" for topic in TOPICS for docno, grade in zip("abcd", (2, 2, 1, 0), strict=True)
    ]
    (folder / "grades.qrels").write_text("".join(grades))
    for name, docnos in ORDERS.items():
        lines = [f"{t} Q0 {d} {rank} {9 - rank} {name}\n" for t in TOPICS for rank, d in enumerate(docnos)]
        (folder / name).write_text("".join(lines))
    files = ["--prefs", str(folder / "crowd.pref"), "--qrels", str(folder / "grades.qrels")]
    runs = [str(folder / name) for name in ORDERS]
    done = CliRunner().invoke(main, ["report", *files, "--runs", *runs, "-o", str(folder / "out")])
    assert done.exit_code == 0, done.output
    return folder / "out" / "index.html"


def test_the_report(page: Page, tmp_path: Path) -> None:
    path = write_report(tmp_path)
    asked: list[str] = []

    def note(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_()

    page.route("**/*", note)
    page.goto(path.as_uri())
    for way, (width, height, scheme) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
        assert found.violations_count == 0, f"{way}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert asked == [path.as_uri()]  # nothing but the page itself was fetched
