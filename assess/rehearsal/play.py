"""A rehearsal from the first HIT to the last payment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from assess.recruit.crowd import NotNow
from assess.recruit.sync import sync
from assess.rehearsal.cast import Cast, clock_in, database_in
from assess.rehearsal.killing import Killer, killing
from assess.rehearsal.people import Person
from assess.rehearsal.stage import Life
from assess.rehearsal.worker_market import WorkerMarket, retry
from assess.settings import Settings

PASS_EVERY = 300.0  # seconds of the stage's time between two passes of assess sync
PASS_IN_PEACE = 900.0  # the same when everything is judged, and only the end of the HITs is waited for
ARRIVALS = 300.0  # seconds between two people's first look, on average
LONGEST = timedelta(days=60)

Watch = Callable[[datetime], None]


@dataclass(frozen=True)
class Passes:
    """How a pass of assess sync is made; what was killed how often, and whether that is enough."""

    make: Callable[[], None]
    kills: dict[str, int] = field(default_factory=dict)
    enough: Callable[[], bool] = lambda: True


@dataclass
class Play:
    """The state of a rehearsal: who still looks for work, and whether everything is judged and paid."""

    cast: Cast
    present: set[str] = field(default_factory=set)
    finished: bool = False

    def invite(self) -> None:
        """Let people come one after the other."""
        rng, after = Random(f"{self.cast.script.seed}/arrivals"), 0.0
        market = WorkerMarket(self.cast.marketplace.url, self.cast.stage.meet)
        for person in self.cast.people:
            after += rng.expovariate(1 / ARRIVALS)
            self.present.add(person.identity)
            self.cast.stage.add(self._stay(person, market), after)

    def sync(self, passes: Passes) -> Life:
        """Pass after pass, as assess sync does, until everything is judged, paid and collected, or nobody is left."""
        while not (self.cast.is_over() and passes.enough()) or self._somebody_will_collect():
            judged = self.cast.is_judged()
            if not self.present and not judged:
                return
            retry(self.cast.stage.meet)
            passes.make()
            yield PASS_IN_PEACE if judged else PASS_EVERY
        self.finished = True

    def _somebody_will_collect(self) -> bool:
        """Whether a HIT that makes up for lost work waits for somebody who still looks for work."""
        return not self.present.isdisjoint(self.cast.creditors())

    def _stay(self, person: Person, market: WorkerMarket) -> Life:
        yield from person.life(market)
        self.present.remove(person.identity)


def play(cast: Cast, watch: Watch) -> tuple[bool, dict[str, int]]:
    """Let everybody act until all is judged and paid; return whether it came to that, and how often what was killed."""
    going = Play(cast)
    with _passes(cast) as passes:
        cast.stage.add(going.sync(passes))
        going.invite()
        for now in cast.stage.play(cast.began + LONGEST):
            watch(now)
            if going.finished:
                break
    return going.finished, dict(passes.kills)


@contextmanager
def _passes(cast: Cast) -> Iterator[Passes]:
    script = cast.script
    if not script.kills:
        yield Passes(lambda: _pass_in_process(cast))
        return
    settings = Settings(database_in(cast.folder), clock=str(clock_in(cast.folder)))

    def make(killer: Killer) -> None:
        if killer.wants_a_pass():
            killer.kill_a_pass(script.name, settings, cast.folder / "sync.log")
        else:
            _pass_in_process(cast)

    with killing({"marketplace": cast.marketplace, "server": cast.app}, script.kills, script.seed) as killer:
        yield Passes(lambda: make(killer), killer.kills, lambda: killer.done)


def _pass_in_process(cast: Cast) -> None:
    try:
        sync(cast.recruiter(), everywhere=False)
    except NotNow:
        return  # the marketplace does not answer: the next pass continues
