from pathlib import Path

import pytest

from assess.errors import ParameterError
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.tournament.candidates import thin_by_grade


def test_thinning_keeps_the_whole_grade_that_crosses_k() -> None:
    grades = {"d1": 2, "d2": 1, "d3": 1, "d4": 0}
    assert thin_by_grade(grades, k=2) == ["d1", "d2", "d3"]


def test_thinning_stops_at_the_grade_that_reaches_k() -> None:
    assert thin_by_grade({"d1": 3, "d2": 2, "d3": 1}, k=2) == ["d1", "d2"]


def test_items_graded_zero_or_below_stay_out_though_k_is_not_reached() -> None:
    assert thin_by_grade({"d1": 1, "d2": 0, "d3": -1}, k=3) == ["d1"]
    assert thin_by_grade({}, k=3) == []


def test_thinning_for_no_items_is_refused() -> None:
    with pytest.raises(ParameterError, match="found k = 0"):
        thin_by_grade({"d1": 1}, k=0)


@pytest.mark.parametrize(("k", "candidates"), [(3, 2238), (5, 2673), (10, 3563)])
def test_cast_has_the_published_number_of_candidates(shared_data: Path, k: int, candidates: int) -> None:
    qrels = load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels)
    assert sum(len(thin_by_grade(grades, k)) for grades in qrels.values()) == candidates
