"""Kill the marketplace, the judging app and assess sync on purpose, at any moment, as a power cut would."""

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from signal import SIGKILL
from threading import Event

from assess.rehearsal.processes import Server, start_process
from assess.rehearsal.programs import run_sync
from assess.settings import Settings

PACE = (0.1, 0.8)  # seconds of real time between a victim's return and the next victim
A_PASS = 1.0  # seconds after which a pass that is to be killed is dead at the latest
SYNC = "sync"


@dataclass
class Killer:
    """Kills servers, which restart at once, and passes of assess sync, which the next pass continues.

    Every third victim is a pass.
    """

    servers: Mapping[str, Server]
    most: int
    rng: Random
    kills: Counter[str] = field(default_factory=Counter)
    _stopping: Event = field(default_factory=Event)

    @property
    def done(self) -> bool:
        return self.kills.total() >= self.most

    def run(self) -> None:
        """Kill servers until it is enough, or until stopped."""
        rng = Random(self.rng.random())
        for _ in range(self.most - self.most // 3):
            if self._stopping.wait(rng.uniform(*PACE)):
                return
            victim = rng.choice(list(self.servers))
            self.servers[victim].kill()
            self.servers[victim].start()
            self.kills[victim] += 1

    def stop(self) -> None:
        self._stopping.set()

    def wants_a_pass(self) -> bool:
        return self.kills[SYNC] < self.most // 3 and self.rng.random() < 0.5

    def kill_a_pass(self, name: str, settings: Settings, log: Path) -> None:
        """Run a pass as a process, and kill it unless it has ended by then."""
        process = start_process(run_sync, name, settings, log=log)
        process.join(self.rng.uniform(0, A_PASS))
        process.kill()
        process.join()
        self.kills[SYNC] += process.exitcode == -SIGKILL


@contextmanager
def killing(servers: Mapping[str, Server], most: int, seed: int) -> Iterator[Killer]:
    """Run a killer while the block runs."""
    killer = Killer(servers, most, Random(f"{seed}/kills"))
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(killer.run)
        try:
            yield killer
        finally:
            killer.stop()
        running.result()
