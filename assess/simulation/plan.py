"""Plans: estimate what a campaign will cost, and find what a budget buys."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from statistics import fmean

from assess.simulation.grading_plan import GradingPlan
from assess.simulation.power import Power
from assess.simulation.summary import Estimate, summarise
from assess.simulation.trial import Collection, PlanStage, Setup, Trial
from assess.tournament import FREE
from assess.tournament.candidates import thin_by_grade
from assess.tournament.parameters import Parameters

# Parameters tried for a budget: k, P - k, F - P, and votes (in all rounds, in the round robin).
DEPTHS = (3, 5, 10)
PER_ITEM_ABOVE = (1, 2, 4)
FEW_ABOVE = (1, 2, 4)
VOTES = ((1, None), (1, 3), (3, None))
# Tried for topk: its judgments as a share of those of two stages.
EFFORTS = (0.25, 0.35, 0.5, 0.65, 0.8, 1.0, 1.25, 1.5, 2.0)
# How many choices of each k are simulated with all seeds.
CLOSELY = 6

# Simulates setups with seeds, and returns the trials of each setup.
Run = Callable[[Sequence[Setup], Sequence[int]], list[list[Trial]]]


@dataclass(frozen=True)
class Pools:
    """Counts of graded items and of the candidates after thinning."""

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
    """The cost of a campaign, estimated by simulation.

    ``hits`` is the expected number of HITs, including discarded ones. Rewards,
    fees and cost are computed for this number. ``drawn`` is the mean number of
    topics with so many ties that a draw cuts the pool. ``grading`` comes before it,
    where grades are collected; its hours are not in the summary.
    """

    setup: Setup
    pools: Pools
    stages: tuple[PlanStage, ...]
    summary: Mapping[str, Estimate]
    hits: int
    trials: int
    drawn: float
    power: Power | None = None
    grading: GradingPlan | None = None

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
        return float(self.summary["hours"].mean)


def plan_of(collection: Collection, setup: Setup, trials: Sequence[Trial], power: Power | None = None) -> Plan:
    """Return the plan from simulated campaigns of one setup."""
    summary = summarise(trials)
    hits = int(summary["hits"].mean.quantize(Decimal(1), ROUND_HALF_UP))
    drawn = fmean(trial.drawn for trial in trials)
    pools = pools_of(collection, setup.parameters)
    return Plan(setup, pools, _mean_stages(trials), summary, hits, len(trials), drawn, power)


def _mean_stages(trials: Sequence[Trial]) -> tuple[PlanStage, ...]:
    """All stages that occur in a trial, each with its mean over all trials."""
    means = []
    for name in [stage.name for stage in max((trial.stages for trial in trials), key=len)]:
        stages = [stage for trial in trials for stage in trial.stages if stage.name == name]
        columns = zip(*((stage.topics, stage.items, stage.judgments) for stage in stages), strict=True)
        means.append(PlanStage(name, *(round(sum(column) / len(trials)) for column in columns)))
    return tuple(means)


@dataclass(frozen=True)
class Choice:
    """Parameters with their expected cost and quality."""

    setup: Setup
    summary: Mapping[str, Estimate]

    @property
    def parameters(self) -> Parameters:
        return self.setup.parameters


def variants(setup: Setup, fixed: Iterable[str] = ()) -> list[Setup]:
    """Return setups with other sensible parameters; *fixed* parameters do not change."""
    given, kept = setup.parameters, set(fixed)
    if setup.strategy in FREE:
        return _efforts(setup, kept)

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


def _efforts(setup: Setup, fixed: Container[str]) -> list[Setup]:
    """Setups of a strategy that chooses freely: P and F only say what two stages would take, so they follow k."""
    given = setup.parameters
    return [
        replace(setup, parameters=replace(given, k=k, per_item=k + 2, few=k + 4, effort=effort))
        for k in ([given.k] if "k" in fixed else DEPTHS)
        for effort in ([given.effort] if "effort" in fixed else EFFORTS)
    ]


def _votes(given: Parameters, fixed: Container[str]) -> list[tuple[int, int | None]]:
    """The pairs (votes, final votes) to try."""
    pairs = (
        (given.votes if "votes" in fixed else votes, given.final_votes if "final_votes" in fixed else final_votes)
        for votes, final_votes in VOTES
    )
    more = given.overlap_votes
    return list(
        dict.fromkeys((votes, final if final != votes else None) for votes, final in pairs if not more or votes < more)
    )


def least_cost(collection: Collection, setup: Setup) -> Decimal:
    """Return the cost of the first round of a two-stage tournament without discarded HITs: a lower bound."""
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
    """The choices that fit a budget; and for each k that does not fit, its lowest cost."""

    choices: tuple[Choice, ...]
    left_out: Mapping[int, Decimal]

    @property
    def parities(self) -> set[int]:
        """The remainders of P by two among the choices: rounds with an even P keep fewer items."""
        return {choice.parameters.per_item % 2 for choice in self.choices}


def search(
    collection: Collection, setups: Sequence[Setup], budget: Decimal, seeds: Sequence[int], run: Run
) -> BudgetChoices:
    """Return the *setups* that fit *budget* in nineteen of twenty cases, by k, with the best tau first.

    All setups that may fit are simulated once. The best of each k are simulated
    with all *seeds*. *run* returns the trials of each setup.
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
    """For each k, the setups that fit the budget in one simulation and had the best tau."""
    by_k: dict[int, list[tuple[float, Setup]]] = {}
    for setup, (trial,) in zip(setups, trials, strict=True):
        if trial.cost <= budget:
            by_k.setdefault(setup.parameters.k, []).append((-trial.tau, setup))
    return [setup for rated in by_k.values() for _, setup in sorted(rated, key=lambda pair: pair[0])[:CLOSELY]]
