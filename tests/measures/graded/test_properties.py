"""What holds for every classical measure of the catalogue."""

from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess import score_runs
from assess.measures.graded.catalogue import GRADED_KINDS

LABELS = [
    *(kind.name for kind in GRADED_KINDS),
    *("bpref10(bound=judged)", "bpref10(bound=fixed)", "bpref10(extra=0)", "f(b=2,depth=4)", "e(depth=4)"),
    *("dcg(discount=none)", "dcg(depth=4,discount=rank+1,normalize=true)", "interpolated_precision(recall=0.5)"),
    *("recall_effort(expected=2)", "relative_recall(expected=2)"),
]
LOWER_IS_BETTER = {"e", "e(depth=4)"}
DOCNOS = [f"d{number}" for number in range(8)]

grades = st.dictionaries(st.sampled_from(DOCNOS), st.integers(0, 3), min_size=1)
rankings = st.permutations([*DOCNOS, "u1", "u2"]).flatmap(
    lambda ranking: st.integers(0, len(ranking)).map(lambda length: list(ranking[:length]))
)


def values(graded: dict[str, int], ranking: list[str]) -> dict[str, float | None]:
    """Measure to value; None where it is not defined."""
    found = score_runs({"run": {"t": ranking}}, qrels={"t": graded}, measures=LABELS)["run"]
    return {label: found[label].get("t") for label in LABELS}


@given(grades, rankings)
def test_values_are_finite_numbers_in_range_or_not_defined(graded: dict[str, int], ranking: list[str]) -> None:
    for label, value in values(graded, ranking).items():
        assert value is None or (isfinite(value) and value >= 0)
        if value is not None and not (label.startswith("dcg") and "normalize" not in label):
            assert value <= 1 + 1e-12


@given(grades, rankings, st.data())
def test_a_better_item_moved_up_never_makes_a_run_worse(
    graded: dict[str, int], ranking: list[str], data: st.DataObject
) -> None:
    worse_first = [i for i in range(len(ranking) - 1) if graded.get(ranking[i], 0) < graded.get(ranking[i + 1], 0)]
    if not worse_first:
        return
    i = data.draw(st.sampled_from(worse_first))
    better = [*ranking[:i], ranking[i + 1], ranking[i], *ranking[i + 2 :]]
    before, after = values(graded, ranking), values(graded, better)
    for label in LABELS:
        old, new = before[label], after[label]
        assert (old is None) == (new is None), label
        if old is not None and new is not None:
            assert (old - new if label in LOWER_IS_BETTER else new - old) >= -1e-12, label


@given(grades, rankings)
def test_names_of_items_and_the_order_of_input_do_not_matter(graded: dict[str, int], ranking: list[str]) -> None:
    names = {docno: f"x{9 - i}" for i, docno in enumerate([*DOCNOS, "u1", "u2"])}
    renamed = {names[docno]: grade for docno, grade in reversed(graded.items())}
    assert values(renamed, [names[docno] for docno in ranking]) == pytest.approx(values(graded, ranking))


@pytest.mark.parametrize("label", LABELS)
def test_an_empty_run_has_the_worst_value_or_none(label: str) -> None:
    value = values({"d1": 2, "d2": 0, "d3": 1}, [])[label]
    # recall_effort expects 10 items by default, more than there are.
    assert value == (1 if label in LOWER_IS_BETTER else None if label == "recall_effort" else 0)


@pytest.mark.parametrize("label", LABELS)
def test_without_relevant_items_there_is_no_value_or_0(label: str) -> None:
    value = values({"d1": 0, "d2": 0}, ["d1", "d2"])[label]
    counts_gains = label.startswith(("dcg", "relative_recall")) and "normalize" not in label
    assert value == (0 if counts_gains else None)


@pytest.mark.parametrize("graded", [{"d1": 0, "d2": 0}, {"d1": 1}])
@pytest.mark.parametrize("label", LABELS)
def test_a_topic_that_is_not_defined_for_a_run_is_not_defined_for_a_run_that_lacks_it(
    label: str, graded: dict[str, int]
) -> None:
    runs = {"has": {"t": ["d1"]}, "empty": {"t": []}, "lacks": {"other": ["d1"]}}
    found = score_runs(runs, qrels={"t": graded}, measures=[label])
    assert len({frozenset(of[label]) for of in found.values()}) == 1


@pytest.mark.parametrize("label", LABELS)
def test_a_perfect_run_has_the_best_value(label: str) -> None:
    value = values({"d1": 3, "d2": 2, "d3": 1}, ["d1", "d2", "d3"])[label]
    if label == "recall_effort":  # by default 10 items are expected
        assert value is None
    elif label == "relative_recall":
        assert value == pytest.approx(0.3)
    elif not label.startswith("dcg") or "normalize" in label:
        assert value == pytest.approx(0 if label in LOWER_IS_BETTER else 1)
