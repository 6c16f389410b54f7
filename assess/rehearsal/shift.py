"""Simulated workers who judge by the JSON API, one shift each, until there is nothing left to do."""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from assess.rehearsal.client import Client
from assess.simulation.text_worker import TextJudge

# Worth waiting for: others may finish or lose what they hold, or the organiser opens the campaign again.
WORTH_WAITING = {"come_back_later", "paused"}
WAIT = 0.5  # seconds before asking again


@dataclass
class Shift:
    """One worker's work at a server: how they judge, how fast, and when to stop.

    ``told`` is called for every answer that the server acknowledged: assignment, position, answer.
    """

    client: Client
    worker: TextJudge
    rng: Random
    seconds: float = 0.0
    stop: threading.Event = field(default_factory=threading.Event)
    told: Callable[[int, int, int], None] = lambda *_: None

    def work(self) -> str:
        """Judge until there is nothing to do, and return the reason; "stopped" if told to stop."""
        while not self.stop.is_set():
            status, answer = self.client.call("POST", "/assignments")
            if status == 201:
                self._judge(answer)
            elif answer["reason"] not in WORTH_WAITING:
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
        """Answer a task; False if the assignment is not theirs any more, or they were told to stop."""
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
    """Let all of them work at the same time; return why each stopped."""
    reasons = [""] * len(shifts)

    def work(number: int) -> None:
        reasons[number] = shifts[number].work()

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(len(shifts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return reasons
