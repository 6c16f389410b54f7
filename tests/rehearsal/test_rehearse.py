"""The demo campaign from its launch to the last payment, over real HTTP, with real processes that may be killed."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.demo import ITEMS, RUNS, TOPICS
from tests.recruit.demo import new_demo
from tests.rehearsal.kept import rows


@pytest.fixture
def rehearse(tmp_path: Path) -> Callable[..., Result]:
    """Rehearse the first topics of the demo."""
    made: dict[int, str] = {}

    def run(*options: str, topics: int = 1) -> Result:
        database = made.get(topics) or made.setdefault(topics, new_demo(tmp_path, topics))
        command = ["rehearse", "demo", "--db", database, "--people", "20", *options]
        return CliRunner().invoke(main, command, catch_exceptions=False)

    return run


def check_everything(told: Result, folder: Path) -> None:
    """What the command tells, counted again in the two databases: payments, HITs, and nothing left to do."""
    assert told.exit_code == 0, told.output
    assert "topics done; pairings judged too seldom or too often: 0\n" in told.stdout
    assert "balance: $" in told.stdout
    paid = "SELECT sum(amount) + sum(fee) FROM ledger WHERE kind IN ('reward', 'bonus') AND outcome = 'done'"
    theirs = rows(folder, "marketplace.db", "SELECT sum(amount) + sum(fee) FROM payment")
    assert rows(folder, "assess.db", paid) == theirs != [(None,)]
    published = rows(
        folder, "assess.db", "SELECT external_id FROM hit WHERE external_id IS NOT NULL ORDER BY external_id"
    )
    assert published == rows(folder, "marketplace.db", "SELECT hit_id FROM hit ORDER BY hit_id")
    assert rows(folder, "assess.db", "SELECT count(*) FROM ledger WHERE outcome IS NULL") == [(0,)]


def test_the_same_seed_plays_the_same(rehearse: Callable[..., Result], tmp_path: Path) -> None:
    crowd = ("--spamming", "0.4", "--leaving", "0.2", "--compensation", "share")
    first, second = (rehearse(*crowd, "--keep", str(tmp_path / name)) for name in ("first", "second"))
    check_everything(first, tmp_path / "first")
    assert first.stdout.partition("played in")[0] == second.stdout.partition("played in")[0]
    excluded = rows(tmp_path / "first", "assess.db", "SELECT count(*) FROM assessor WHERE excluded_at IS NOT NULL")
    assert excluded == rows(tmp_path / "first", "assess.db", "SELECT count(*) FROM exclusion") != [(0,)]


def test_the_report_tells_what_honest_people_failed(rehearse: Callable[..., Result], tmp_path: Path) -> None:
    crowd = ("--hasty", "0", "--spamming", "0", "--leaving", "0")
    told = rehearse(*crowd, "--challenge-accuracy", "0.8", "--keep", str(tmp_path / "kept"))
    check_everything(told, tmp_path / "kept")
    [(failed,)] = rows(tmp_path / "kept", "assess.db", "SELECT count(*) FROM assignment WHERE state = 'discarded'")
    assert failed
    line = f"{failed} for a failed challenge: {failed} of honest people ({failed} diligent), 0 of spamming ones\n"
    assert line in told.stdout
    assert "0 for a failed challenge: 0 of honest people, 0 of spamming ones\n" in (
        rehearse(*crowd, "--challenge-accuracy", "1").stdout
    )


def test_the_weighed_rule_is_rehearsed_without_an_item_that_was_set_aside(tmp_path: Path) -> None:
    database = new_demo(tmp_path, 1)
    [topic, _, docno, _] = (tmp_path / "grades.qrels").read_text().splitlines()[0].split()
    aside = CliRunner().invoke(main, ["aside", "demo", topic, docno, "--yes", "--db", database])
    assert aside.exit_code == 0, aside.output
    command = ["rehearse", "demo", "--db", database, "--people", "20", "--spamming", "0.4"]
    told = CliRunner().invoke(main, [*command, "--screening", "weighed", "--keep", str(tmp_path / "kept")])
    check_everything(told, tmp_path / "kept")
    assert re.search(r"^discarded +[1-9]\d* by the weighed rule: ", told.stdout, re.MULTILINE)
    assert rows(tmp_path / "kept", "assess.db", f"SELECT count(*) FROM item WHERE docno = '{docno}'") == [(0,)]


def test_people_collect_what_makes_up_for_lost_work(rehearse: Callable[..., Result], tmp_path: Path) -> None:
    crowd = ("--hasty", "0", "--spamming", "0", "--leaving", "0")
    told = rehearse(*crowd, "--fault", "lose_submission=0.4", "--keep", str(tmp_path / "kept"))
    check_everything(told, tmp_path / "kept")
    hits = "SELECT count(*), sum(closed_at IS NULL) FROM hit WHERE kind = 'compensation'"
    [(made, in_play)] = rows(tmp_path / "kept", "assess.db", hits)
    assert made
    assert in_play == 0
    assert f"{made} made up for" in told.stdout


def test_books_and_judgments_balance_although_everything_is_killed(
    rehearse: Callable[..., Result], tmp_path: Path
) -> None:
    told = rehearse("--spamming", "0.2", "--kills", "3", "--keep", str(tmp_path / "kept"), topics=2)
    check_everything(told, tmp_path / "kept")
    kills = next(line for line in told.stdout.splitlines() if line.startswith("killed"))
    assert sum(int(number) for number in re.findall(r"\d+", kills)) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--fault", "drop"], "found --fault drop, expected NAME=NUMBER such as drop=0.05"),
        (["--hasty", "0.7", "--spamming", "0.7"], "hasty, spamming and leaving together"),
        (["--challenge-accuracy", "1.2"], "found challenge accuracy 1.2, expected a number from 0 to 1"),
        (["--fault", "hunger=1"], "found no fault called 'hunger'"),
        (["--keep", "."], "found . with something in it, expected a folder that is empty or not there"),
    ],
)
def test_what_cannot_be_rehearsed_is_refused(rehearse: Callable[..., Result], options: list[str], words: str) -> None:
    told = rehearse(*options)
    assert (told.exit_code, told.stdout) == (1, "")
    assert words in told.stderr


def test_a_campaign_whose_items_wait_for_grades_is_not_rehearsed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'assess.db'}"
    pooled = ["new", "pooled", "--topics", str(TOPICS), "--items", str(ITEMS), "--runs", str(RUNS[0]), "--db", database]
    for command in (pooled, ["open", "pooled", "--grading", "--db", database]):
        assert CliRunner().invoke(main, command, catch_exceptions=False).exit_code == 0
    told = CliRunner().invoke(main, ["rehearse", "pooled", "--db", database], catch_exceptions=False)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "campaign pooled lacks grades" in told.stderr
