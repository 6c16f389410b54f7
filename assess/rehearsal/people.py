"""Simulated people: they look for HITs at the marketplace, work in the judging app, and leave in several ways."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from assess.marketplace.worker_client import WorkerClient, WorkerTask
from assess.pay import Pay
from assess.rehearsal.client import Client
from assess.rehearsal.stage import Life
from assess.rehearsal.worker_market import WorkerMarket, leads_to_work
from assess.simulation.assessors import SimulatedCrowd, Truth
from assess.simulation.text_worker import TextWorker

Kind = Literal["diligent", "hasty", "spamming", "leaving"]
MINUTE, HOUR = 60.0, 3600.0
SECONDS = Pay().seconds


@dataclass(frozen=True)
class Habits:
    """How somebody works: time for a pair, the share of pairs answered blindly, the share of assignments left.

    The time is a share of that of diligent people, who take the time that every plan counts with.
    """

    time: float
    lapses: float = 0.0
    leaves: float = 0.0


HABITS: dict[Kind, Habits] = {
    "diligent": Habits(1.0),
    "hasty": Habits(0.3, lapses=0.08),
    "spamming": Habits(0.1, lapses=1.0),
    "leaving": Habits(0.75, leaves=0.6),
}
GOES_ON = 0.85  # the chance that somebody accepts another HIT at once
PATIENCE = 30  # times somebody looks and finds no HIT before they stay away
RETURNS = 0.5  # the chance that somebody who leaves an assignment returns it
OK, CREATED = 200, 201


@dataclass
class Person:
    """Somebody who works, and the outcomes of their assignments."""

    identity: str
    kind: Kind
    worker: TextWorker
    rng: Random
    habits: Habits
    seconds: float = SECONDS
    outcomes: Counter[str] = field(default_factory=Counter)
    pairs_answered: int = 0
    seconds_worked: float = 0.0

    def life(self, market: WorkerMarket) -> Life:
        """Look for HITs, do them, rest; stay away after finding none for a long time."""
        client = market.sign_in(self.identity)
        in_vain = 0
        while in_vain < PATIENCE:
            task = market.accept(client)
            if task is None:
                in_vain += 1
                yield self.rng.expovariate(1 / (10 * MINUTE * in_vain))
                continue
            in_vain = 0
            yield self.rng.uniform(5, 60)
            if leads_to_work(task):
                yield from self._do(market, client, task)
            else:
                self.outcomes["made up for"] += market.submit(client, task, "collected")
            yield MINUTE if self.rng.random() < GOES_ON else self.rng.uniform(2 * HOUR, 12 * HOUR)

    def _do(self, market: WorkerMarket, client: WorkerClient, task: WorkerTask) -> Life:
        """Do an assignment in the frame: all of it and submit, or some of it and leave."""
        with closing(market.enter(task)) as app:
            status, assignment = app.call("POST", "/assignments")
            if status != CREATED:
                self.outcomes[f"sent away ({assignment['reason']})"] += 1
                market.give_back(client, task)
                yield 10 * MINUTE
                return
            wanted = self._stops_after(len(assignment["tasks"]))
            for shown in assignment["tasks"][:wanted]:
                yield from self._answer(app, assignment, shown)
            if wanted < len(assignment["tasks"]):
                self._leave(market, client, task)
            else:
                yield from self._submit(
                    market, client, task, app.call("POST", f"/assignments/{assignment['assignment']}/finish")
                )

    def _leave(self, market: WorkerMarket, client: WorkerClient, task: WorkerTask) -> None:
        """Return the assignment, or vanish."""
        self.outcomes["left"] += 1
        if self.rng.random() < RETURNS:
            market.give_back(client, task)

    def _submit(
        self, market: WorkerMarket, client: WorkerClient, task: WorkerTask, answer: tuple[int, dict[str, Any]]
    ) -> Life:
        status, outcome = answer
        if status != OK:
            self.outcomes["late"] += 1
            return
        self.outcomes[outcome["outcome"]] += 1
        yield 2.0
        if not market.submit(client, task, outcome["completion_code"]):
            self.outcomes["lost"] += 1

    def _stops_after(self, tasks: int) -> int:
        return self.rng.randrange(1, tasks) if self.rng.random() < self.habits.leaves else tasks

    def _answer(self, app: Client, assignment: dict[str, Any], shown: dict[str, Any]) -> Life:
        seconds = max(1.0, self.rng.expovariate(1 / (self.seconds * self.habits.time)))
        self.seconds_worked += seconds
        yield seconds
        texts = shown["left"].get("text", ""), shown["right"].get("text", "")
        if self.rng.random() < self.habits.lapses:
            answer = self.rng.choice((-1, 1))
        else:
            answer = self.worker.answer(shown["topic"], *texts, assignment["answers"], self.rng)
        body = {"answer": answer, "seconds": seconds, "changes": 0, "key": f"{self.rng.getrandbits(64):x}"}
        self.pairs_answered += 1
        app.call("PUT", f"/assignments/{assignment['assignment']}/tasks/{shown['position']}", body)


def draw_people(
    number: int, shares: dict[Kind, float], truth: Truth, crowd: SimulatedCrowd, seed: int, seconds: float = SECONDS
) -> list[Person]:
    """So many people, of these kinds by their shares: the same in every rehearsal with the seed.

    *crowd* says how well they judge and how often they pass a challenge when they look; *seconds* is the time for a
    pair of those who are diligent.
    """
    kinds = _kinds(number, shares)
    worker = TextWorker(truth, crowd.model, challenge_accuracy=crowd.challenge_accuracy, ties=crowd.ties)
    Random(f"{seed}/people").shuffle(kinds)
    return [
        Person(f"A{place:05d}REHEARSAL", kind, worker, Random(f"{seed}/{place}"), HABITS[kind], seconds)
        for place, kind in enumerate(kinds, 1)
    ]


def _kinds(number: int, shares: dict[Kind, float]) -> list[Kind]:
    """Each kind as often as its share says; the rest are diligent."""
    kinds: list[Kind] = [kind for kind, share in shares.items() for _ in range(round(share * number))]
    rest: Sequence[Kind] = ["diligent"] * (number - len(kinds))
    return [*kinds, *rest]
