"""Interleaving with simulated users: no bias without information, the better run with it."""

from random import Random

import pytest
from scipy.stats import binomtest

from assess.interleaving import METHODS
from assess.interleaving.comparison import outcome
from assess.simulation.clicks import CLICKERS, Clicker, simulate_impressions

DOCNOS = [f"d{number:02}" for number in range(1, 21)]
RANKINGS = {
    "different": {"A": DOCNOS[:10], "B": DOCNOS[10:]},
    "reversed": {"A": DOCNOS[:10], "B": DOCNOS[9::-1]},
    "swapped": {"A": DOCNOS[:10], "B": [DOCNOS[1], DOCNOS[0], *DOCNOS[2:10]]},
    "unequal": {"A": DOCNOS[:3], "B": [*DOCNOS[1:3], *DOCNOS[12:20]]},
    "shifted": {"A": DOCNOS[:4], "B": [*DOCNOS[1:4], DOCNOS[0]]},
}
IMPRESSIONS = 4_000
# Four standard errors of a share of wins and losses
ERROR = 4 * 0.5 / IMPRESSIONS**0.5


@pytest.mark.parametrize("users", ["random", "impatient"])
@pytest.mark.parametrize("kind", RANKINGS)
@pytest.mark.parametrize("method", ["team-draft", "probabilistic"])
def test_users_who_click_at_random_prefer_neither_run(method: str, kind: str, users: str) -> None:
    seen = simulate_impressions(RANKINGS[kind], {}, method, CLICKERS[users], IMPRESSIONS, 10, Random(1))
    found = outcome(seen, "A", "B")
    assert found.share == pytest.approx(0.5, abs=ERROR)
    assert found.p > 0.001


@pytest.mark.parametrize("kind", ["different", "reversed", "swapped"])
def test_users_who_click_at_random_on_balanced_lists_prefer_neither_of_most_runs(kind: str) -> None:
    seen = simulate_impressions(RANKINGS[kind], {}, "balanced", CLICKERS["impatient"], IMPRESSIONS, 10, Random(1))
    assert outcome(seen, "A", "B").share == pytest.approx(0.5, abs=ERROR)


def test_users_who_click_at_random_on_balanced_lists_prefer_the_shifted_run() -> None:
    # By hand, one click at place i with chance 1 / 2 ** i: for A with 1/2 or 1/4, whoever goes first, so 0.375 of
    # 0.9375 impressions with a click: 0.4
    seen = simulate_impressions(RANKINGS["shifted"], {}, "balanced", CLICKERS["impatient"], 20_000, 10, Random(1))
    found = outcome(seen, "A", "B")
    assert found.share == pytest.approx(0.4, abs=0.015)
    assert found.p < 1e-6


@pytest.mark.parametrize("users", ["perfect", "navigational", "informational"])
@pytest.mark.parametrize("method", list(METHODS))
def test_users_who_click_on_relevant_items_prefer_the_better_run(method: str, users: str) -> None:
    # A has its relevant items at ranks 1 to 3, B at ranks 3, 6 and 9.
    better = [*DOCNOS[:3], *DOCNOS[3:10]]
    worse = [
        DOCNOS[10],
        DOCNOS[11],
        DOCNOS[0],
        DOCNOS[12],
        DOCNOS[13],
        DOCNOS[1],
        *DOCNOS[14:16],
        DOCNOS[2],
        DOCNOS[16],
    ]
    grades = dict.fromkeys(DOCNOS[:3], 1.0)
    seen = simulate_impressions({"A": worse, "B": better}, grades, method, CLICKERS[users], 1_000, 10, Random(2))
    found = outcome(seen, "A", "B")
    assert found.share is not None
    assert found.share < 0.4
    assert found.p < 0.001


def test_a_user_clicks_and_stops_as_often_as_told() -> None:
    clicker = Clicker((0.2, 0.8), (0.0, 1.0))
    rng = Random(4)
    clicked = [clicker.clicks([False, True, True], rng) for _ in range(2_000)]
    assert binomtest(sum(1 in each for each in clicked), 2_000, 0.2).pvalue > 0.001
    assert binomtest(sum(2 in each for each in clicked), 2_000, 0.8).pvalue > 0.001
    assert not any({2, 3} <= each for each in clicked)


def test_the_same_seed_gives_the_same_clicks() -> None:
    found = [
        simulate_impressions(RANKINGS["swapped"], {}, "probabilistic", CLICKERS["random"], 20, 5, Random(7))
        for _ in range(2)
    ]
    assert found[0] == found[1]
