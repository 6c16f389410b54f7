"""Distributions of P@H over the topics of run files."""

from pathlib import Path

import numpy as np
import pytest

from assess import score_files
from assess.errors import NotDefinedError, ParameterError
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.measures.by_name import RankMeasure, parse_measure
from assess.scoring.p_at_h_curves import p_at_h_curves

QRELS = {"t1": {"d1": 1, "d2": 1}, "t2": {"d1": 1}}


def measure(label: str) -> RankMeasure:
    found = parse_measure(label)
    assert isinstance(found, RankMeasure)
    return found


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    (tmp_path / "one.run").write_text("t1 Q0 d2 1 9 one\nt1 Q0 d9 2 8 one\nt1 Q0 d1 3 7 one\nt2 Q0 d1 1 9 one\n")
    (tmp_path / "two.run").write_text("t1 Q0 d9 1 9 two\nt1 Q0 d1 2 8 two\n")
    return [tmp_path / "one.run", tmp_path / "two.run"]


def test_users_who_stop_at_each_relevant_item_see_its_precision(runs: list[Path]) -> None:
    first, second = p_at_h_curves(runs, QRELS, measure("p_at_h(model=ap)"))
    # t1: precision 1 and 2/3, half of the users each; t2: all see 1. Both topics have the same number of users.
    assert [part.tolist() for part in first] == [pytest.approx([2 / 3, 1]), pytest.approx([0.25, 1])]
    # t1: precision 1/2, and 0 for the item that is missing; the run lacks t2.
    assert [part.tolist() for part in second] == [pytest.approx([0, 0.5]), pytest.approx([0.75, 1])]


def test_the_mean_of_the_distribution_is_the_score(shared_data: Path) -> None:
    cast = shared_data / "cast2019"
    grades = load(cast / "2019qrels.txt", parse_qrels)
    paths = [cast / "runs" / "exp1.run.gz"]
    [(values, shares)] = p_at_h_curves(paths, grades, measure("p_at_h(model=rbp)"))
    scores = score_files(paths, qrels=grades, measures=["p_at_h(model=rbp)"], processes=1)["exp1"]["p_at_h(model=rbp)"]
    assert values @ np.diff(shares, prepend=0) == pytest.approx(sum(scores.values()) / len(scores))


def test_other_measures_have_no_distribution(runs: list[Path]) -> None:
    with pytest.raises(ParameterError, match="found measure 'pgc', expected p_at_h"):
        p_at_h_curves(runs, QRELS, measure("pgc"))
    with pytest.raises(NotDefinedError, match="no topic has grades"):
        p_at_h_curves(runs, {}, measure("p_at_h"))
