"""The published figures of TREC CAsT 2019 that need only parsing, thinning and counting.

Clarke, Vtyurina and Smucker, "Assessing top-k preferences" (TOIS 2021) and the data released with it. If the paper
misprints a figure, the test says so.
"""

import json
from collections import Counter
from itertools import combinations
from math import prod
from pathlib import Path
from statistics import mean

import pytest

from assess.files import load
from assess.formats.preferences import Preferences, parse_preferences
from assess.formats.qrels import Qrels, parse_qrels
from assess.tournament.candidates import thin_by_grade

K, F = 5, 9
# Levels of the released qrels: up to 4 they are grades, above them 60 - 10 * rank.
LOWEST_PLACE, FIRST_PLACE = 10, 50


@pytest.fixture(scope="module")
def cast(shared_data: Path) -> Path:
    return shared_data / "cast2019"


@pytest.fixture(scope="module")
def grades(cast: Path) -> Qrels:
    return load(cast / "2019qrels.txt", parse_qrels)


@pytest.fixture(scope="module")
def levels(cast: Path) -> Qrels:
    return load(cast / "TREC-CAsT-2019.qrels", parse_qrels)


@pytest.fixture(scope="module")
def judgments(cast: Path) -> Preferences:
    return load(cast / "TREC-CAsT-2019.pref", parse_preferences)


@pytest.fixture(scope="module")
def candidates(grades: Qrels) -> dict[str, list[str]]:
    return {topic: thin_by_grade(graded, K) for topic, graded in grades.items()}


@pytest.fixture(scope="module")
def derived(grades: Qrels) -> int:
    """Edges of grades: every pair of different grades, grade 0 included."""
    classes = [Counter(graded.values()).values() for graded in grades.values()]
    return sum(a * b for sizes in classes for a, b in combinations(sizes, 2))


def test_judged_and_positive_passages(grades: Qrels) -> None:
    every = [grade for graded in grades.values() for grade in graded.values()]
    assert (len(grades), len(every), sum(grade > 0 for grade in every)) == (173, 29_350, 8_120)


def test_candidates(candidates: dict[str, list[str]]) -> None:
    assert sum(map(len, candidates.values())) == 2_673


def test_candidate_sets_are_those_released(cast: Path, candidates: dict[str, list[str]]) -> None:
    released: dict[str, set[str]] = {}
    for line in (cast / "candidates.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        released.setdefault(record["topic"], set()).add(record["docno"])
    assert len(released) == 172
    # 59_6 has a single candidate and was left out of the release.
    assert released == {topic: set(pool) for topic, pool in candidates.items() if topic != "59_6"}


def test_docnos_are_candidates_of_several_topics(candidates: dict[str, list[str]]) -> None:
    topics = Counter(docno for pool in candidates.values() for docno in pool)
    assert sum(number > 1 for number in topics.values()) == 277


def test_the_largest_pool(candidates: dict[str, list[str]]) -> None:
    assert max((len(pool), topic) for topic, pool in candidates.items()) == (112, "67_8")


def test_pools_of_at_most_f(candidates: dict[str, list[str]]) -> None:
    """The paper says 57 of them have at most F = 9 candidates: that is the number with at most 7."""
    sizes = [len(pool) for pool in candidates.values()]
    assert sum(size <= F for size in sizes) == 80
    assert sum(size <= 7 for size in sizes) == 57


def test_topics_with_one_candidate_and_with_four(candidates: dict[str, list[str]]) -> None:
    assert {topic for topic, pool in candidates.items() if len(pool) == 1} == {"59_6", "78_8"}
    assert {topic for topic, pool in candidates.items() if len(pool) == 4} == {"33_4", "78_6"}


def test_candidates_below_the_top_grade_of_their_topic(grades: Qrels, candidates: dict[str, list[str]]) -> None:
    """The paper: "more than a third"."""
    below = Counter(
        max(grades[topic].values()) - grades[topic][docno] for topic, pool in candidates.items() for docno in pool
    )
    assert below == {0: 1_682, 1: 776, 2: 170, 3: 45}
    assert round(100 * (1 - below[0] / below.total()), 2) == 37.07


def test_ideal_rankings_by_grades(grades: Qrels) -> None:
    """The paper's text multiplies factorials; its figures are products of the sizes of the grades, grade 0 included."""
    rankings = [prod(Counter(graded.values()).values()) for graded in grades.values()]
    assert (min(rankings), max(rankings), round(mean(rankings))) == (192, 26_842_725, 2_189_217)


def test_crowd_judgments(judgments: Preferences, candidates: dict[str, list[str]]) -> None:
    assert (len(judgments), sum(map(len, judgments.values()))) == (171, 14_573)
    assert set(candidates) - set(judgments) == {"59_6", "78_8"}


def test_edges_of_grades_per_topic(grades: Qrels, derived: int) -> None:
    assert derived == 960_561
    assert round(derived / len(grades), 1) == 5_552.4


def test_edges_of_grades_and_judgments_per_topic(grades: Qrels, judgments: Preferences, derived: int) -> None:
    real = sum(map(len, judgments.values()))
    assert round((derived + real) / len(grades), 1) == 5_636.6


def test_edges_of_judgments_per_topic(grades: Qrels, judgments: Preferences) -> None:
    """The thesis prints 14,373 and 83 per topic: a digit of 14,573 is wrong there."""
    assert round(sum(map(len, judgments.values())) / len(grades), 1) == 84.2
    assert round(14_373 / len(grades)) == 83


@pytest.mark.parametrize(
    ("lowest", "of_top_grade", "answers", "percent"), [(FIRST_PLACE, 182, 265, 68.68), (LOWEST_PLACE, 565, 917, 61.61)]
)
def test_answers_from_the_top_grade(
    grades: Qrels, levels: Qrels, lowest: int, of_top_grade: int, answers: int, percent: float
) -> None:
    """The paper: over 68% of the top-1 answers, over 61% of the top-5; everything tied with the last one counted."""
    best = [(topic, docno) for topic, graded in levels.items() for docno, level in graded.items() if level >= lowest]
    top = [(topic, docno) for topic, docno in best if grades[topic][docno] == max(grades[topic].values())]
    assert (len(top), len(best)) == (of_top_grade, answers)
    assert round(100 * len(top) / len(best), 2) == percent


def test_pairings_of_a_candidate_in_the_pilot(cast: Path) -> None:
    """The pilot paired with P = 10, not with the 7 of the paper; smaller pools played a round robin."""
    meetings: dict[str, Counter[str]] = {}
    for line in (cast / "pilot-pairs.jsonl").read_text(encoding="utf-8").splitlines():
        pair = json.loads(line)
        if not pair["golden"]:
            meetings.setdefault(pair["topic"], Counter()).update([pair["left"], pair["right"]])
    assert len(meetings) == 10
    assert {len(met) for met in meetings.values()} >= {6, 9}
    for met in meetings.values():
        assert set(met.values()) == {min(10, len(met) - 1)}
