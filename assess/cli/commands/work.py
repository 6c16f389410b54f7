"""Simulated workers: ordinary assessors who judge by the API, as well as they are told to."""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import click

from assess.errors import ParameterError
from assess.files import load
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.rehearsal.client import Client
from assess.simulation.assessors import parse_model
from assess.simulation.text_worker import TextWorker, truth_of_texts

# What may pass by waiting: others finish or lose what they hold, or the organiser goes on.
PASSING = {"come_back_later", "paused"}
WAIT = 0.5  # seconds before asking again


@dataclass
class Shift:
    """One worker's work at a server: how she judges, how fast, and when to stop.

    ``told`` hears of every answer that the server acknowledged: HIT, position, answer.
    """

    client: Client
    worker: TextWorker
    rng: Random
    seconds: float = 0.0
    stop: threading.Event = field(default_factory=threading.Event)
    told: Callable[[int, int, int], None] = lambda *_: None

    def work(self) -> str:
        """Judge until there is nothing to do, and return why; "stopped" when told to."""
        while not self.stop.is_set():
            status, answer = self.client.call("POST", "/assignments")
            if status == 201:
                self._judge(answer)
            elif answer["reason"] not in PASSING:
                return str(answer["reason"])
            else:
                self.stop.wait(WAIT)
        return "stopped"

    def _judge(self, assignment: dict[str, Any]) -> None:
        for task in assignment["tasks"]:
            if task["answer"] is None and not self._answer(assignment, task):
                return
        self.client.call("POST", f"/assignments/{assignment['assignment']}/finish")

    def _answer(self, assignment: dict[str, Any], task: dict[str, Any]) -> bool:
        """Answer a task; False when the HIT is not hers any more, or she was told to stop."""
        if self.stop.is_set():
            return False
        time.sleep(self.rng.expovariate(1 / self.seconds) if self.seconds else 0)
        left, right = task["left"].get("text", ""), task["right"].get("text", "")
        answer = self.worker.answer(task["topic"], left, right, assignment["answers"], self.rng)
        body = {"answer": answer, "seconds": self.seconds, "changes": 0, "key": secrets.token_hex(8)}
        status, _ = self.client.call("PUT", f"/assignments/{assignment['assignment']}/tasks/{task['position']}", body)
        if status == 200:
            self.told(assignment["assignment"], task["position"], answer)
        return status == 200


def work_together(shifts: Sequence[Shift]) -> list[str]:
    """Let them all work at the same time; return why each of them stopped."""
    reasons = [""] * len(shifts)

    def work(number: int) -> None:
        reasons[number] = shifts[number].work()

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(len(shifts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return reasons


@click.command()
@click.argument("links", nargs=-1, required=True, metavar="LINK...")
@click.option("--items", required=True, metavar="FILE", help="The items of the campaign: TSV or JSON lines.")
@click.option("--truth", required=True, metavar="FILE", help="TREC qrels: how good each item is.")
@click.option("--assessors", default="bradley-terry:10", show_default=True, help="How well they judge; see simulate.")
@click.option("--seconds", default=0.0, show_default=True, help="Seconds for a pair, on average.")
@click.option("--seed", default=0, show_default=True, help="Where all randomness comes from.")
def work(links: Sequence[str], items: str, truth: str, assessors: str, seconds: float, seed: int) -> None:
    """Let simulated workers judge over HTTP.

    Each link is that of one worker; assess invite NAME --machine ID makes them.

    \b
    Example:
        assess work http://127.0.0.1:8000/j/TOKEN --items items.jsonl --truth truth.qrels --seconds 2
    """
    if seconds < 0:
        raise ParameterError(f"found {seconds} seconds for a pair, expected 0 or more")
    known = truth_of_texts(load(items, parse_items), load(truth, parse_qrels))
    worker = TextWorker(known, parse_model(assessors))
    judged: list[int] = []
    shifts = [
        Shift(Client.by_link(link), worker, Random(f"{seed}/{number}"), seconds, told=lambda *_: judged.append(1))
        for number, link in enumerate(links)
    ]
    for link, reason in zip(links, work_together(shifts), strict=True):
        click.echo(f"{link}\t{reason}")
    click.echo(f"{len(judged)} judgments", err=True)
