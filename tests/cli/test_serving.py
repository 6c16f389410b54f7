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
    # Nobody answers the question, so nothing is closed.
    asked = assess("close", "demo")
    assert (asked.exit_code, "judgments missing     402" in asked.stdout) == (1, True)
    assert assess("close", "demo", "--yes").stdout.endswith("demo is closed: assess reopen demo reopens it\n")
    again = assess("open", "demo")
    assert again.exit_code == 1
    assert again.stderr == "Error: campaign demo is closed: assess reopen demo reopens it\n"
    reopened = assess("reopen", "demo", "--who", "olga", "--why", "a late run").stdout
    assert reopened == "demo is open again, 402 judgments missing: people must come back by their links\n"
    assert assess("close", "demo", "--topic", "d01", "--yes").exit_code == 0
    assert "closed" in assess("close", "demo", "--topic", "d01", "--yes").stderr
    assert "402" in assess("reopen", "demo", "--topic", "d01", "--yes").stdout
    assert assess("verify", "demo").exit_code == 0


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


def test_the_address_of_links_is_chosen_once_and_kept(assess: Assess) -> None:
    unset = assess("address")
    assert (unset.stdout, unset.exit_code) == ("http://127.0.0.1:8000\n", 0)
    assert unset.stderr == "the usual address: no server was started yet; assess address URL chooses another\n"
    assert assess("address", "https://judge.example.org/").stdout == "https://judge.example.org\n"
    assert assess("address").stdout == "https://judge.example.org\n"
    assert assess("address").stderr == ""
    assert links(assess("invite", "demo", "anna"))[0][3].startswith("https://judge.example.org/j/")
    assert "organiser\thttps://judge.example.org/live/" in assess("live", "demo", "--public").stdout
    assert "public\thttps://judge.example.org/scores/demo/" in assess("live", "demo").stdout


def test_another_address_for_one_call_changes_nothing(assess: Assess) -> None:
    assess("address", "https://judge.example.org/study")
    assert links(assess("invite", "demo", "anna", "--url", "http://here:1"))[0][3].startswith("http://here:1/j/")
    assert links(assess("invite", "demo"))[0][3].startswith("https://judge.example.org/study/j/")
    assert assess("address", "http://other:80").stdout == "http://other:80\n"


@pytest.mark.parametrize(
    "wrong",
    [
        "judge.example.org",
        "ftp://judge.example.org",
        "javascript:alert(1)",
        "https://",
        "http://a b",
        "http://a:x",
        "http://a?b",
        "https://a#b",
        "http://me@a",
        "http://[::1",
        "http://a\n",
        "",
    ],
)
def test_an_address_is_http_with_a_host(assess: Assess, wrong: str) -> None:
    for refused in (assess("address", wrong), assess("invite", "demo", "anna", "--url", wrong)):
        assert refused.exit_code == 1
        assert f"found the address {wrong!r}, expected http:// or https:// and a host" in refused.stderr
    assert assess("invite", "demo").stdout == ""
    assert assess("address").stdout == "http://127.0.0.1:8000\n"


def test_several_processes_need_postgresql(assess: Assess) -> None:
    refused = assess("serve", "--processes", 2, "--db", "sqlite:///x.db")
    assert "found --processes with SQLite, expected PostgreSQL" in refused.stderr


def test_simulated_workers_need_links_and_patience(assess: Assess) -> None:
    wrong = assess("work", "http://127.0.0.1:1/", "--items", demo.ITEMS, "--truth", demo.TRUTH)
    assert wrong.stderr == "Error: found the link 'http://127.0.0.1:1/', expected http://HOST:PORT/j/TOKEN\n"
