"""The server as a process: simulated workers over HTTP, a graceful end, and kills at the worst moment."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from assess.campaign.access.public_address import public_address
from assess.database.engine import reading
from assess.errors import ParameterError
from assess.rehearsal.client import Client, ServerError
from assess.rehearsal.shift import Shift, work_together
from assess.simulation.assessors import Constant, Truth
from assess.simulation.text_worker import RepeatableWorkers, TextWorker, key_of
from assess.sockets import listen
from assess.store.schema import open_database
from tests.conftest import Judged, MakeJudged

# A fixture of tests/conftest.py: an open campaign without a judgment.
Make = Callable[..., Any]
STORED = """
SELECT t.assignment_id, t.position,
    CASE WHEN j.preferred_id IS NULL THEN 0 WHEN j.preferred_id = j.left_id THEN -j.strength ELSE j.strength END
FROM judgment j JOIN task t ON t.pairing_id = j.pairing_id AND t.assessor_id = j.assessor_id AND NOT t.released
"""
CONSTANT = Constant(0.8)


@contextmanager
def serving(url: str, port: int = 0, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process, and its address once it answers."""
    command = [sys.executable, "-m", "assess", "serve", "--port", str(port), "--db", url, *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        line = process.stderr.readline()
        assert line.startswith("serving at "), line
        yield process, line.removeprefix("serving at ").strip()
    finally:
        process.kill()
        process.communicate()


def worker_on(campaign: Judged) -> TextWorker:
    rows = campaign.rows("SELECT topic.topic, item.docno FROM item JOIN topic ON topic.id = topic_id")
    values = {key_of(topic, f"{docno} of {topic}"): float(ord(docno[1])) for topic, docno in rows if docno[0] == "d"}
    return TextWorker(Truth(sorted(values), values, values), CONSTANT)


def shifts_at(address: str, campaign: Judged, number: int, **options: Any) -> list[Shift]:
    worker = worker_on(campaign)
    tokens = [campaign.invited(f"m{index}", kind="simulated") for index in range(number)]
    return [Shift(Client(address, token), worker, Random(index), **options) for index, token in enumerate(tokens)]


def address_in(database_url: str) -> str:
    engine = open_database(database_url)
    with reading(engine) as session:
        found = public_address(session)
    engine.dispose()
    return found


def test_links_begin_with_the_address_of_the_last_server(judged: MakeJudged, database_url: str) -> None:
    judged()
    with serving(database_url) as (_, address):
        assert address_in(database_url) == address
    with serving(database_url) as (_, address):
        assert address_in(database_url) == address


def test_an_address_that_was_chosen_outlives_servers_without_one(judged: MakeJudged, database_url: str) -> None:
    judged()
    with serving(database_url, 0, "--url", "https://judge.example.org/"):
        assert address_in(database_url) == "https://judge.example.org"
    with serving(database_url) as (process, address):
        assert address.startswith("http://127.0.0.1:")
        assert process.stderr
        assert process.stderr.readline() == (
            "links begin with https://judge.example.org: assess address URL chooses another address\n"
        )
        assert address_in(database_url) == "https://judge.example.org"


def test_a_server_for_every_address_says_that_others_need_one(judged: MakeJudged, database_url: str) -> None:
    judged()
    with serving(database_url, 0, "--host", "0.0.0.0") as (process, address):
        assert process.stderr
        assert "name the one for others with --url" in process.stderr.readline()
        assert address_in(database_url) == address


def test_workers_judge_a_campaign_over_http(judged: MakeJudged, database_url: str) -> None:
    campaign = judged(topics=4, candidates=6, votes=2)
    acknowledged: list[tuple[int, int, int]] = []
    options = ["--processes", "2"] if database_url.startswith("postgresql") else []
    with serving(database_url, 0, *options) as (process, address):
        shifts = shifts_at(address, campaign, 4, told=lambda *answer: acknowledged.append(answer))
        assert work_together(shifts) == ["all_done"] * 4
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    assert sorted(acknowledged) == sorted(campaign.rows(STORED))
    assert campaign.progress().counted == len(acknowledged) == 4 * 15 * 2
    assert campaign.rows("SELECT count(*) FROM pairing WHERE counted <> 2 OR held <> 0") == [(0,)]


def preferences_of(campaign: Judged) -> list[tuple[str, str, str, int]]:
    """Topic, the two docnos and the answer for the first of them, for each judgment of the campaign."""
    rows = campaign.rows(
        "SELECT t.topic, a.docno, b.docno, CASE WHEN j.preferred_id IS NULL THEN 0 "
        "WHEN j.preferred_id = a.id THEN j.strength ELSE -j.strength END FROM judgment j "
        "JOIN pairing p ON p.id = j.pairing_id JOIN item a ON a.id = p.item_a_id JOIN item b ON b.id = p.item_b_id "
        f"JOIN topic t ON t.id = p.topic_id WHERE t.campaign_id = {campaign.campaign_id}"
    )
    return sorted((topic, min(a, b), max(a, b), answer if a < b else -answer) for topic, a, b, answer in rows)


def test_racing_workers_judge_a_campaign_in_the_same_way_again(judged: MakeJudged, database_url: str) -> None:
    played = []
    for name in ("first", "again"):
        campaign = judged(topics=3, candidates=9, votes=2, strategy="two-stage", name=name, answers=5)
        workers = RepeatableWorkers(replace(worker_on(campaign), ties=0.5), seed=3)
        with serving(database_url) as (_, address):
            shifts = [replace(shift, worker=workers) for shift in shifts_at(address, campaign, 4)]
            assert work_together(shifts) == ["all_done"] * 4
        played.append(preferences_of(campaign))
    assert played[0] == played[1]
    assert {answer for *_, answer in played[0]} == {-2, -1, 0, 1, 2}


def test_no_acknowledged_judgment_is_lost_when_the_server_is_killed(judged: MakeJudged, database_url: str) -> None:
    campaign = judged(topics=6, candidates=7, votes=2)
    acknowledged: list[tuple[int, int, int]] = []
    stop, enough = threading.Event(), threading.Event()

    def told(*answer: int) -> None:
        acknowledged.append(answer)
        if len(acknowledged) % 30 == 0:
            enough.set()

    workers: threading.Thread | None = None
    port = 0
    for _ in range(3):
        with serving(database_url, port) as (process, address):
            port = int(address.rpartition(":")[2])
            if workers is None:
                shifts = shifts_at(address, campaign, 6, told=told, stop=stop)
                workers = threading.Thread(target=work_together, args=(shifts,))
                workers.start()
            assert enough.wait(60)
            enough.clear()
            os.kill(process.pid, signal.SIGKILL)
    with serving(database_url, port):
        assert workers
        workers.join(120)
        assert not workers.is_alive()
    stored = campaign.rows(STORED)
    assert len(stored) == len(set(stored)) == 6 * 21 * 2
    assert sorted(acknowledged) == sorted(stored)


def test_a_client_gives_up_on_a_server_that_is_not_there() -> None:
    with pytest.raises(ServerError, match="POST /assignments: the server does not answer"):
        Client("http://127.0.0.1:1", "x", patience=0.1).call("POST", "/assignments")


def test_a_port_in_use_is_a_clear_error() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(ParameterError, match=rf"cannot listen on 127.0.0.1, port {port}: Address already in use"):
            listen("127.0.0.1", port)
