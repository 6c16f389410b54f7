"""Rename, duplicate and delete a campaign by command."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from assess import demo
from assess.cli import main

Assess = Callable[..., Result]


@pytest.fixture
def assess(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Assess:
    """Run a command on the database of the test, which holds the demo campaign with its runs."""
    monkeypatch.setenv("ASSESS_DATABASE", database_url)

    def run(*args: object, **rest: str) -> Result:
        return CliRunner().invoke(main, [str(arg) for arg in args], **rest)  # type: ignore[arg-type]

    material = ["--topics", demo.TOPICS, "--items", demo.ITEMS, "--grades", demo.GRADES]
    assert run("new", "demo", *material, "--seed", 3, "--runs", *demo.RUNS).exit_code == 0
    assert run("open", "demo").exit_code == 0
    return run


def test_a_renamed_campaign_has_its_new_name_alone(assess: Assess) -> None:
    assert assess("rename", "demo", "bridges", "--why", "a better name").stdout == "demo is bridges now\n"
    assert "found no campaign 'demo'" in assess("status", "demo").stderr
    assert "renamed from demo to bridges: a better name" in assess("changes", "bridges").stdout
    assert "has this name already" in assess("rename", "bridges", "bridges").stderr
    assert assess("duplicate", "bridges", "again").exit_code == 0
    assert "there is a campaign 'again' already" in assess("rename", "bridges", "again").stderr
    assert "expected a letter or digit" in assess("rename", "bridges", "a b").stderr
    assert assess("verify", "bridges").exit_code == 0


def test_a_duplicate_is_a_draft_with_the_same_tournament(assess: Assess) -> None:
    made = assess("duplicate", "demo", "again").stdout
    assert made.startswith("again is a draft like demo: 10 topics, ")
    assert made.endswith(", 5 runs\n")
    assert assess("open", "again").stdout == "again is open: 402 judgments wanted in 10 topics\n"
    assert assess("export", "again", "--as", "qrels").stdout == assess("export", "demo", "--as", "qrels").stdout
    assert assess("verify", "again").exit_code == 0


def test_deleting_names_what_goes_and_asks_for_the_name(assess: Assess) -> None:
    assert assess("duplicate", "demo", "again").exit_code == 0
    wrong = assess("delete", "demo", input="again\n")
    assert (wrong.exit_code, "nothing was deleted" in wrong.stderr) == (1, True)
    assert "topics         10\n" in wrong.stdout
    assert assess("delete", "demo", "--confirm", "x").exit_code == 1
    assert assess("delete", "demo", input="demo\n").stdout.endswith("demo is deleted\n")
    assert "expected one of: again" in assess("status", "demo").stderr
    assert assess("verify", "again").exit_code == 0
    assert assess("delete", "again", "--confirm", "again").exit_code == 0
