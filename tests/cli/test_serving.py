"""assess open, pause, close, invite, serve and work, on both databases."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from assess import demo
from assess.cli import main

Assess = Callable[..., Result]


@pytest.fixture
def assess(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Assess:
    """Run a command on the database of the test, which holds the demo campaign in draft."""
    monkeypatch.setenv("ASSESS_DATABASE", database_url)

    def run(*args: object) -> Result:
        return CliRunner().invoke(main, [str(arg) for arg in args])

    material = ["--topics", demo.TOPICS, "--items", demo.ITEMS, "--grades", demo.GRADES]
    assert run("new", "demo", *material, "--seed", 3).exit_code == 0
    return run


def links(result: Result) -> list[list[str]]:
    assert result.exit_code == 0, result.output
    return [line.split("\t") for line in result.stdout.splitlines()]


def test_a_campaign_is_opened_paused_and_closed(assess: Assess) -> None:
    assert assess("open", "demo", "--answers", 3).stdout == "demo is open: 402 judgments wanted in 10 topics\n"
    assert "demo is paused" in assess("pause", "demo").stdout
    assert assess("open", "demo").exit_code == 0
    assert assess("close", "demo").stdout == "demo is closed\n"
    again = assess("open", "demo")
    assert again.exit_code == 1
    assert again.stderr == "Error: campaign demo is closed: a closed campaign cannot be opened again\n"


def test_persons_and_machines_get_links_of_their_own_and_keep_them(assess: Assess) -> None:
    made = links(assess("invite", "demo", "anna", "--machine", "m1", "--url", "https://judge.example.org/"))
    assert [row[:3] for row in made] == [["1", "invited", "anna"], ["2", "machine", "m1"]]
    assert all(row[3].startswith("https://judge.example.org/j/") for row in made)
    assert links(assess("invite", "demo", "anna", "--url", "https://judge.example.org/")) == made[:1]
    assert len(links(assess("invite", "demo"))) == 2


def test_a_link_is_revoked_by_its_number(assess: Assess) -> None:
    assess("invite", "demo", "anna")
    assert links(assess("invite", "demo", "--revoke", 1)) == [["1", "invited", "anna", "revoked"]]
    unknown = assess("invite", "demo", "--revoke", 9)
    assert unknown.stderr == "Error: found no link 9 of campaign demo: assess invite demo lists\n"


def test_panels_and_mechanical_turk_get_one_link_for_all(assess: Assess) -> None:
    [panel] = links(assess("invite", "demo", "--panel", "prolific", "--code", "C1"))
    assert (panel[1:3], panel[3].split("/")[3]) == (["panel", "-"], "p")
    [frame] = links(assess("invite", "demo", "--mturk", "--submit-to", "http://127.0.0.1:8900"))
    assert (frame[1:3], frame[3].split("/")[3]) == (["worker", "-"], "mturk")
    assert assess("invite", "demo", "--panel", "class", "--participant", "student").exit_code == 0
    other = assess("invite", "demo", "--panel", "class")
    assert other.stderr == "Error: found no name for the participant, expected the platform's parameter for it\n"


def test_several_processes_need_postgresql(assess: Assess) -> None:
    refused = assess("serve", "--processes", 2, "--db", "sqlite:///x.db")
    assert "found --processes with SQLite, expected PostgreSQL" in refused.stderr


def test_simulated_workers_need_links_and_patience(assess: Assess) -> None:
    wrong = assess("work", "http://127.0.0.1:1/", "--items", demo.ITEMS, "--truth", demo.TRUTH)
    assert wrong.stderr == "Error: found the link 'http://127.0.0.1:1/', expected http://HOST:PORT/j/TOKEN\n"
