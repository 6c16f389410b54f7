"""assess launch, sync, stop and what stands around them, at the real marketplace."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.demo import GRADES, ITEMS, TOPICS
from assess.marketplace.worker_client import WorkerClient

Assess = Callable[..., Result]


@pytest.fixture
def assess(tmp_path: Path, endpoint: str, monkeypatch: pytest.MonkeyPatch, database_url: str) -> Assess:
    """Run a command on a database with the demo campaign in it."""
    clock = tmp_path / "clock"
    clock.write_text("1769860800.0")  # the marketplace's time
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    monkeypatch.setenv("ASSESS_CLOCK", str(clock))

    def run(*arguments: str, **options: Any) -> Result:
        return CliRunner().invoke(main, list(arguments), catch_exceptions=False, **options)

    made = run("new", "demo", "--topics", str(TOPICS), "--items", str(ITEMS), "--grades", str(GRADES), "--seed", "1")
    assert made.exit_code == 0
    return run


@pytest.fixture
def launched(assess: Assess, endpoint: str) -> Assess:
    terms = ("--url", "http://127.0.0.1:9", "--budget", "20", "--endpoint", endpoint)
    assert "8 HITs published" in assess("launch", "demo", *terms).stdout
    return assess


def test_a_launch_shows_the_bill_and_publishes_within_the_budget(assess: Assess, endpoint: str) -> None:
    done = assess("launch", "demo", "--url", "http://127.0.0.1:9", "--budget", "20", "--endpoint", endpoint)
    assert "402 judgments asked for now" in done.stderr
    assert "now            41 HITs, $98.40" in done.stderr
    assert "$2.00, with fee $2.40; $9.23 an hour at 60 s a pair" in done.stderr
    assert done.stdout == "demo: 8 HITs published; spent $0.00, reserved $19.20, left $0.80\n"
    assert "room for 8 of the 41 HITs" in done.stderr
    assert done.exit_code == 1


def test_a_raised_budget_publishes_more(launched: Assess) -> None:
    assert launched("launch", "demo", "--budget", "40").stdout.startswith("demo: 8 HITs published; spent $0.00")
    assert launched("launch", "demo", "--budget", "10").stderr.endswith(
        "found a budget of $10.00, expected at least the $38.40 that are spent or reserved already\n"
    )


REFUSED = [
    (("--live",), "Mechanical Turk asks so"),
    (("--endpoint", "live"), "this spends real money: say --live"),
    (("--endpoint", "http://127.0.0.1:1"), "where other people work than at"),
    (("--reward", "2.50"), "launched with another reward: what was offered cannot change"),
    (("--reward", "1.00"), "pay $4.62 an hour, less than --least-wage $7.25"),
]


def test_what_was_launched_stays_as_it_was_offered(launched: Assess) -> None:
    for arguments, words in REFUSED:
        refused = launched("launch", "demo", *arguments)
        assert refused.exit_code == 1
        assert words in refused.stderr


def test_a_first_launch_needs_an_address_and_a_budget(assess: Assess) -> None:
    assert "needs --url and --budget" in assess("launch", "demo").stderr
    assert "never launched: assess launch demo" in assess("sync", "demo").stderr


def test_nothing_is_stored_when_the_platform_is_not_there(assess: Assess) -> None:
    terms = ("--url", "http://127.0.0.1:9", "--budget", "20", "--endpoint", "http://127.0.0.1:1")
    assert assess("launch", "demo", *terms).exit_code == 1
    assert json.loads(assess("status", "demo", "--json").stdout)["crowd"] is None


def test_a_pass_pays_what_was_handed_in_and_tells_the_books(
    launched: Assess, worker: Callable[[str], WorkerClient]
) -> None:
    anna = worker("A1ANNA")
    task = anna.accept_next(anna.groups()[0]["group"])
    anna.submit(task, {"receipt": "none"})
    done = launched("sync")
    assert done.stdout == ("demo: 1 submitted, 1 paid, 1 workers excluded; spent $2.40, reserved $16.80, left $0.80\n")
    crowd = json.loads(launched("status", "demo", "--json").stdout)["crowd"]
    assert (crowd["money"]["spent"], crowd["money"]["left"], crowd["in_play"]) == ("2.40", "0.80", 7)
    assert "spent          $2.40: $2.00 rewards, $0.40 fees" in launched("status", "demo").stdout
    (line,) = csv.DictReader(io.StringIO(launched("status", "demo", "--workers").stdout))
    assert line == {
        "worker": "A1ANNA",
        "kept": "0",
        "discarded": "0",
        "left": "0",
        "submitted": "1",
        "rewards": "2.00",
        "bonuses": "0.00",
        "excluded": "True",
    }
    assignments = list(csv.DictReader(io.StringIO(launched("status", "demo", "--hits").stdout)))
    assert [(assignment["state"], assignment["paid"]) for assignment in assignments] == [("closed", "2.00")] + [
        ("on offer", "0.00")
    ] * 7

    assert "gets no more" in launched("exclude", "demo", "A1ANNA").stdout
    launched("exclude", "demo", "A1ANNA", "--undo")
    assert "1 workers readmitted" in launched("sync", "demo").stdout

    bonus = ("bonus", "demo", "A1ANNA", "0.50", "--reason", "It took long.")
    assert "spent $3.00" in launched(*bonus).stdout
    assert "has got this bonus already" in launched(*bonus).stderr
    assert "costs $12.00" in launched("bonus", "demo", "A1ANNA", "10", "--reason", "x").stderr
    wrote = launched("message", "demo", "--subject", "Hello", "--text", "Thank you")
    assert wrote.stdout == "1 of 1 were written to\n"


def test_stopping_withdraws_everything(launched: Assess, worker: Callable[[str], WorkerClient]) -> None:
    assert "8 HITs withdrawn" in launched("stop", "demo", "--no-wait").stdout
    assert worker("A1ANNA").groups() == []
    assert "8 HITs published" in launched("launch", "demo", "--budget", "40").stdout


def test_a_bonus_needs_somebody_who_handed_something_in(launched: Assess) -> None:
    refused = launched("bonus", "demo", "A1NOBODY", "1.00", "--reason", "x")
    assert "has submitted nothing here" in refused.stderr
