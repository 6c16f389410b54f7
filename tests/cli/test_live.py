"""assess upload, runs, live, watch and replay, on both databases."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess import demo
from assess.cli import main
from assess.cli.commands.systems.live import changing_board
from assess.store.schema import open_database

Assess = Callable[..., Result]
TRIO = "t1 Q0 d1 1 3.0 {0}\nt1 Q0 d2 2 2.0 {0}\nt2 Q0 e1 1 1.0 {0}\n"
PREFERENCES = "t1 d1 d2 d1\nt1 d1 d3 d1\nt1 d2 d3 d2\nt2 e1 e2 e1\nt2 e1 e2 tie\nt2 e1 e2 e1\n"
# What does not touch the database in a way of its own is looked at once.
ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def assess(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Assess:
    """Run a command on the database of the test, which holds the demo campaign in draft."""
    monkeypatch.setenv("ASSESS_DATABASE", database_url)

    def run(*args: object) -> Result:
        return CliRunner().invoke(main, [str(arg) for arg in args])

    material = ["--topics", demo.TOPICS, "--items", demo.ITEMS, "--grades", demo.GRADES, "--runs", *demo.RUNS[:3]]
    assert run("new", "demo", *material, "--seed", 3).exit_code == 0
    return run


def good(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_run_is_uploaded_described_and_hidden(assess: Assess) -> None:
    told = good(assess("upload", "demo", demo.RUNS[3], "--describe", "a late one"))
    assert told == "badger: ranks 10 of the campaign's topics\n"
    listed = json.loads(good(assess("runs", "demo", "--hide", "heron", "--json")))
    assert [(run["name"], run["hidden"]) for run in listed] == [
        ("badger", False),
        ("heron", True),
        ("magpie", False),
        ("otter", False),
    ]
    assert listed[0]["description"] == "a late one"
    again = json.loads(good(assess("runs", "demo", "--show", "heron", "--describe", "badger", "", "--json")))
    assert {run["hidden"] for run in again} == {False}
    assert again[0]["description"] is None


@ON_SQLITE
def test_a_run_that_is_there_already_is_refused(assess: Assess) -> None:
    refused = assess("upload", "demo", demo.RUNS[0])
    assert refused.exit_code == 1
    assert "already: give it another tag" in refused.stderr


@ON_SQLITE
def test_an_unknown_run_is_answered_with_those_there_are(assess: Assess) -> None:
    refused = assess("runs", "demo", "--hide", "wren")
    assert refused.stderr == ("Error: found no run 'wren' in campaign demo, expected one of: heron, magpie, otter\n")


def test_pairings_that_would_help_a_late_run_are_listed_by_rank(assess: Assess) -> None:
    lines = good(assess("runs", "demo", "--helpful", "heron")).splitlines()
    assert lines[0].split() == ["rank", "topic", "docno", "against", "shown"]
    ranks = [int(line.split()[0]) for line in lines[1:]]
    assert ranks == sorted(ranks)
    assert ranks


def test_settings_are_chosen_and_the_addresses_printed(assess: Assess) -> None:
    told = good(
        assess("live", "demo", "-m", "pgc(p=0.8)", "-m", "nDCG@10", "--blind", "--public", "--stop-when", "leader")
    )
    lines = dict(line.split("\t") for line in told.splitlines())
    assert lines["measures"] == "pgc(p=0.8) nDCG@10"
    assert lines["blind"] == "yes"
    assert lines["stops"] == "the campaign closes when leader is 95% sure, after 10 judgments or more"
    assert lines["organiser"].startswith("http://127.0.0.1:8000/live/")
    assert lines["public"].startswith("http://127.0.0.1:8000/scores/demo/")
    again = dict(line.split("\t") for line in good(assess("live", "demo", "--level", "0.99")).splitlines())
    assert again["public"] == lines["public"]
    assert "99% sure" in again["stops"]
    last = good(assess("live", "demo", "--private", "--reveal", "--stop-when", "never"))
    assert "public" not in last
    assert "stops\tnever" in last


@ON_SQLITE
def test_an_unknown_measure_is_refused(assess: Assess) -> None:
    assert "found measure 'nonsense'" in assess("live", "demo", "-m", "nonsense").stderr


def test_the_leaderboard_is_printed_once(assess: Assess) -> None:
    text = good(assess("watch", "demo", "--once"))
    assert text.startswith("demo (draft): pgc by 0 judgments of 0 of 10 topics\n")
    told = json.loads(good(assess("watch", "demo", "--once", "--json")))
    assert [run["name"] for run in told["runs"]] == ["heron", "magpie", "otter"]


def test_the_leaderboard_comes_again_when_it_has_changed(assess: Assess, database_url: str) -> None:
    engine = open_database(database_url)
    boards = changing_board(engine, "demo")
    assert [row.name for row in next(boards).rows] == ["heron", "magpie", "otter"]
    good(assess("runs", "demo", "--hide", "magpie"))
    assert [row.name for row in next(boards).rows] == ["heron", "otter"]
    engine.dispose()


@pytest.fixture
def files(tmp_path: Path) -> list[object]:
    """A preference file and two runs of it, as options."""
    (tmp_path / "crowd.pref").write_text(PREFERENCES)
    for name in ("one", "two"):
        (tmp_path / f"{name}.run").write_text(TRIO.format(name))
    return ["--prefs", tmp_path / "crowd.pref", "--runs", tmp_path / "one.run", tmp_path / "two.run"]


@ON_SQLITE
def test_a_preference_file_is_replayed_and_thrown_away(assess: Assess, files: list[object]) -> None:
    text = good(assess("replay", *files, "-m", "pgc(p=0.8)"))
    assert text.startswith("replay (closed): pgc(p=0.8) by 6 judgments of 2 of 2 topics\n")
    assert assess("watch", "replay", "--once").exit_code == 1


def test_a_replay_can_be_kept_and_replayed_again(assess: Assess, files: list[object]) -> None:
    first = good(assess("replay", *files, "--as", "kept", "--shuffle", "7", "--step", "1", "--json"))
    steps = [json.loads(line) for line in first.splitlines()]
    assert [step["judgments"] for step in steps] == [1, 2, 3, 4, 5, 6]
    again = json.loads(good(assess("replay", "kept", "--json", "--step", "6")))
    assert again["runs"] == steps[-1]["runs"]
    assert json.loads(good(assess("watch", "kept", "--once", "--json")))["judgments"] == 6


@ON_SQLITE
def test_a_replay_keeps_the_rate_asked_for(
    assess: Assess, files: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("assess.cli.commands.systems.replay.time.sleep", slept.append)
    good(assess("replay", *files, "--rate", "2", "--step", "2"))
    assert len(slept) == 3
    assert 2 < slept[-1] <= 3


@ON_SQLITE
def test_a_replay_needs_a_campaign_or_a_file(assess: Assess, files: list[object]) -> None:
    for asked in (assess("replay"), assess("replay", "demo", *files)):
        assert asked.exit_code == 1
        assert "expected one of them" in asked.stderr
