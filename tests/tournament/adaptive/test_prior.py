from math import exp
from random import Random

import pytest

from assess.model import Judgment
from assess.tournament import Parameters, Tally, Tournament, play
from assess.tournament.adaptive.evidence import evidence_of
from assess.tournament.adaptive.membership import top_k
from assess.tournament.adaptive.prior import Prior, fit_prior
from assess.tournament.pairings import random_pairings
from tests.tournament.players import pool_of

POOL = pool_of(12)


def found(weight: float, spread: float, topics: int = 60) -> Prior:
    """The prior fitted to topics whose items are stronger by *weight* for each grade, with a normal error."""
    rng, judged = Random(4), []
    for number in range(topics):
        grades = {docno: float(rng.randrange(4)) for docno in POOL}
        strength = {docno: weight * grade + rng.gauss(0, spread) for docno, grade in grades.items()}
        judgments = [
            Judgment("t", a, b, a if rng.random() < 1 / (1 + exp(strength[b] - strength[a])) else b, 1)
            for a, b in random_pairings(POOL, 7, str(number))
        ]
        judged.append((Tournament("t", POOL, hints={"grade_weight": grades}), Tally("t", POOL, judgments)))
    return fit_prior(judged)


def test_the_weight_and_the_spread_are_found_from_the_judgments_of_all_topics() -> None:
    prior = found(weight=0.5, spread=0.9)
    [grades] = prior.weights
    assert grades.weight == grades.fitted == pytest.approx(0.5, abs=0.1)
    assert prior.spread == pytest.approx(0.9, abs=0.2)
    assert (prior.topics, prior.judgments) == (60, 60 * 42)


def test_grades_that_tell_nothing_or_the_contrary_get_no_weight() -> None:
    assert [hint.weight for hint in found(weight=0.0, spread=0.9).weights] == [0]
    [contrary] = found(weight=-0.5, spread=0.9, topics=30).weights
    assert contrary.weight == 0
    assert contrary.fitted < -0.3


def test_items_with_better_grades_are_asked_about_first() -> None:
    grades = {docno: float(number < 6) for number, docno in enumerate(POOL)}
    tournament = Tournament("t", POOL, Parameters(grade_weight=2.0, k=3), hints={"grade_weight": grades})
    asked = [request.pairing for request in play(tournament, [], "topk").needed[:6]]
    assert all(grades[pairing.docno_a] == grades[pairing.docno_b] == 1 for pairing in asked)


def test_grades_count_before_any_judgment_if_they_have_a_weight() -> None:
    grades = {docno: float(12 - number) for number, docno in enumerate(POOL)}
    without, with_weight = (
        top_k(
            evidence_of(
                Tournament("t", POOL, Parameters(grade_weight=weight), hints={"grade_weight": grades}), Tally("t", POOL)
            )
        )
        for weight in (None, 1.0)
    )
    assert with_weight.ranking == tuple((docno,) for docno in POOL[:5])
    assert with_weight.expected_recall > 0.8 > 0.5 > without.expected_recall


def test_two_hints_are_weighed_beside_each_other_and_one_that_is_the_same_for_all_is_left_out() -> None:
    rng, judged = Random(6), []
    for number in range(40):
        useful, useless = ({docno: rng.gauss() for docno in POOL} for _ in range(2))
        judgments = [
            Judgment("t", a, b, a if rng.random() < 1 / (1 + exp(useful[b] - useful[a])) else b, 1)
            for a, b in random_pairings(POOL, 7, str(number))
        ]
        hints = {"machine_weight": useful, "grade_weight": useless, "other": dict.fromkeys(POOL, 3.0)}
        judged.append((Tournament("t", POOL, hints=hints), Tally("t", POOL, judgments)))
    useless_weight, useful_weight = fit_prior(judged).weights
    assert (useless_weight.name, useless_weight.weight) == ("grade_weight", 0)
    assert (useful_weight.name, useful_weight.weight) == ("machine_weight", pytest.approx(1.0, abs=0.2))


def test_there_is_an_opening_where_hints_tell_nothing_apart() -> None:
    same = dict.fromkeys(POOL, 2.0)
    tournament = Tournament("t", POOL, Parameters(grade_weight=1.0), hints={"grade_weight": same})
    asked = play(tournament, [], "topk").needed[:6]
    assert len({docno for request in asked for docno in (request.pairing.docno_a, request.pairing.docno_b)}) == 12
