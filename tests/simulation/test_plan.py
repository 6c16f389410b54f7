"""Plans, and what a budget buys."""

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.pay import NO_FEES, Pay
from assess.simulation.plan import Pools, least_cost, plan_of, pools_of, search, variants
from assess.simulation.trial import Collection, Setup, Trial, simulate
from assess.tournament import Parameters

GRADES = {f"t{topic}": {f"d{number:02}": 1 + number % 2 for number in range(20 + topic)} for topic in range(6)}
COLLECTION = Collection({**GRADES, "lonely": {"x": 1, "y": 0}})


def run(setups: Sequence[Setup], seeds: Sequence[int]) -> list[list[Trial]]:
    return [[simulate(COLLECTION, setup, seed) for seed in seeds] for setup in setups]


def numbers(setup: Setup) -> tuple[int, int, int, int, int | None]:
    p = setup.parameters
    return p.k, p.few, p.per_item, p.votes, p.final_votes


def test_pools_are_counted_after_thinning() -> None:
    assert pools_of(COLLECTION, Parameters()) == Pools(
        topics=7, graded=137, candidates=67, largest=12, largest_topic="t4", above_few=6, alone=1
    )


def test_a_plan_computes_rewards_and_fees_of_whole_hits() -> None:
    setup = Setup()
    [trials] = run([setup], range(5))
    plan = plan_of(COLLECTION, setup, trials)
    assert plan.hits == round(sum(trial.hits for trial in trials) / 5)
    assert (plan.rewards, plan.fees) == (plan.hits * Decimal("2.00"), plan.hits * Decimal("0.40"))
    assert plan.cost == plan.rewards + plan.fees
    assert plan.hours == pytest.approx(sum(trial.hours for trial in trials) / 5)


def test_the_stages_of_a_plan_are_means_over_all_trials() -> None:
    [trials] = run([Setup()], range(8))
    stages = plan_of(COLLECTION, Setup(), trials).stages
    assert [stage.name for stage in stages][0 :: len(stages) - 1] == ["round 1", "round robin"]
    judgments = sum(trial.judgments for trial in trials) / len(trials)
    assert sum(stage.judgments for stage in stages) == pytest.approx(judgments, abs=len(stages))


def test_a_plan_counts_the_judgments_of_the_overlap() -> None:
    usual, overlapping = Setup(), Setup(parameters=Parameters(overlap=0.5, overlap_votes=3))
    one, more = (plan_of(COLLECTION, setup, *run([setup], range(5))) for setup in (usual, overlapping))
    ratio = more.summary["judgments"].mean / one.summary["judgments"].mean
    assert float(ratio) == pytest.approx(2, abs=0.2)
    assert more.cost > one.cost
    assert {votes for *_, votes, _ in map(numbers, variants(overlapping))} == {1}


def test_variants_try_other_numbers_in_order_and_keep_what_is_fixed() -> None:
    found = variants(Setup())
    assert (5, 9, 7, 1, None) in map(numbers, found)
    assert all(k < per_item < few for k, few, per_item, _, _ in map(numbers, found))
    assert {k for k, *_ in map(numbers, found)} == {3, 5, 10}
    fixed = variants(Setup(parameters=Parameters(k=4, votes=2)), {"k", "votes"})
    assert {(k, votes) for k, _, _, votes, _ in map(numbers, fixed)} == {(4, 2)}
    assert len(set(map(numbers, fixed))) == len(fixed)


def test_numbers_that_cannot_be_in_order_have_no_variants() -> None:
    assert variants(Setup(parameters=Parameters(k=9, few=9, per_item=9)), {"k", "few"}) == []


def test_the_least_cost_is_that_of_the_first_round() -> None:
    pay = Pay(reward=Decimal("1.00"), fees=NO_FEES, pairings=1, challenges=0)
    collection = Collection({"large": GRADES["t0"], "small": {"a": 1, "b": 1, "c": 1}})
    assert least_cost(collection, Setup(pay=pay)) == 10 * 7 // 2 + 3
    assert least_cost(collection, Setup(parameters=Parameters(votes=2, final_votes=3), pay=pay)) == 2 * 35 + 3 * 3
    assert least_cost(collection, Setup("heap", pay=pay)) == 0


def test_the_offer_fits_the_budget_with_the_best_order_first() -> None:
    budget = Decimal("150.00")
    offer = search(COLLECTION, variants(Setup(), {"k"}), budget, range(4), run)
    assert 1 < len(offer.choices) <= 6
    assert all(choice.summary["cost"].high <= budget for choice in offer.choices)
    taus = [choice.summary["tau"].mean for choice in offer.choices]
    assert taus == sorted(taus, reverse=True)
    assert offer.left_out == {}


def test_more_money_buys_a_better_order() -> None:
    little, much = (
        search(COLLECTION, variants(Setup(), {"k"}), Decimal(budget), range(4), run).choices[0] for budget in (100, 400)
    )
    assert much.summary["tau"].mean > little.summary["tau"].mean


def test_a_k_that_does_not_fit_is_listed_with_its_lowest_cost() -> None:
    offer = search(COLLECTION, variants(Setup()), Decimal("10.00"), range(2), run)
    assert offer.choices == ()
    assert list(offer.left_out) == [3, 5, 10]
    assert min(offer.left_out.values()) > 10


def test_a_plan_of_cast_lands_near_the_bill_of_the_paper(shared_data: Path) -> None:
    collection = Collection(load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels))
    setup = Setup(parameters=Parameters(floor=False))
    plan = plan_of(collection, setup, [simulate(collection, setup, seed) for seed in range(5)])
    assert (plan.pools.candidates, plan.pools.largest, plan.pools.above_few, plan.pools.alone) == (2673, 112, 93, 2)
    # There are 14,573 released judgments; 294 of them are more than the rules need.
    assert plan.summary["judgments"].mean == pytest.approx(14_573 - 294, rel=Decimal("0.02"))
    # The bill of $3,879.60 is for 15,349 judgments, pilots included.
    assert Decimal("3500.00") < plan.cost < Decimal("3879.60")
