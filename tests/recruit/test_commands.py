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
from assess.marketplace.app import create_app
from assess.marketplace.market import Market
from assess.marketplace.server import running
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
    assert done.stderr.endswith(
        "demo: the budget has room for 8 of the 41 HITs that are needed now; 33 HITs for $79.20 are not "
        "published: assess launch demo --budget 98.40 raises it for that\n"
    )
    assert done.exit_code == 0


def test_the_budget_that_is_advised_publishes_everything(launched: Assess) -> None:
    done = launched("launch", "demo", "--budget", "98.40")
    assert done.stdout == "demo: 33 HITs published; spent $0.00, reserved $98.40, left $0.00\n"
    assert "room for" not in done.stderr
    assert done.exit_code == 0


def test_a_launch_fails_if_the_platform_refuses_its_hits(assess: Assess, tmp_path: Path) -> None:
    strict = Market(str(tmp_path / "strict.db"))  # questions at https only
    with running(create_app(strict)) as url:
        done = assess("launch", "demo", "--url", "http://127.0.0.1:9", "--budget", "20", "--endpoint", url)
    strict.close()
    assert "expected an https URL (start the marketplace with --http-questions" in done.stderr
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
    assert "needs --budget, and --url unless assess address chose one" in assess("launch", "demo").stderr
    assert "needs --budget, and --url" in assess("launch", "demo", "--budget", "20").stderr
    assert "found the address 'ftp://a'" in assess("launch", "demo", "--budget", "20", "--url", "ftp://a").stderr
    assert "never launched: assess launch demo" in assess("sync", "demo").stderr


def test_a_launch_leads_workers_to_the_address_that_was_chosen(assess: Assess) -> None:
    assess("address", "http://judge.example.org")
    refused = assess("launch", "demo", "--budget", "20", "--endpoint", "sandbox")
    assert "found the address 'http://judge.example.org' of the judging app, expected https://…" in refused.stderr


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
        "platform": "mturk",
        "link": "1",
        "kept": "0",
        "discarded": "0",
        "left": "0",
        "submitted": "1",
        "rewards": "2.00",
        "bonuses": "0.00",
        "fees": "0.40",
        "excluded": "True",
    }
    assignments = list(csv.DictReader(io.StringIO(launched("status", "demo", "--hits").stdout)))
    assert [(assignment["state"], assignment["paid"]) for assignment in assignments] == [("closed", "2.00")] + [
        ("on offer", "0.00")
    ] * 7

    assert "may work again: assess sync demo" in launched("exclude", "demo", "A1ANNA", "--undo").stdout
    assert "1 workers readmitted" in launched("sync", "demo").stdout

    bonus = ("bonus", "demo", "A1ANNA", "0.50", "--reason", "It took long.")
    assert launched(*bonus).stdout.startswith("demo: 1 bonuses given; spent $3.00")
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


def test_a_launch_without_credentials_says_how_to_get_some(assess: Assess, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, "/nonexistent")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    refused = assess("launch", "demo", "--url", "https://judge.example.org", "--budget", "20", "--endpoint", "sandbox")
    assert refused.exit_code == 1
    assert "Unable to locate credentials: aws configure stores those of your account" in refused.stderr
