"""The marketplace from the command line, and the real AWS CLI against it."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.cli.commands.crowd import marketplace as command
from assess.marketplace.app import create_app
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import running
from assess.marketplace.worker_client import WorkerClient

QUESTION = (
    '<ExternalQuestion xmlns="http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/'
    'ExternalQuestion.xsd"><ExternalURL>https://judge.example.org/hit?number=1</ExternalURL>'
    "<FrameHeight>0</FrameHeight></ExternalQuestion>"
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "market.db")


@pytest.fixture
def endpoint(database: str) -> Iterator[str]:
    market = Market(database, MarketSettings())
    with running(create_app(market)) as url:
        yield url
    market.close()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["marketplace", *arguments])


def aws(endpoint: str, *arguments: str) -> Any:
    """The AWS CLI as it is installed, in a process of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent",
        "AWS_ACCESS_KEY_ID": "AKIACLI",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    command = [str(Path(sys.executable).parent / "aws"), "mturk", *arguments, "--endpoint-url", endpoint]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.returncode, done.stderr
    return json.loads(done.stdout or "{}")


def create_by_aws(endpoint: str) -> str:
    made = aws(
        endpoint,
        "create-hit",
        *("--title", "Compare passages", "--description", "Which is better?", "--reward", "2.00"),
        *("--assignment-duration-in-seconds", "3600", "--lifetime-in-seconds", "86400", "--question", QUESTION),
    )
    return str(made["HIT"]["HITId"])


def test_the_aws_cli_creates_lists_approves_and_deletes(endpoint: str) -> None:
    hit_id = create_by_aws(endpoint)
    assert [hit["HITId"] for hit in aws(endpoint, "list-hits")["HITs"]] == [hit_id]
    worked = run("work", hit_id, "--worker", "A1ANNA", "--endpoint", endpoint, "--field", "code=r1")
    assignment_id, state, frame = worked.output.strip().split("\t")
    assert state == "Submitted"
    assert f"assignmentId={assignment_id}&hitId={hit_id}&workerId=A1ANNA&turkSubmitTo=http" in frame

    (listed,) = aws(endpoint, "list-assignments-for-hit", "--hit-id", hit_id)["Assignments"]
    assert (listed["AssignmentId"], "r1" in listed["Answer"]) == (assignment_id, True)
    aws(endpoint, "approve-assignment", "--assignment-id", assignment_id)
    aws(endpoint, "delete-hit", "--hit-id", hit_id)
    code, words = aws(endpoint, "delete-hit", "--hit-id", hit_id)
    assert code != 0
    assert "An error occurred (RequestError)" in words
    assert "This HIT is currently in the state 'Disposed'" in words


def create(endpoint: str) -> tuple[Any, str]:
    client = boto3.client(
        "mturk",
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id="AKIACLI",
        aws_secret_access_key="secret",
    )
    made = client.create_hit(
        Title="Compare passages",
        Description="Which is better?",
        Reward="2.00",
        AssignmentDurationInSeconds=3600,
        LifetimeInSeconds=86_400,
        MaxAssignments=3,
        AutoApprovalDelayInSeconds=86_400,
        Question=QUESTION,
    )
    return client, made["HIT"]["HITId"]


def test_work_can_be_returned_or_held_and_refusals_are_one_line(endpoint: str) -> None:
    client, hit_id = create(endpoint)
    common = ("work", hit_id, "--endpoint", endpoint)
    assert "\tReturned\t" in run(*common, "--worker", "A1ANNA", "--then", "return").output
    assert "\tAccepted\t" in run(*common, "--worker", "A1ANNA", "--then", "hold").output
    again = run(*common, "--worker", "A1ANNA")
    assert (again.exit_code, again.output) == (
        1,
        "Error: You already have this HIT, or have done it. Choose another one from the list.\n",
    )
    assert client.get_hit(HITId=hit_id)["HIT"]["NumberOfAssignmentsPending"] == 1


def test_no_marketplace_at_the_endpoint_is_one_line() -> None:
    refused = run("work", "3ABC", "--worker", "A1ANNA", "--endpoint", "http://127.0.0.1:9")
    assert refused.exit_code == 1
    assert refused.output.startswith("Error: no answer from the marketplace at http://127.0.0.1:9: ")


def test_the_pay_sheet_adds_up(endpoint: str, database: str, tmp_path: Path) -> None:
    assert (
        run("worker", "A1ANNA", "--name", 'Anna "Ann" Muster', "--password", "long enough", "--db", database).exit_code
        == 0
    )
    client, hit_id = create(endpoint)
    for worker, password in (("A1ANNA", "long enough"), ("A2BERT", "")):
        someone = WorkerClient(endpoint, worker, password)
        task = someone.accept(hit_id)
        someone.submit(task, {"code": "x"})
        client.approve_assignment(AssignmentId=task.assignment_id)
    client.send_bonus(WorkerId="A2BERT", AssignmentId=task.assignment_id, BonusAmount="0.55", Reason="Thanks")
    written = run("pay-sheet", "--db", database, "-o", str(tmp_path / "pay.csv"))
    assert written.output == "$4.55 to be paid out\n"
    rows = list(csv.DictReader(io.StringIO((tmp_path / "pay.csv").read_text())))
    shown = [
        (
            r["worker_id"],
            r["name"],
            r["assignments_approved"],
            r["rewards_usd"],
            r["bonuses_usd"],
            r["total_usd"],
            r["fees_usd"],
        )
        for r in rows
    ]
    assert shown == [
        ("A1ANNA", 'Anna "Ann" Muster', "1", "2.00", "0.00", "2.00", "0.40"),
        ("A2BERT", "", "1", "2.00", "0.55", "2.55", "0.51"),
    ]
    for options in (("--until", "2001-01-01"), ("--since", "2100-01-01"), ("--requester", "AKIAOTHER")):
        assert "$0.00 to be paid out" in run("pay-sheet", "--db", database, *options).output


def test_moving_the_clock_approves_what_falls_due(endpoint: str, database: str) -> None:
    client, hit_id = create(endpoint)
    run("work", hit_id, "--worker", "A1ANNA", "--endpoint", endpoint)
    run("clock", "--advance", "1d", "--db", database)
    (work,) = client.list_assignments_for_hit(HITId=hit_id)["Assignments"]
    assert work["AssignmentStatus"] == "Approved"
    frozen = run("clock", "--speed", "0", "--db", database).output
    assert run("clock", "--db", database).output == frozen
    assert run("clock", "--advance", "soon", "--db", database).exit_code == 2


def test_faults_are_switched_and_shown(endpoint: str, database: str) -> None:
    shown = run("faults", "lag=30", "reuse_ids=off", "--db", database).output
    assert "lag\t30.0\n" in shown
    assert "reuse_ids\tFalse\n" in shown
    assert run("faults", "lag", "--db", database).output == "Error: found 'lag', expected NAME=VALUE\n"


def test_accounts_for_an_in_house_crowd(database: str) -> None:
    first = run("requester", "AKIALAB", "--name", "IR lab", "--deposit", "500.00", "--db", database).output
    assert first.startswith("secret key\t")
    assert first.endswith("available\t$500.00\n")
    assert run("requester", "AKIALAB", "--deposit", "0.50", "--db", database).output == "available\t$500.50\n"
    drawn = run("worker", "A1ANNA", "--db", database).output.strip().split("\t")
    assert (drawn[0], len(drawn[1])) == ("A1ANNA", 12)
    assert run("worker", "A1ANNA", "--country", "DE", "--db", database).output == "A1ANNA\n"
    assert "too short" in run("worker", "A2BERT", "--password", "short", "--db", database).output


@pytest.mark.parametrize("command", [["pay-sheet"], ["clock"], ["faults"]])
def test_a_mistyped_database_is_not_created(database: str, command: list[str]) -> None:
    refused = run(*command, "--db", database)
    assert (refused.exit_code, "no marketplace at" in refused.output) == (1, True)
    assert not Path(database).exists()


def test_a_rehearsal_is_not_served_to_others(database: str) -> None:
    refused = run("--host", "0.0.0.0", "--db", database)
    assert (refused.exit_code, "give --in-house to serve others" in refused.output) == (1, True)


def test_a_port_in_use_is_one_line(endpoint: str, database: str) -> None:
    refused = run("--port", endpoint.rpartition(":")[2], "--db", database)
    assert (refused.exit_code, "choose another with --port" in refused.output) == (1, True)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ([], True),  # a newcomer's judging app is at http://127.0.0.1
        (["--https-questions"], False),
        (["--in-house"], False),
        (["--in-house", "--http-questions"], True),
    ],
)
def test_a_rehearsal_shows_questions_of_this_machine(
    database: str, monkeypatch: pytest.MonkeyPatch, options: list[str], allowed: bool
) -> None:
    served: list[bool] = []
    monkeypatch.setattr(command, "create_app", lambda market: served.append(market.settings.http_questions))
    monkeypatch.setattr(command, "serve", lambda _, listening: listening.close())
    done = run("--port", "0", "--db", database, *options)
    assert done.exit_code == 0, done.output
    assert served == [allowed]
