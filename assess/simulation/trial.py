"""Simulate a campaign: play the tournaments of all topics with assessors of known accuracy."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from random import Random
from statistics import fmean

from assess.assignments.weighing import Screening
from assess.errors import ParameterError
from assess.model import Judgment
from assess.pay import Pay, hours_of_work
from assess.simulation.assessors import (
    SCALE,
    SPREAD,
    Assessor,
    BradleyTerry,
    Recording,
    SimulatedCrowd,
    Truth,
    draw_truth,
)
from assess.simulation.quality import recall, tau_of_tops, top_one
from assess.simulation.screening import ScreenedCrowd, draw_discarded, long_run
from assess.simulation.systems import Played, Rankings, Systems
from assess.tournament import FREE, Parameters, State, Tally, Tournament, play
from assess.tournament.candidates import thin_by_grade
from assess.tournament.pairings import Pair
from assess.tournament.preference_qrels import level_step

# Campaigns to simulate: enough for a range of nine in ten. A large collection needs more time for each of them, and its
# range is narrow: so many candidates are played in all, by at least the fewest trials.
TRIALS, FEWEST_TRIALS = 300, 60
CANDIDATES_PLAYED = 160_000
# If fewer HITs pass their challenges, a campaign would hardly ever end.
LEAST_PASSING = 0.01
ROUND_ROBIN = "round robin"
# Strategies that end with a round robin. In other strategies, a round of a small pool may be one by chance.
WITH_ROUND_ROBIN = {"two-stage", "two-stage-repeat", "round-robin"}


@dataclass(frozen=True)
class Collection:
    """The input of a simulation: grades, and optionally runs or the judgments of an earlier campaign."""

    grades: Mapping[str, Mapping[str, float]]
    rankings: Rankings = field(default_factory=dict)
    recorded: Mapping[str, Sequence[Pair]] = field(default_factory=dict)

    @cached_property
    def recordings(self) -> dict[str, Recording]:
        return {topic: Recording(edges) for topic, edges in self.recorded.items()}

    @cached_property
    def systems(self) -> Systems:
        return Systems(self.rankings)

    @cached_property
    def step(self) -> int:
        return level_step(self.grades.values())

    def candidates(self, k: int) -> dict[str, tuple[str, ...]]:
        """The candidates of each topic that has two or more."""
        thinned = {topic: tuple(thin_by_grade(grades, k)) for topic, grades in self.grades.items()}
        return {topic: pool for topic, pool in thinned.items() if len(pool) > 1}


@dataclass(frozen=True)
class Setup:
    """How a collection is judged: the tournament, the assessors and the pay."""

    strategy: str = "two-stage"
    parameters: Parameters = field(default_factory=Parameters)
    crowd: SimulatedCrowd = field(default_factory=lambda: SimulatedCrowd(BradleyTerry(SCALE)))
    pay: Pay = field(default_factory=Pay)
    spread: float = SPREAD
    screening: Screening = "paper"

    @property
    def passing(self) -> float:
        """The share of HITs that count: kept by the rule of screening, and not discarded for another reason."""
        if self.screening == "weighed":
            return (1 - self.pay.discarded) * long_run(self.screened).passing
        return (1 - self.pay.discarded) * self.crowd.passing(self.pay.challenges)

    @property
    def screened(self) -> ScreenedCrowd:
        """The crowd as it is screened: by challenges alone, as most pairs of a campaign are judged once."""
        return ScreenedCrowd(self.screening, self.pay.challenges, self.crowd.spammers, self.crowd.challenge_accuracy)

    def assessor(self, truth: Truth, rng: Random) -> Assessor:
        """A random assessor whose work counts."""
        if self.screening == "weighed":
            left = replace(self.crowd, spammers=long_run(self.screened).careless)
            return left.assessor(truth, 0, rng)
        return self.crowd.assessor(truth, self.pay.challenges, rng)


@dataclass(frozen=True, slots=True)
class PlanStage:
    """One round, summed over all topics that play it."""

    name: str
    topics: int
    items: int
    judgments: int


@dataclass(frozen=True)
class Trial:
    """The cost of one simulated campaign, and the mean quality of its result over topics.

    ``rounds`` is the largest number of rounds in a topic. ``hits`` counts all
    HITs paid for, including ``discarded`` ones. ``hours`` are hours of work: all
    pairs answered, challenges and discarded HITs included. ``systems`` is empty
    without runs. ``drawn`` is the number of topics with so many ties that a draw
    cut the pool. ``expected`` is the recall that the strategy itself expects, None
    if it expects none.
    """

    judgments: int
    rounds: int
    hits: int
    discarded: int
    hours: float
    cost: Decimal
    recall: float
    top_one: float
    tau: float
    systems: Mapping[str, float]
    stages: tuple[PlanStage, ...]
    drawn: int = 0
    expected: float | None = None


def number_of_trials(collection: Collection, k: int) -> int:
    """Return how many trials give a useful range in a few seconds."""
    candidates = sum(map(len, collection.candidates(k).values()))
    return max(FEWEST_TRIALS, min(TRIALS, CANDIDATES_PLAYED // max(candidates, 1)))


def trial_seeds(seed: int, trials: int) -> list[int]:
    """Return the seeds of so many trials; those of another *seed* are independent of them."""
    return [Random(f"{seed}/{trial}").getrandbits(63) for trial in range(trials)]


def simulate(collection: Collection, setup: Setup, seed: int) -> Trial:
    """Play the tournaments of all topics once; a *seed* gives the same trial, and the same truth in all setups."""
    k = setup.parameters.k
    matches = [
        Match(collection, setup, Tournament(topic, pool, setup.parameters, seed))
        for topic, pool in collection.candidates(k).items()
    ]
    judgments = sum(match.state.asked for match in matches)
    kept = setup.pay.hits(judgments)
    discarded = _draw_discarded(kept, setup, Random(f"{seed}/discarded"))
    # The last HIT may have fewer pairings, but no fewer challenges.
    pairs = judgments + kept * setup.pay.challenges + discarded * setup.pay.pairs
    played = [match.played for match in matches]
    return Trial(
        judgments=judgments,
        rounds=max((match.state.round_ for match in matches), default=0),
        hits=kept + discarded,
        discarded=discarded,
        hours=hours_of_work(pairs, setup.pay.seconds),
        cost=(kept + discarded) * setup.pay.price,
        recall=_mean([recall(topic.ranking, topic.truth.ranking, k) for topic in played]),
        top_one=_mean([top_one(topic.ranking, topic.truth.ranking) for topic in played]),
        tau=_mean([tau_of_tops(topic.ranking, topic.truth.ranking, k) for topic in played]),
        systems=collection.systems.taus(played, k, collection.step) if collection.rankings else {},
        stages=_stages(matches),
        drawn=sum(match.ends_with_round_robin and match.state.by_lot > 0 for match in matches),
        expected=_mean([match.state.expected_recall or 0.0 for match in matches]) if setup.strategy in FREE else None,
    )


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 1.0


def _draw_discarded(kept: int, setup: Setup, rng: Random) -> int:
    """Draw the number of HITs that fail a challenge until *kept* HITs have passed."""
    passing = setup.passing
    if passing < LEAST_PASSING:
        raise ParameterError(
            f"found {passing:.2%} of HITs passing their challenges, expected at least {LEAST_PASSING:.0%}"
        )
    if setup.screening == "weighed":
        screened = draw_discarded(kept, setup.screened, rng)
        return screened + _draw_failures(kept, 1 - setup.pay.discarded, rng)
    return _draw_failures(kept, passing, rng)


def _draw_failures(kept: int, passing: float, rng: Random) -> int:
    number = 0
    for _ in range(kept):
        while rng.random() >= passing:
            number += 1
    return number


class Match:
    """The tournament of one topic, played to the end; the truth has the tournament's seed unless it has its own."""

    def __init__(
        self, collection: Collection, setup: Setup, tournament: Tournament, truth_seed: int | None = None
    ) -> None:
        topic, grades = tournament.topic, collection.grades[tournament.topic]
        self._tournament, self._strategy = replace(tournament, hints={"grade_weight": grades}), setup.strategy
        truth, assessor = _meet(collection, setup, tournament, tournament.seed if truth_seed is None else truth_seed)
        self.rounds: dict[int, tuple[State, int]] = {}
        self._edges: list[Pair] = []
        self.state = self._play(assessor)
        self.ends_with_round_robin = setup.strategy in WITH_ROUND_ROBIN
        self.played = Played(topic, grades, truth, self._edges, self.state.ranking)

    def _play(self, assessor: Assessor) -> State:
        """Judge all needed pairings, and repeat until none is needed."""
        tally = Tally(self._tournament.topic, self._tournament.candidates)
        while not (state := play(self._tournament, tally, self._strategy)).done:
            first, asked = self.rounds.get(state.round_, (state, 0))
            self.rounds[state.round_] = first, asked + state.missing
            for request in state.needed:
                a, b = request.pairing.docno_a, request.pairing.docno_b
                for _ in range(request.missing):
                    preferred = assessor(a, b)
                    tally.add(Judgment(self._tournament.topic, a, b, preferred, request.round_))
                    if preferred is not None:
                        self._edges.append((a, b) if preferred == a else (b, a))
        return state


def _meet(collection: Collection, setup: Setup, tournament: Tournament, truth_seed: int) -> tuple[Truth, Assessor]:
    """The truth of a topic, and an assessor who judges by it."""
    topic, pool, seed = tournament.topic, tournament.candidates, tournament.seed
    grades = collection.grades[topic]
    truth_rng, answer_rng = Random(f"{truth_seed}/{topic}/truth"), Random(f"{seed}/{topic}/answers")
    recording = collection.recordings.get(topic)
    if recording is None:
        truth = draw_truth({docno: grades[docno] for docno in pool}, grades, truth_rng, setup.spread)
        return truth, setup.assessor(truth, answer_rng)
    truth = draw_truth(recording.strengths(pool), grades, truth_rng)
    return truth, recording.assessor(setup.assessor(truth, answer_rng), answer_rng)


def _stages(matches: Sequence[Match]) -> tuple[PlanStage, ...]:
    """The rounds by number; the round robins of all topics are the last stage."""
    numbers: defaultdict[tuple[bool, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for match in matches:
        for number, (state, judgments) in match.rounds.items():
            complete = match.ends_with_round_robin and number == match.state.round_
            stage = numbers[complete, 0 if complete else number]
            for column, more in enumerate((1, len(state.pool), judgments)):
                stage[column] += more
    return tuple(
        PlanStage(ROUND_ROBIN if complete else f"round {number}", *numbers[complete, number])
        for complete, number in sorted(numbers)
    )
