"""bpref-10 against trec_eval's bpref, against the definition, and where it is not defined."""

from typing import Any

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.measures.graded.bpref10 import BOUNDS, Bpref10Topic, bpref10

DOCNOS = [f"d{number}" for number in range(12)]


@st.composite
def judged_rankings(draw: Any) -> tuple[dict[str, int], list[str]]:
    """Grades with a relevant item, and a ranking of judged and unjudged items."""
    grades = draw(st.dictionaries(st.sampled_from(DOCNOS), st.integers(0, 2), min_size=1))
    grades[draw(st.sampled_from(DOCNOS))] = 1
    ranking = draw(st.permutations([*DOCNOS, "u1", "u2", "u3"]))
    return grades, list(ranking[: draw(st.integers(0, len(ranking)))])


def defined(grades: dict[str, int], ranking: list[str], extra: int, bound: str) -> float:
    """The definition of the book, word by word."""
    relevant = {docno for docno, grade in grades.items() if grade >= 1}
    non_relevant = [docno for docno in ranking if docno in grades and docno not in relevant]
    first = set(non_relevant[: len(relevant) + extra])
    size = {"retrieved": len(non_relevant), "judged": len(grades) - len(relevant), "fixed": 10**9}[bound]
    total = 0.0
    for place, docno in enumerate(ranking):
        if docno in relevant:
            before = len(first & set(ranking[:place]))
            total += 1 - (before / min(len(relevant) + extra, size) if before else 0)
    return total / len(relevant)


@given(judged_rankings(), st.sampled_from([0, 2, 10]), st.sampled_from(BOUNDS))
def test_it_follows_the_definition(example: tuple[dict[str, int], list[str]], extra: int, bound: Any) -> None:
    found = bpref10(*example, extra=extra, bound=bound)
    assert found == pytest.approx(defined(*example, extra, bound))
    assert 0 <= found <= 1


@given(judged_rankings())
def test_without_the_ten_it_is_bpref_of_trec_eval(example: tuple[dict[str, int], list[str]]) -> None:
    grades, ranking = example
    run = {"t": {docno: float(-place) for place, docno in enumerate(ranking)} or {"u9": 1.0}}
    measure = ir_measures.parse_measure("Bpref")
    found = ir_measures.calc_aggregate([measure], {"t": grades}, run)[measure]
    assert bpref10(grades, ranking, extra=0, bound="judged") == pytest.approx(found)


def test_the_three_divisors() -> None:
    grades = {"d1": 1, "d2": 1, "d3": 0, "d4": 0, "d5": 0, "d6": 0}
    ranking = ["d1", "d3", "u1", "d4", "d2"]  # two of four non-relevant items stand before d2
    found = {bound: bpref10(grades, ranking, bound=bound) for bound in BOUNDS}
    assert found == {"retrieved": 0.5, "judged": 0.75, "fixed": pytest.approx((1 + 10 / 12) / 2)}


@given(judged_rankings())
def test_unjudged_items_do_not_matter(example: tuple[dict[str, int], list[str]]) -> None:
    grades, ranking = example
    assert bpref10(grades, ranking) == bpref10(grades, [docno for docno in ranking if docno in grades])


@given(judged_rankings())
def test_names_of_items_and_the_order_of_grades_do_not_matter(example: tuple[dict[str, int], list[str]]) -> None:
    grades, ranking = example
    renamed = {f"x{99 - int(docno[1:])}": grade for docno, grade in reversed(grades.items())}
    again = [f"x{99 - int(docno[1:])}" if docno[0] == "d" else docno for docno in ranking]
    assert bpref10(renamed, again) == pytest.approx(bpref10(grades, ranking))


def test_many_runs_are_scored_at_once() -> None:
    grades = {"d1": 1, "d2": 0, "d3": 2, "d4": 0}
    rankings = [["d1", "d2", "d3"], [], ["d4", "d2", "d3"]]
    ranks = np.array([[r.index(d) + 1 if d in r else 0 for d in sorted(grades)] for r in rankings], dtype=np.int32)
    values = Bpref10Topic.of(grades).values(ranks, np.array([3, 0, 3]))
    assert values.tolist() == [bpref10(grades, ranking) for ranking in rankings] == [0.5, 0.0, 0.0]


def test_without_relevant_items_it_is_not_defined() -> None:
    with pytest.raises(NotDefinedError, match="bpref10 is not defined: no item has a grade of 1 or more"):
        bpref10({"d1": 0}, ["d1"])
    assert np.isnan(Bpref10Topic.of({}).values(np.zeros((2, 0), dtype=np.int32), np.array([5, 0]))).all()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ParameterError, match="found bound 'all' and extra 10, expected retrieved, judged, fixed"):
        bpref10({"d1": 1}, ["d1"], bound="all")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="found an item twice in a ranking"):
        bpref10({"d1": 1}, ["d1", "d1"])
