"""Corrections by command: what is said before, asked, done, listed and taken back."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from assess.campaign.setup.sources import Sources
from assess.cli import main
from assess.formats.runs import Ranking, Run
from tests.conftest import Judged, MakeJudged, small_sources
from tests.snapshots import stands

Assess = Callable[..., Result]


@pytest.fixture
def campaign(judged: MakeJudged) -> Judged:
    """A campaign that one person judged to the end, with a run that finds the worst item first."""
    sources = small_sources(1, 12)
    run = Run("one", {"t1": Ranking(["db", "dc", "dm"], [3.0, 2.0, 1.0])})
    made = judged(
        sources=Sources(sources.topics, sources.items, sources.grades, runs=[run]), strategy="two-stage", k=2, few=6,
        per_item=3,
    )  # fmt: skip
    made.work(made.invited("ann"))
    return made


@pytest.fixture
def assess(campaign: Judged, monkeypatch: pytest.MonkeyPatch) -> Assess:
    monkeypatch.setenv("ASSESS_DATABASE", campaign.engine.url.render_as_string(hide_password=False))

    def run(*args: object, answer: str = "y\n") -> Result:
        return CliRunner().invoke(main, [str(arg) for arg in args], input=answer)

    return run


def test_what_a_correction_does_is_said_before_it_is_done(campaign: Judged, assess: Assess) -> None:
    before, rounds = stands(campaign), stands(campaign)["t1"].round_
    told = assess("discard", "c", "ann", "--why", "answered at random", answer="n\n")
    assert rounds > 1
    for line in (
        f"judgments that count  {before['t1'].counted} -> 0",
        "asked again           1: t1",
        f"back in rounds        1: t1 ({rounds} -> 1)",
        "judgments count where the new draw asks for them",
        "mean pgc\n  one ",
    ):
        assert line in told.stdout, line
    assert "nothing was changed" in told.stderr
    assert stands(campaign) == before


def test_a_correction_is_done_listed_and_taken_back(campaign: Judged, assess: Assess) -> None:
    before = stands(campaign)
    done = assess("change", "c", "k=1", "--why", "the best is enough")
    number = done.stdout.splitlines()[-1].split()[2].rstrip(";")
    assert done.stdout.endswith(f"done: change {number}; assess undo c {number} takes it back\n")
    assert assess("changes", "c").stdout.splitlines()[-1].endswith("k 2 -> 1: the best is enough")
    back = assess("undo", "c", number)
    assert back.stdout.endswith(f" took change {number} back\n")
    assert stands(campaign) == before
    undone_by = back.stdout.splitlines()[-1].split()[2]
    assert f"(undone by {undone_by})" in assess("changes", "c").stdout


def test_items_that_come_into_the_top_k_and_go_are_named(campaign: Judged, assess: Assess) -> None:
    old = stands(campaign)["t1"].top
    said = assess("change", "c", "k=1", answer="n\n").stdout
    assert f"new top k             1: t1\n  t1                  out: {old[-1]}\n" in said


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("k=five", "found k = 'five', expected a whole number"),
        ("floor=2", "found floor = 2, expected true or false"),
        ("strategy=7", "found strategy = 7, expected a word"),
        ("answers=true", "found answers = True, expected a whole number"),
        ("k", "expected a setting and its value, such as k=7"),
        ("k=2", "campaign c has these settings already"),
    ],
)
def test_a_setting_that_makes_no_sense_is_one_clear_line(assess: Assess, setting: str, message: str) -> None:
    refused = assess("change", "c", setting)
    assert (refused.exit_code, message in refused.stderr) == (1, True), refused.stderr


def test_a_setting_gets_its_default_back(campaign: Judged, assess: Assess) -> None:
    assert assess("change", "c", "final_votes=3").exit_code == 0
    assert stands(campaign)["t1"].missing > 0
    assert assess("change", "c", "final_votes=default").exit_code == 0
    assert stands(campaign)["t1"].done
