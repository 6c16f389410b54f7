"""Plans and choices as text for people, and as JSON."""

import json
from dataclasses import asdict, replace
from decimal import Decimal

from scipy.special import bdtrc

from assess.cli.output.estimates import summary_record
from assess.cli.output.rules import rules_as_text
from assess.cli.output.table import format_table
from assess.pay import Pay, fair_reward, format_money
from assess.simulation.grading_plan import GradingPlan
from assess.simulation.plan import BudgetChoices, Choice, Plan, Pools
from assess.simulation.power import Power
from assess.simulation.screening import long_run
from assess.simulation.summary import Estimate
from assess.simulation.trial import Setup
from assess.tournament import FREE, Parameters
from assess.tournament.strategies.two_stage import MOST_FINAL

NOT_COUNTED = "pilots, pairings judged more often than asked for, bonuses"


def plan_as_text(plan: Plan, assessors: str, wage: Decimal) -> str:
    """The plan in four parts: what there is, stage by stage, what it takes, what to know."""
    parts = [_facts(plan), _stages(plan), _figures(plan), _notes(plan, assessors, wage)]
    return "\n".join(parts)


def _facts(plan: Plan) -> str:
    pools, pay = plan.pools, plan.setup.pay
    hit = f"{pay.pairings} pairings and {pay.challenges} challenges"
    facts = {
        "topics": f"{pools.topics:,}, with {pools.graded:,} items graded",
        "candidates": _candidates(pools, plan.setup.parameters),
        "tournament": f"{plan.setup.strategy}, {rules_as_text(plan.setup.strategy, plan.setup.parameters)}",
        "HIT": f"{hit}: {format_money(pay.reward)} + {format_money(pay.fee)} fee; "
        f"{1 - plan.setup.passing:.1%} discarded",
    }
    if plan.grading is not None:
        facts["grading"] = grading_as_text(plan.grading)
    if plan.setup.screening == "weighed":
        facts["screening"] = _screening(plan.setup)
    return "".join(f"{name:<11} {value}\n" for name, value in facts.items())


def grading_as_text(grading: GradingPlan) -> str:
    """How many gradings, and how long they take."""
    people = "1 grader" if grading.graders == 1 else f"{grading.graders} graders each"
    return (
        f"{grading.gradings:,} gradings: {grading.items:,} items by {people}; {grading.hours:,.1f} hours more, "
        f"at {grading.seconds:g} seconds a grade"
    )


def grading_record(grading: GradingPlan | None) -> dict[str, float] | None:
    """The same for JSON."""
    if grading is None:
        return None
    numbers = {"items": grading.items, "graders": grading.graders, "gradings": grading.gradings}
    return numbers | {"hours": round(grading.hours, 2)}


def _screening(setup: Setup) -> str:
    """What the weighed rule does beside the paper's, in the long run."""
    weighed, paper = (long_run(replace(setup.screened, screening=rule)) for rule in ("weighed", "paper"))
    careless = f", random work kept {weighed.careless_kept:.1%} ({paper.careless_kept:.1%})"
    return (
        f"weighed (in brackets: paper): careful people excluded {weighed.careful_excluded:.1%} "
        f"({paper.careful_excluded:.1%}){careless if setup.crowd.spammers else ''}"
    )


def _candidates(pools: Pools, parameters: Parameters) -> str:
    largest = f"largest pool {pools.largest} ({pools.largest_topic})"
    alone = f"; {pools.alone} topics with nobody to compare" if pools.alone else ""
    return f"{pools.candidates:,}; {largest}; {pools.above_few} pools above F = {parameters.few}{alone}"


def _stages(plan: Plan) -> str:
    rows = [[stage.name, f"{stage.topics:,}", f"{stage.items:,}", f"{stage.judgments:,}"] for stage in plan.stages]
    return format_table(["stage", "topics", "items", "judgments"], rows)


def _figures(plan: Plan) -> str:
    """What is expected, the range of nine in ten simulated campaigns, and how well its ends are known."""
    summary = plan.summary
    rows = [
        ["judgments", *_counts(summary["judgments"])],
        ["HITs", f"{plan.hits:,}", *_counts(summary["hits"])[1:]],
        ["  discarded", *_counts(summary["discarded"])],
        ["hours of work", *_hours(summary["hours"])],
        ["rewards", format_money(plan.rewards), "", "", ""],
        ["fees", format_money(plan.fees), "", "", ""],
        ["cost", format_money(plan.cost), *_amounts(summary["cost"])],
    ]
    if "expected" in summary:
        rows.append([f"recall@{plan.setup.parameters.k}", *_shares(summary["recall"])])
        rows.append(["  as topk says", *_shares(summary["expected"])])
    return format_table(["", "expected", "5 %", "95 %", "±"], rows)


def _counts(estimate: Estimate) -> list[str]:
    margin = "" if estimate.error is None else f"{2 * estimate.error:,.0f}"
    return [*(f"{number:,.0f}" for number in _three(estimate)), margin]


def _shares(estimate: Estimate) -> list[str]:
    margin = "" if estimate.error is None else f"{2 * estimate.error:.3f}"
    return [*(f"{share:.3f}" for share in _three(estimate)), margin]


def _hours(estimate: Estimate) -> list[str]:
    margin = "" if estimate.error is None else f"{2 * estimate.error:,.1f}"
    return [*(f"{hours:,.1f}" for hours in _three(estimate)), margin]


def _amounts(estimate: Estimate) -> list[str]:
    """The range in dollars, and the margin of its ends: twice their standard error."""
    margin = "" if estimate.error is None else format_money(2 * estimate.error)
    return [format_money(estimate.low), format_money(estimate.high), margin]


def _notes(plan: Plan, assessors: str, wage: Decimal) -> str:
    quality = ", ".join(
        f"{name} {plan.summary[quantity].mean:.3f}"
        for quantity, name in _quality_names(plan.setup.parameters.k).items()
    )
    return (
        f"{plan.trials} campaigns simulated; each end of a range is known to within ± in 19 of 20 plans\n"
        f"{_wage(plan.setup.pay, plan.hits, wage)}\n"
        f"{_ties(plan)}"
        f"quality if assessors are {assessors}: {quality}\n"
        f"{_power(plan.power)}"
        f"not counted: {NOT_COUNTED}\n"
    )


def _power(power: Power | None) -> str:
    """Say which difference between systems will be found, and what this rests on."""
    if power is None:
        return ""
    if power.topics < 2:
        return f"power: not defined because a t-test needs 2 topics with pairings, found {power.topics}\n"
    return (
        f"power: {power.topics} topics detect a difference of {power.detectable:.3f} in mean PGC between two systems "
        f"(4 in 5 times, paired t-test, 0.05);\n"
        f"       it varies over topics by {power.deviation:.3f}: {power.between:.3f} {power.source}, "
        f"{power.noise:.3f} by noise of judging\n"
    )


def _ties(plan: Plan) -> str:
    """Say that ties may keep too many items in play, if they did."""
    if not plan.drawn:
        return ""
    few = plan.setup.parameters.few
    return (
        f"ties: in {plan.drawn:.1f} topics, rounds of ties leave more than {MOST_FINAL * few} items; "
        f"{few} of them, by wins and then by lot, play the round robin\n"
    )


def _quality_names(k: int) -> dict[str, str]:
    return {"recall": f"recall@{k}", "top_one": "top-1", "tau": "Kendall's tau"}


def _wage(pay: Pay, hits: int, wage: Decimal) -> str:
    """What an hour pays, and what to pay where that is less than wanted."""
    work = f"{pay.pairs} pairs of {pay.seconds:g} seconds for {format_money(pay.reward)}"
    if pay.wage >= wage:
        return f"wage: {work} are {format_money(pay.wage)} an hour"
    reward = fair_reward(wage, pay.pairs, pay.seconds)
    cost = hits * (reward + pay.fees.of_reward(reward, masters=pay.masters))
    return (
        f"wage: {work} are {format_money(pay.wage)} an hour, below {format_money(wage)}: "
        f"pay {format_money(reward)}, {format_money(cost)} in all"
    )


def _three(estimate: Estimate) -> list[Decimal]:
    return [estimate.mean, estimate.low, estimate.high]


def plan_as_json(plan: Plan, assessors: str) -> str:
    pay = plan.setup.pay
    record = {
        "strategy": plan.setup.strategy,
        "screening": plan.setup.screening,
        "parameters": asdict(plan.setup.parameters),
        "assessors": assessors,
        "pools": asdict(plan.pools),
        "trials": plan.trials,
        "topics_cut_by_lot": plan.drawn,
        "stages": [asdict(stage) for stage in plan.stages],
        "hits": plan.hits,
        "hours": round(plan.hours, 2),
        "wage": str(pay.wage),
        "rewards": str(plan.rewards),
        "fees": str(plan.fees),
        "cost": str(plan.cost),
        "summary": summary_record(plan.summary),
        "power": _power_record(plan.power),
        "grading": grading_record(plan.grading),
    }
    return json.dumps(record, indent=1) + "\n"


def _power_record(power: Power | None) -> dict[str, float | str | None] | None:
    if power is None:
        return None
    detectable = round(power.detectable, 6) if power.topics > 1 else None
    return {
        "topics": power.topics,
        "detectable": detectable,
        "between": round(power.between, 6),
        "noise": round(power.noise, 6),
        "source": power.source,
    }


def offer_as_text(offer: BudgetChoices, assessors: str, budget: Decimal) -> str:
    """A table of what fits: by k, the best order first; and what the others cost at least."""
    free = any(choice.setup.strategy in FREE for choice in offer.choices)
    played = ["k", "effort"] if free else ["k", "F", "P", "votes", "final"]
    headings = [*played, "judgments", "HITs", "cost", "95 %", "recall@k", "top-1", "tau"]
    table = format_table(headings, [_row(choice) for choice in offer.choices], left=0)
    left_out = (f"k = {k} does not fit{_at_least(least)}\n" for k, least in offer.left_out.items())
    notes = (
        f"within {format_money(budget)} in 19 of 20 campaigns; quality if assessors are {assessors}, "
        f"to be compared for the same k only\n{_parity(offer)}not counted: {NOT_COUNTED}\n"
    )
    return (f"{table}\n{notes}" if offer.choices else "") + "".join(left_out)


def _at_least(least: Decimal) -> str:
    return f"; its first round alone is {format_money(least)} or more" if least else ""


def _parity(offer: BudgetChoices) -> str:
    """Say that even and odd P cut differently, where both are in the table."""
    if len(offer.parities) < 2 or any(choice.setup.strategy in FREE for choice in offer.choices):
        return ""
    chances = {choice.parameters.per_item: _survives(choice.parameters.per_item) for choice in offer.choices}
    told = ", ".join(f"{chance:.2f} for P = {per_item}" for per_item, chance in sorted(chances.items()))
    return f"even P cuts harder, for more than half of P must be won: an average item survives a round with {told}\n"


def _survives(per_item: int) -> float:
    """The probability to win more than P // 2 of P pairings by tossing coins."""
    return float(bdtrc(per_item // 2, per_item, 0.5))


def _row(choice: Choice) -> list[str]:
    p, summary = choice.parameters, choice.summary
    counts = [f"{summary[name].mean:,.0f}" for name in ("judgments", "hits")]
    costs = [format_money(summary["cost"].mean), format_money(summary["cost"].high)]
    quality = [f"{summary[name].mean:.3f}" for name in ("recall", "top_one", "tau")]
    votes = [str(p.votes), str(p.final_votes or p.votes)]
    played = [f"{p.effort:.0%}"] if p.effort else [str(p.few), str(p.per_item), *votes]
    return [str(p.k), *played, *counts, *costs, *quality]


def offer_as_json(offer: BudgetChoices) -> str:
    record = {
        "choices": [
            {**asdict(choice.parameters), "summary": summary_record(choice.summary)} for choice in offer.choices
        ],
        "left_out": {k: str(least) for k, least in offer.left_out.items()},
    }
    return json.dumps(record, indent=1) + "\n"
