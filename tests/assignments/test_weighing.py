"""The weighed rule: one slip of a careful person is forgiven, coin tossers are found."""

import pytest

from assess.assignments.weighing import CareEvidence, carelessness, weigh


def test_carelessness_is_the_posterior_of_two_models() -> None:
    # Prior odds 1 : 9; three passed challenges are 0.97^3 : 0.5^3 for the careful model.
    odds = (1 / 9) * (0.5 / 0.97) ** 3
    assert carelessness(CareEvidence(passed=3)) == pytest.approx(odds / (1 + odds))
    assert carelessness(CareEvidence()) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("evidence", "decision"),
    [
        (CareEvidence(passed=3), "keep"),
        (CareEvidence(passed=2, failed=1), "discard"),
        (CareEvidence(passed=5, failed=1), "keep"),
        (CareEvidence(passed=1, failed=2), "exclude"),
        (CareEvidence(passed=4, failed=2), "discard"),
        (CareEvidence(passed=3, failed=3), "exclude"),
    ],
)
def test_one_slip_is_forgiven_after_good_work_and_two_early_ones_exclude(evidence: CareEvidence, decision: str) -> None:
    assert weigh(evidence) == decision


def test_agreement_and_speed_tip_the_scales() -> None:
    assert weigh(CareEvidence(passed=2, failed=1, agreed=9, disagreed=2)) == "keep"
    assert weigh(CareEvidence(passed=2, failed=1, agreed=3, disagreed=8, timed=10)) == "discard"
    assert weigh(CareEvidence(passed=2, failed=1, fast=9, timed=10)) == "discard"
    assert weigh(CareEvidence(passed=2, failed=1, agreed=3, disagreed=8, fast=9, timed=10)) == "exclude"


def test_taste_or_speed_alone_excludes_nobody_who_passes_challenges() -> None:
    assert weigh(CareEvidence(passed=6, disagreed=1000)) == "keep"
    assert weigh(CareEvidence(passed=6, fast=1000, timed=1000)) == "keep"


def test_slow_answers_do_not_speak_for_somebody() -> None:
    assert carelessness(CareEvidence(passed=3, timed=1000)) == carelessness(CareEvidence(passed=3))
    assert 0 <= carelessness(CareEvidence(passed=100_000)) < 1e-9
