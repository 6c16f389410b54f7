"""Coverage, novelty, relative recall and recall effort, on sets small enough to count by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assess.errors import NotDefinedError, ParameterError
from assess.measures.graded.coverage_ratio import coverage_ratio
from assess.measures.graded.novelty_ratio import novelty_ratio
from assess.measures.graded.recall_effort import RecallEffortTopic, recall_effort
from assess.measures.graded.relative_recall import relative_recall

RELEVANT = {"r1", "r2", "r3", "r4", "r5", "r6"}
ANSWER = ["r1", "u1", "r2", "r3", "u2"]
KNOWN = {"r1", "r4", "u1"}
GRADES = dict.fromkeys(RELEVANT, 1)

sets = st.sets(st.sampled_from("abcdefgh"))


def test_coverage_is_the_share_of_known_relevant_items_that_was_found() -> None:
    assert coverage_ratio(RELEVANT, ANSWER, KNOWN) == 1 / 2  # r1 of r1 and r4


def test_novelty_is_the_share_of_relevant_items_found_that_are_new() -> None:
    assert novelty_ratio(RELEVANT, ANSWER, KNOWN) == 2 / 3  # r2 and r3 of r1, r2 and r3


@given(sets, sets, sets)
def test_both_lie_between_0_and_1_or_say_why_not(relevant: set[str], retrieved: set[str], known: set[str]) -> None:
    for ratio, base in ((coverage_ratio, known & relevant), (novelty_ratio, relevant & retrieved)):
        if base:
            assert 0 <= ratio(relevant, retrieved, known) <= 1
        else:
            with pytest.raises(NotDefinedError, match="ratio is not defined: the "):
                ratio(relevant, retrieved, known)


def test_relative_recall_counts_up_to_what_was_expected() -> None:
    assert [relative_recall(GRADES, ANSWER, expected) for expected in (1, 2, 3, 6)] == [1, 1, 1, 0.5]
    assert relative_recall(GRADES, [], 3) == relative_recall({}, ANSWER, 3) == 0


def test_recall_effort_counts_what_had_to_be_examined() -> None:
    assert [recall_effort(GRADES, ANSWER, expected) for expected in (1, 2, 3)] == [1, 2 / 3, 3 / 4]


def test_recall_effort_in_vain_is_0() -> None:
    assert recall_effort(GRADES, ANSWER, 4) == recall_effort(GRADES, [], 1) == 0


def test_recall_effort_is_not_defined_if_no_run_could_have_enough() -> None:
    with pytest.raises(NotDefinedError, match="recall effort is not defined: fewer than 7 items have a grade of 1 or"):
        recall_effort(GRADES, ANSWER, 7)
    ranks = np.array([[1, 3, 0], [1, 2, 3]], dtype=np.int32)
    values = RecallEffortTopic.of({"a": 1, "b": 1, "c": 1}, 3).values(ranks, np.array([9, 9]))
    assert values.tolist() == [0, 1]
    assert np.isnan(RecallEffortTopic.of({"a": 1}, 2).values(ranks[:, :1], np.array([9, 9]))).all()


def test_at_least_one_item_is_expected() -> None:
    for measure in (relative_recall, recall_effort):
        with pytest.raises(ParameterError, match="found 0 expected items, expected at least 1"):
            measure(GRADES, ANSWER, 0)
