"""Repeats, transitivity, sides, and agreement with grades, on judgments small enough to count by hand."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, pearsonr, spearmanr

from assess.errors import NotDefinedError
from assess.model import DetailedJudgment
from assess.stats.agreement.cohen import cohen_kappa, light_kappa, pairs_of_assessors
from assess.stats.agreement.grades import agreement_by_gap, agreement_with_grades
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.stats.agreement.relevance import strength_correlations, time_correlations
from assess.stats.agreement.repeats import contradicted_pairs, judgments_per_pair, repeats
from assess.stats.agreement.sides import side_bias
from assess.stats.agreement.transitivity import transitivity


def judged(*answers: str, **details: object) -> list[DetailedJudgment]:
    """Judgments of topic t written as "a>b", "a>>b" or "a=b"."""
    found = []
    for answer in answers:
        a, b = answer.replace(">>", ">").replace("=", ">").split(">")
        preferred = None if "=" in answer else a
        found.append(DetailedJudgment("t", a, b, preferred, strength=2 if ">>" in answer else 1, **details))
    return found


def table(*answers: str, **details: object) -> JudgmentTable:
    return JudgmentTable.of(judged(*answers, **details))


def test_a_pair_is_the_same_in_either_order() -> None:
    found = table("a>b", "b>>a", "b=a", left="b")
    assert len(found.pairs) == 1
    assert found.answer.tolist() == [-1, 2, 0]
    assert found.first_left.tolist() == [0, 0, 0]
    assert found.scales == {"3 answers": (-1, 0, 1), "5 answers": (-2, -1, 0, 1, 2)}


def test_without_ties_there_are_two_answers_or_four() -> None:
    assert list(table("a>b", "b>a").scales) == ["2 answers"]
    assert list(table("a>b", "b>>a").scales) == ["2 answers", "4 answers"]


def test_majorities_and_splits() -> None:
    found = table("a>b", "a>b", "b>a", "a>c", "c>a", "b=c", "b=c", "b>c")
    assert found.majorities.tolist() == [-1, 0, 0]
    assert found.first_of_splits.tolist() == [-1, -1, 0]


def test_repeats_are_counted_two_by_two() -> None:
    judgments = [*judged("a>b", "b>a", assessor="x"), *judged("a>b", assessor="y"), *judged("a>c", "a>c")]
    found = JudgmentTable.of(judgments)
    assert judgments_per_pair(found) == {2: 1, 3: 1}
    assert contradicted_pairs(found) == 1
    assert repeats(found)[:2] == (2, 4)
    assert repeats(found, same_assessor=True)[:2] == (0, 1)
    assert repeats(found, same_assessor=False)[:2] == (1, 2)
    with pytest.raises(NotDefinedError, match="no known assessor judged a pair twice"):
        repeats(table("a>b", "a>b"), same_assessor=True)


def test_cohen_takes_the_last_answer_of_each_assessor_on_common_pairs() -> None:
    items = "abcdef"
    pairs = [f"{a}>{b}" for a, b in combinations(items, 2)]
    turned = [f"{b}>{a}" for a, b in combinations(items, 2)]
    first = judged(pairs[0], turned[0], *pairs, assessor="x")
    second = judged(*pairs[:10], *turned[10:], assessor="y")
    found = JudgmentTable.of([*first, *second, *judged(*pairs, assessor=None)])
    [two] = pairs_of_assessors(found)
    # The first always takes the first item, so they agree as often as by chance.
    assert two[:4] == ("x", "y", 15, pytest.approx(10 / 15))
    assert two.kappa is not None
    assert two.kappa.value == pytest.approx(0.0)
    assert light_kappa(found).value == pytest.approx(0.0)
    with pytest.raises(NotDefinedError, match="no two known assessors"):
        light_kappa(table("a>b", "a>b"))


def test_lights_kappa_weighs_two_assessors_by_their_common_pairs() -> None:
    rng = np.random.default_rng(4)
    names = [f"{number:02}" for number in range(8)]
    judgments = [
        DetailedJudgment(topic, a, b, (a, b, None)[rng.integers(3)], assessor=who)
        for topic in ("t", "u", "v")
        for who, share in (("x", 1.0), ("y", 0.9), ("z", 0.4))
        for a, b in combinations(names, 2)
        if rng.random() < share
    ]
    found = JudgmentTable.of(judgments)
    couples = pairs_of_assessors(found)
    answers = {
        (j.assessor, j.topic, j.docno_a, j.docno_b): (j.preferred == j.docno_b) - (j.preferred == j.docno_a)
        for j in judgments
    }
    for two in couples:
        both = [
            (answers[two.first, *key], answers[two.second, *key])
            for who, *key in answers
            if who == two.first and (two.second, *key) in answers
        ]
        assert two.pairs == len(both)
        assert two.kappa is not None
        assert two.kappa.value == pytest.approx(cohen_kappa(*np.array(both).T).value)
    weights = [two.pairs for two in couples]
    assert len(couples) == 3
    light = light_kappa(found)
    assert light.value == pytest.approx(np.average([two.kappa.value for two in couples if two.kappa], weights=weights))
    assert light.low is not None
    assert light.low < light.value


@pytest.mark.parametrize(
    ("answers", "kind", "transitive"),
    [
        (("a>b", "b>c", "a>c"), "asym", 1),
        (("a>b", "b>c", "c>a"), "asym", 0),
        (("a=b", "a>c", "b>c"), "s2a", 1),
        (("a=b", "c>a", "c>b"), "s2a", 1),
        (("a=b", "a>c", "c>b"), "s2a", 0),
        (("a=b", "b=c", "a>c"), "s2s", 0),
        (("a=b", "b=c", "a=c"), "s2s", 1),
    ],
)
def test_a_triple_of_each_kind(answers: tuple[str, ...], kind: str, transitive: int) -> None:
    found = transitivity(table(*answers))
    assert {name: (t.triples, t.transitive) for name, t in found.items() if t.triples} == {
        kind: (1, transitive),
        "all": (1, transitive),
    }


def is_transitive(relation: dict[tuple[int, int], int], triple: tuple[int, int, int]) -> bool:
    """Whether some order with ties has these preferences: try all of them."""
    levels = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    return any(
        all(np.sign(level[j] - level[i]) == relation[triple[i], triple[j]] for i, j in ((0, 1), (0, 2), (1, 2)))
        for level in levels
    )


@given(st.lists(st.sampled_from([-1, 0, 1, None]), min_size=21, max_size=21))
def test_counting_by_matrices_is_counting_one_by_one(answers: list[int | None]) -> None:
    relation = {pair: x for pair, x in zip(combinations(range(7), 2), answers, strict=True) if x is not None}
    preferred = {-1: 0, 1: 1}
    judgments = [
        DetailedJudgment("t", *map(str, pair), str(pair[preferred[x]]) if x else None) for pair, x in relation.items()
    ]
    triples = [t for t in combinations(range(7), 3) if all(pair in relation for pair in combinations(t, 2))]
    ties = [sum(relation[pair] == 0 for pair in combinations(t, 2)) for t in triples]
    right = [is_transitive(relation, t) for t in triples]
    found = transitivity(JudgmentTable.of(judgments))
    for kind, of_kind in {"asym": (0,), "s2a": (1,), "s2s": (2, 3), "all": (0, 1, 2, 3)}.items():
        inside = [good for good, tied in zip(right, ties, strict=True) if tied in of_kind]
        assert (found[kind].triples, found[kind].transitive) == (len(inside), sum(inside))


def test_the_share_of_left_answers_has_the_exact_interval() -> None:
    left = judged("a>b", "a>c", "b>c", "a=c", left="a", assessor="x")
    found = side_bias(JudgmentTable.of(left))
    assert (found.left, found.right, found.ties) == (2, 1, 1)
    expected = binomtest(2, 3).proportion_ci()
    assert found.share == pytest.approx((2 / 3, expected.low, expected.high))
    assert found.leaning == ()


def test_an_assessor_who_always_takes_the_left_is_named() -> None:
    left = judged(*["a>b"] * 8, *["c>d"] * 4, left="a", assessor="x")
    assert side_bias(JudgmentTable.of(judged(*["a>b"] * 8, left="a", assessor="x"))).leaning == ("x",)
    assert side_bias(JudgmentTable.of(left)).leaning == ()
    with pytest.raises(NotDefinedError, match="do not say which item was on the left"):
        side_bias(table("a>b"))
    with pytest.raises(NotDefinedError, match="no judgment prefers an item"):
        side_bias(table("a=b", left="a"))


GRADES = {"t": {"a": 3, "b": 1, "c": 1, "d": 0}}


def test_agreement_with_grades_by_gap() -> None:
    found = agreement_by_gap(table("a>b", "b>>a", "a=c", "b>c", "d>b", "a>x", seconds=4.0), GRADES)
    rows = [(row.low, row.judgments, row.agree, row.tie, row.disagree) for row in found]
    assert rows == [(0, 1, 0, 0, 0), (1, 1, 0, 0, 1), (2, 3, 1, 1, 1)]
    assert [row.share and row.share.value for row in found] == [None, 0.0, 0.5]
    assert [row.seconds for row in found] == [4.0] * 3
    assert [row.strong for row in found] == [0.0, 0.0, 0.5]
    together = agreement_with_grades(table("a>b", "b>>a", "a=c", "b>c", "d>b"), GRADES)
    assert (together.low, together.high, together.judgments, together.agree, together.seconds) == (1, 2, 4, 1, None)


def test_many_gaps_are_put_into_ten_ranges() -> None:
    grades = {"t": {"a": 0.0} | {f"x{n}": float(n) for n in range(101)}}
    found = agreement_by_gap(table(*(f"x{n}>a" for n in range(101))), grades)
    assert [(row.low, row.high) for row in found][:2] == [(0, 10), (11, 20)]
    assert (len(found), found[-1].high, sum(row.judgments for row in found)) == (10, 100, 101)


def test_items_without_grades_are_not_compared() -> None:
    with pytest.raises(NotDefinedError, match="has grades for both items"):
        agreement_by_gap(table("a>b"), {"t": {"a": 1}, "u": {"b": 2}})
    with pytest.raises(NotDefinedError, match="two different grades"):
        agreement_with_grades(table("b>c"), GRADES)


def test_time_and_strength_go_with_grades_as_scipy_says() -> None:
    grades = {"t": {"a": 10, "b": 40, "c": 90, "d": 40, "e": 0}}
    pairs = list(combinations("abcde", 2))
    times = {pair: 1.0 + 7 * number % 5 for number, pair in enumerate(pairs)}
    judgments = [
        DetailedJudgment("t", a, b, preferred, seconds=times[a, b] + late)
        for a, b in pairs
        for preferred, late in ((a, 0.0), (b, 1.0), (a if a < "c" else None, 2.0))
    ]
    low, high = ([f(grades["t"][a], grades["t"][b]) for a, b in pairs] for f in (min, max))
    gaps = np.subtract(high, low)
    found = time_correlations(JudgmentTable.of(judgments), grades)["higher - lower"]
    seconds = [times[pair] + 1 for pair in pairs]  # the median of three
    assert found is not None
    assert found.pearson == pytest.approx(pearsonr(gaps, seconds).statistic)
    assert found.spearman_p == pytest.approx(spearmanr(gaps, seconds).pvalue)
    assert time_correlations(JudgmentTable.of(judgments), grades)["higher / lower"].pairs == 6

    third = {pair: pair[0] < "c" for pair in pairs}  # the third assessor prefers the first item, or ties
    to_first = [(4 if third[pair] else 3) / 3 for pair in pairs]
    strength = [s if grades["t"][a] > grades["t"][b] else 2 - s for s, (a, b) in zip(to_first, pairs, strict=True)]
    different = np.flatnonzero(gaps)
    found = strength_correlations(JudgmentTable.of(judgments), grades)["higher - lower"]
    assert found is not None
    assert (found.pairs, found.pearson) == (
        9,
        pytest.approx(pearsonr(gaps[different], np.array(strength)[different])[0]),
    )


def test_a_correlation_with_a_constant_is_not_defined() -> None:
    judgments = table("a>b", "a>c", "a>d", "b>d", seconds=3.0)
    assert set(time_correlations(judgments, GRADES).values()) == {None}
