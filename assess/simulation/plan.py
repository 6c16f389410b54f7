"""Plans: what a campaign will take before it starts, and what a budget buys."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from assess.simulation.summary import Estimate, summarise
from assess.simulation.trial import Collection, PlanStage, Setup, Trial
from assess.tournament.parameters import Parameters
from assess.tournament.thinning import thin_by_grade

# What is tried for a budget: numbers of best items, then P above k, F above P, and votes (all rounds, round robin).
DEPTHS = (3, 5, 10)
PER_ITEM_ABOVE = (1, 2, 4)
FEW_ABOVE = (1, 2, 4)
VOTES = ((1, None), (1, 3), (3, None))
# Choices of each depth that are looked at closely.
CLOSELY = 6

# Simulates setups with seeds, and gives the trials of each setup.
Run = Callable[[Sequence[Setup], Sequence[int]], list[list[Trial]]]


@dataclass(frozen=True)
class Pools:
    """What thinning leaves of the graded items."""

    topics: int
    graded: int
    candidates: int
    largest: int
    largest_topic: str
    above_few: int
    alone: int


def pools_of(collection: Collection, parameters: Parameters) -> Pools:
    """Count the candidates of every topic."""
    sizes = {topic: len(thin_by_grade(grades, parameters.k)) for topic, grades in collection.grades.items()}
    largest = max(sizes, key=lambda topic: sizes[topic])
    return Pools(
        topics=len(sizes),
        graded=sum(map(len, collection.grades.values())),
        candidates=sum(sizes.values()),
        largest=sizes[largest],
        largest_topic=largest,
        above_few=sum(size > parameters.few for size in sizes.values()),
        alone=sum(size < 2 for size in sizes.values()),
    )


@dataclass(frozen=True)
class Plan:
    """What a campaign will take, by simulation.

    ``hits`` is the expected number of HITs, discarded ones included; rewards,
    fees and cost are those of exactly so many.
    """

    setup: Setup
    pools: Pools
    stages: tuple[PlanStage, ...]
    summary: Mapping[str, Estimate]
    hits: int

    @property
    def rewards(self) -> Decimal:
        return self.hits * self.setup.pay.reward

    @property
    def fees(self) -> Decimal:
        return self.hits * self.setup.pay.fee

    @property
    def cost(self) -> Decimal:
        return self.rewards + self.fees

    @property
    def hours(self) -> float:
        return self.setup.pay.hours(self.hits)


def plan_of(collection: Collection, setup: Setup, trials: Sequence[Trial]) -> Plan:
    """Return the plan that follows from simulated campaigns of one setup."""
    summary = summarise(trials)
    hits = int(summary["hits"].mean.quantize(Decimal(1), ROUND_HALF_UP))
    return Plan(setup, pools_of(collection, setup.parameters), _mean_stages(trials), summary, hits)


def _mean_stages(trials: Sequence[Trial]) -> tuple[PlanStage, ...]:
    """The stages of any trial, each with its mean over all trials."""
    means = []
    for name in [stage.name for stage in max((trial.stages for trial in trials), key=len)]:
        stages = [stage for trial in trials for stage in trial.stages if stage.name == name]
        columns = zip(*((stage.topics, stage.items, stage.judgments) for stage in stages), strict=True)
        means.append(PlanStage(name, *(round(sum(column) / len(trials)) for column in columns)))
    return tuple(means)


@dataclass(frozen=True)
class Choice:
    """Parameters, and what they are expected to cost and to give."""

    setup: Setup
    summary: Mapping[str, Estimate]

    @property
    def parameters(self) -> Parameters:
        return self.setup.parameters


def variants(setup: Setup, fixed: Iterable[str] = ()) -> list[Setup]:
    """Return setups with other sensible parameters; those that are *fixed* stay as they are."""
    given, kept = setup.parameters, set(fixed)

    def tried(name: str, values: Iterable[int]) -> Iterable[int]:
        return [getattr(given, name)] if name in kept else values

    return [
        replace(setup, parameters=replace(given, k=k, per_item=per_item, few=few, votes=votes, final_votes=final_votes))
        for k in tried("k", DEPTHS)
        for per_item in tried("per_item", (k + more for more in PER_ITEM_ABOVE))
        for few in tried("few", (per_item + more for more in FEW_ABOVE))
        for votes, final_votes in _votes(given, kept)
        if k < per_item < few
    ]


def _votes(given: Parameters, fixed: Container[str]) -> list[tuple[int, int | None]]:
    """Votes of all rounds and of the round robin that are tried."""
    pairs = (
        (given.votes if "votes" in fixed else votes, given.final_votes if "final_votes" in fixed else final_votes)
        for votes, final_votes in VOTES
    )
    return list(dict.fromkeys((votes, final if final != votes else None) for votes, final in pairs))


def least_cost(collection: Collection, setup: Setup) -> Decimal:
    """Return what the first round of a two-stage tournament costs without a discarded HIT: no simulation is cheaper."""
    if not setup.strategy.startswith("two-stage"):
        return Decimal(0)
    parameters, judgments = setup.parameters, 0
    for pool in collection.candidates(parameters.k).values():
        if len(pool) > parameters.few:
            judgments += len(pool) * parameters.per_item // 2 * parameters.votes
        else:
            judgments += len(pool) * (len(pool) - 1) // 2 * (parameters.final_votes or parameters.votes)
    return setup.pay.hits(judgments) * setup.pay.price


@dataclass(frozen=True)
class BudgetChoices:
    """What fits a budget; and for each k that does not, the least it costs."""

    choices: tuple[Choice, ...]
    left_out: Mapping[int, Decimal]


def search(
    collection: Collection, setups: Sequence[Setup], budget: Decimal, seeds: Sequence[int], run: Run
) -> BudgetChoices:
    """Return which of the *setups* fit *budget* in nineteen of twenty cases: by k, the best order first.

    All that may fit are simulated once, and the best of each k with all
    *seeds*; *run* gives the trials of each setup.
    """
    least = {setup.parameters: least_cost(collection, setup) for setup in setups}
    affordable = [setup for setup in setups if least[setup.parameters] <= budget]
    best = _promising(budget, affordable, run(affordable, seeds[:1]))
    found = [Choice(setup, summarise(trials)) for setup, trials in zip(best, run(best, seeds), strict=True)]
    fitting = [choice for choice in found if choice.summary["cost"].high <= budget]
    fitting.sort(key=lambda choice: (choice.parameters.k, -choice.summary["tau"].mean))
    without = {parameters.k for parameters in least} - {choice.parameters.k for choice in fitting}
    left_out = {k: min(cost for parameters, cost in least.items() if parameters.k == k) for k in sorted(without)}
    return BudgetChoices(tuple(fitting), left_out)


def _promising(budget: Decimal, setups: Sequence[Setup], trials: Sequence[Sequence[Trial]]) -> list[Setup]:
    """Of each k the setups that fit the budget once, and gave the best order."""
    by_k: dict[int, list[tuple[float, Setup]]] = {}
    for setup, (trial,) in zip(setups, trials, strict=True):
        if trial.cost <= budget:
            by_k.setdefault(setup.parameters.k, []).append((-trial.tau, setup))
    return [setup for rated in by_k.values() for _, setup in sorted(rated, key=lambda pair: pair[0])[:CLOSELY]]
