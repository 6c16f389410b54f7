"""Both rules of screening in simulations."""

from dataclasses import replace
from random import Random

import pytest

from assess.pay import Pay
from assess.simulation.assessors import Constant, SimulatedCrowd
from assess.simulation.screening import ScreenedCrowd, draw_discarded, long_run
from assess.simulation.trial import Collection, Setup, simulate

CROWD = ScreenedCrowd("weighed", spammers=0.2)


def test_the_weighed_rule_excludes_fewer_careful_people_and_keeps_less_random_work() -> None:
    weighed, paper = long_run(CROWD), long_run(replace(CROWD, screening="paper"))
    assert weighed.careful_excluded < 0.02 < 0.3 < paper.careful_excluded
    assert weighed.careless_kept < 0.07 < paper.careless_kept
    assert weighed.passing > paper.passing


def test_without_coin_tossers_the_paper_keeps_what_its_formula_says() -> None:
    # Three challenges, each passed with 0.97.
    assert long_run(ScreenedCrowd("paper"), 20_000).passing == pytest.approx(0.97**3, abs=0.005)


def test_the_same_seed_draws_the_same_and_no_work_is_wasted_by_perfect_people() -> None:
    assert draw_discarded(100, CROWD, Random(1)) == draw_discarded(100, CROWD, Random(1)) > 0
    assert draw_discarded(100, ScreenedCrowd("weighed", accuracy=1.0), Random(1)) == 0


def test_a_campaign_costs_less_under_the_weighed_rule() -> None:
    grades = {f"t{topic}": {f"d{item}": 1.0 for item in range(20)} for topic in range(10)}
    setup = Setup(crowd=SimulatedCrowd(Constant(0.8), spammers=0.1), pay=Pay())
    trials = {
        rule: [simulate(Collection(grades), replace(setup, screening=rule), seed) for seed in range(5)]
        for rule in ("paper", "weighed")
    }
    discarded = {rule: sum(trial.discarded for trial in found) for rule, found in trials.items()}
    assert 0 < discarded["weighed"] < discarded["paper"]
    assert sum(trial.cost for trial in trials["weighed"]) < sum(trial.cost for trial in trials["paper"])
