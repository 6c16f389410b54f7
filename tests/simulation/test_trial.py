"""Simulated campaigns: their counts, and that a seed always gives the same trial."""

from decimal import Decimal
from pathlib import Path
from random import Random
from statistics import stdev

import pytest

from assess.errors import ParameterError
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.pay import Pay
from assess.simulation.assessors import BradleyTerry, Constant, SimulatedCrowd
from assess.simulation.summary import estimate, summarise
from assess.simulation.trial import Collection, PlanStage, Setup, number_of_trials, simulate, trial_seeds
from assess.tournament import STRATEGIES, Parameters

GRADES = {
    "large": {f"d{number:02}": 1 + number % 3 for number in range(60)},
    "small": {"a": 2, "b": 1, "c": 1, "z": 0},
    "lonely": {"x": 1},
}
RELIABLE = SimulatedCrowd(Constant(1.0), challenge_accuracy=1.0)


def test_reliable_assessors_find_the_truth_in_a_round_robin() -> None:
    trial = simulate(Collection(GRADES), Setup("round-robin", crowd=RELIABLE), seed=1)
    assert (trial.recall, trial.top_one, trial.tau) == (1, 1, 1)
    assert trial.judgments == 20 * 19 // 2 + 3
    assert (trial.rounds, trial.hits, trial.discarded, trial.cost) == (1, 20, 0, Decimal("48.00"))


def test_stages_count_topics_items_and_judgments_with_round_robins_last() -> None:
    trial = simulate(Collection(GRADES), Setup(crowd=RELIABLE), seed=1)
    assert trial.stages[0] == PlanStage("round 1", topics=1, items=20, judgments=70)
    assert (trial.stages[-1].name, trial.stages[-1].topics) == ("round robin", 2)
    assert sum(stage.judgments for stage in trial.stages) == trial.judgments


def test_the_rounds_of_other_strategies_are_told_by_number() -> None:
    trial = simulate(Collection(GRADES), Setup("heap"), seed=1)
    assert [stage.name for stage in trial.stages] == [f"round {number}" for number in range(1, 6)]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_seed_gives_the_same_trial_and_another_one_another(strategy: str) -> None:
    collection, setup = Collection(GRADES), Setup(strategy)
    assert simulate(collection, setup, 1) == simulate(Collection(GRADES), setup, 1)
    assert simulate(collection, setup, 1) != simulate(collection, setup, 2)


def test_two_seeds_share_no_trial_and_more_trials_begin_with_the_same_ones() -> None:
    assert not set(trial_seeds(0, 300)) & set(trial_seeds(1, 300))
    assert trial_seeds(3, 40)[:20] == trial_seeds(3, 20)


def test_a_large_collection_is_simulated_less_often() -> None:
    assert number_of_trials(Collection(GRADES), 5) == 300
    assert number_of_trials(Collection({"t": {f"d{number}": 1 for number in range(1000)}}), 5) == 160
    assert number_of_trials(Collection({"t": {f"d{number}": 1 for number in range(9000)}}), 5) == 60
    assert number_of_trials(Collection({"t": {"a": 1}}), 5) == 300


def test_better_assessors_give_better_results() -> None:
    collection = Collection({f"t{number}": GRADES["large"] for number in range(10)})
    taus = [simulate(collection, Setup(crowd=SimulatedCrowd(Constant(a))), 1).tau for a in (0.5, 0.7, 0.9)]
    assert taus == sorted(taus)
    assert taus[0] < 0.2 < taus[2]


def test_discarded_hits_are_paid_and_repeated() -> None:
    collection = Collection({f"t{number}": GRADES["large"] for number in range(20)})
    trial = simulate(collection, Setup(crowd=RELIABLE, pay=Pay(discarded=0.25)), 1)
    assert trial.discarded / trial.hits == pytest.approx(0.25, abs=0.05)
    assert trial.hits - trial.discarded == -(-trial.judgments // 10)
    assert trial.cost == trial.hits * Decimal("2.40")


def test_hours_of_work_count_challenges_and_discarded_hits() -> None:
    setup = Setup("round-robin", crowd=SimulatedCrowd(Constant(0.7)), pay=Pay(discarded=0.3, seconds=30))
    trial = simulate(Collection(GRADES), setup, 1)
    # 193 judgments: 20 HITs with 3 challenges each, the last one with 3 pairings.
    assert trial.discarded > 0
    assert trial.hours == pytest.approx((193 + 20 * 3 + trial.discarded * 13) * 30 / 3600)


def test_spammers_fail_challenges() -> None:
    collection = Collection({f"t{number}": GRADES["large"] for number in range(20)})
    trial = simulate(collection, Setup(crowd=SimulatedCrowd(Constant(0.8), spammers=0.4, challenge_accuracy=1.0)), 1)
    assert trial.discarded / trial.hits == pytest.approx(0.35, abs=0.06)


def test_others_fail_a_challenge_in_nearly_nine_of_a_hundred_hits() -> None:
    collection = Collection({f"t{number}": GRADES["large"] for number in range(60)})
    trial = simulate(collection, Setup(), 1)
    assert trial.discarded / trial.hits == pytest.approx(1 - 0.97**3, abs=0.03)


def test_a_crowd_that_hardly_passes_a_hit_is_refused() -> None:
    spammers = SimulatedCrowd(Constant(0.8), spammers=1.0, challenge_accuracy=1.0)
    with pytest.raises(ParameterError, match=r"found 0.10% of HITs passing their challenges, expected at least 1%"):
        simulate(Collection(GRADES), Setup(crowd=spammers, pay=Pay(challenges=10)), 1)


def test_recorded_judgments_decide_truth_and_answers() -> None:
    recorded = {"small": [("c", "b"), ("c", "a"), ("b", "a")] * 5}
    collection = Collection({"small": GRADES["small"]}, recorded=recorded)
    trial = simulate(collection, Setup(crowd=SimulatedCrowd(BradleyTerry(1.0))), 1)
    assert (trial.top_one, trial.tau) == (1, 1)


def test_systems_keep_their_order_under_reliable_assessors_and_lose_it_under_coins() -> None:
    docnos = list(GRADES["large"])
    best = [docno for docno in docnos if GRADES["large"][docno] == 3]
    rankings = {
        "even": {"large": best[::2]},
        "odd": {"large": best[1::2]},
        "reversed": {"large": docnos[::-1]},
        "nothing": {"small": ["z"]},
    }
    collection = Collection(GRADES, rankings)
    reliable = simulate(collection, Setup("round-robin", crowd=RELIABLE), 1).systems
    assert reliable == {"PGC": 1.0, "compatibility": 1.0}
    coins = [simulate(collection, Setup(crowd=SimulatedCrowd(Constant(0.5))), seed).systems["PGC"] for seed in range(5)]
    assert min(coins) < 1


def test_without_two_candidates_nothing_is_played() -> None:
    trial = simulate(Collection({"t": {"a": 1}}), Setup(), 1)
    assert (trial.judgments, trial.cost, trial.stages) == (0, 0, ())


def test_estimates_are_the_mean_and_values_near_the_ends() -> None:
    found = estimate([Decimal("2.40"), *range(1, 20)])
    assert (found.low, found.high, found.mean) == (1, 18, Decimal("9.62"))


def test_the_error_of_a_range_is_that_of_quantiles_of_normal_values() -> None:
    # Checked by brute force: the 5 % quantile of 300 standard normal values scatters by 2.113 / sqrt(300) = 0.122.
    rng = Random(1)
    samples = [estimate([rng.gauss() for _ in range(300)]) for _ in range(200)]
    assert stdev(float(sample.low) for sample in samples) == pytest.approx(0.122, abs=0.02)
    assert all(sample.error is not None and 0.1 < sample.error < 0.15 for sample in samples)
    assert estimate([1.0]).error is None


def test_the_summary_keeps_cents_exact() -> None:
    trials = [simulate(Collection(GRADES), Setup(), seed) for seed in range(3)]
    summary = summarise(trials)
    assert summary["cost"].mean * 3 == sum(trial.cost for trial in trials)
    assert list(summary)[:3] == ["judgments", "rounds", "hits"]


def test_cast_with_the_papers_parameters_takes_about_the_papers_judgments(shared_data: Path) -> None:
    collection = Collection(load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels))
    trials = [simulate(collection, Setup(parameters=Parameters(floor=False)), seed) for seed in range(3)]
    for trial in trials:
        assert trial.judgments == pytest.approx(14_573, rel=0.04)
        assert trial.cost == pytest.approx(Decimal("3879.60"), rel=Decimal("0.10"))
        assert trial.stages[0] == PlanStage("round 1", topics=93, items=2147, judgments=7540)
