"""Statistics of people, compared with counting by hand."""

import numpy as np
import pytest

from assess.model import DetailedJudgment
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.stats.agreement.people import PersonStatistics, people_statistics, share_of


def judgment(who: str, a: str, b: str, preferred: str | None, seconds: float = 20, left: str = "") -> DetailedJudgment:
    return DetailedJudgment("t", a, b, preferred, 1, 1, left or a, seconds, who)


def statistics(*judgments: DetailedJudgment, counting: list[bool] | None = None) -> dict[str, PersonStatistics]:
    flags = np.array(counting if counting is not None else [True] * len(judgments), np.bool_)
    return people_statistics(JudgmentTable.of(judgments), flags, fast_below=2.5)


def test_agreement_counts_every_judgment_of_others_and_each_pair_with_a_majority_once() -> None:
    pairs = [("a", "b"), ("a", "c"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f")]
    log = [judgment(who, a, b, a) for a, b in pairs for who in ("x", "y")]
    log += [judgment("z", a, b, b) for a, b in pairs]
    found = statistics(*log)
    assert (found["x"].others.number, found["x"].others.of) == (6, 12)
    # One other judgment says a, one says b: no majority.
    assert found["x"].majority.of == 0
    assert (found["z"].majority.number, found["z"].majority.of, found["z"].majority.share) == (0, 6, 0.0)


def test_judgments_that_do_not_count_are_compared_but_nobody_is_compared_with_them() -> None:
    pairs = [(f"a{place}", f"b{place}") for place in range(5)]
    log = [judgment("x", a, b, a) for a, b in pairs] + [judgment("y", a, b, b) for a, b in pairs]
    found = statistics(*log, counting=[True] * 5 + [False] * 5)
    assert (found["x"].others.of, found["y"].others.of) == (0, 5)
    assert (found["x"].counting, found["y"].counting) == (5, 0)


def test_few_comparisons_give_numbers_but_no_share() -> None:
    assert (share_of(3, 4).share, share_of(3, 4).low) == (None, None)
    found = share_of(4, 5)
    # Wilson's interval of 4 of 5 at 95 %.
    assert (found.share, found.low, found.high) == (
        0.8,
        pytest.approx(0.3755, abs=1e-4),
        pytest.approx(0.9638, abs=1e-4),
    )


def test_somebody_who_always_takes_the_left_leans_and_somebody_who_does_not_does_not() -> None:
    pairs = [(f"a{place}", f"b{place}") for place in range(20)]
    log = [judgment("left", a, b, a, left=a) for a, b in pairs]
    log += [judgment("fair", a, b, a, left=a if place % 2 else b) for place, (a, b) in enumerate(pairs)]
    found = statistics(*log)
    assert (found["left"].sides.leans, found["left"].sides.left.share) == (True, 1.0)
    assert (found["fair"].sides.leans, found["fair"].sides.p) == (False, 1.0)


def test_fast_answers_are_counted_and_the_fastest_person_is_an_outlier() -> None:
    log = [
        judgment(f"p{person}", f"a{place}", f"b{place}", f"a{place}", seconds=20 + person)
        for person in range(9)
        for place in range(3)
    ]
    log += [judgment("quick", f"a{place}", f"b{place}", f"a{place}", seconds=1) for place in range(3)]
    found = statistics(*log)
    assert (found["quick"].fast, found["quick"].timed, found["quick"].speed) == (3, 3, -1)
    assert {found[f"p{person}"].speed for person in range(9)} == {0}


def test_own_cycles_are_found() -> None:
    circle = [judgment("x", "a", "b", "a"), judgment("x", "b", "c", "b"), judgment("x", "a", "c", "c")]
    order = [judgment("y", "a", "b", "a"), judgment("y", "b", "c", "b"), judgment("y", "a", "c", "a")]
    found = statistics(*circle, *order)
    assert (found["x"].transitive.number, found["x"].transitive.of) == (0, 1)
    assert (found["y"].transitive.number, found["y"].transitive.of) == (1, 1)
