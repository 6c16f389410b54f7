"""Curves of run files, averaged over topics."""

from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from assess import score_files
from assess.errors import NotDefinedError
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.formats.run_order import ORDERS, Order
from assess.scoring.curves import gain_curves, precision_recall_curves

QRELS = {"t1": {"d1": 2, "d2": 1}, "t2": {"d1": 1}, "t3": {"d1": 0}}


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    (tmp_path / "one.run").write_text("t1 Q0 d2 1 9 one\nt1 Q0 d9 2 8 one\nt1 Q0 d1 3 7 one\nt2 Q0 d1 1 9 one\n")
    (tmp_path / "two.run").write_text("t1 Q0 d9 1 9 two\nt1 Q0 d1 2 8 two\n")
    return [tmp_path / "one.run", tmp_path / "two.run"]


def test_precision_is_averaged_over_topics_with_relevant_items(runs: list[Path]) -> None:
    curves = precision_recall_curves(runs, QRELS)
    assert (curves.topics, curves.left_out) == (2, ("t3",))
    assert curves.x.tolist() == pytest.approx([level / 10 for level in range(11)])
    # t1: 1 to recall 0.5, then 2/3; t2: 1. The second run has half of t1 at precision 1/2, and lacks t2.
    assert curves.y[0].tolist() == pytest.approx([1] * 6 + [(2 / 3 + 1) / 2] * 5)
    assert curves.y[1].tolist() == pytest.approx([0.25] * 6 + [0] * 5)


def test_one_topic_has_the_points_before_interpolation_too(runs: list[Path]) -> None:
    [(recall, precision), (other, _)] = precision_recall_curves(runs, {"t1": QRELS["t1"]}).points
    assert (recall.tolist(), precision.tolist()) == ([0.5, 1], [1, 2 / 3])
    assert other.tolist() == [0.5]
    assert precision_recall_curves(runs, QRELS).points == ()


def test_gain_is_averaged_with_the_ideal_beside_it(runs: list[Path]) -> None:
    curves = gain_curves(runs, QRELS, 3, discount="none")
    assert curves.x.tolist() == [1, 2, 3]
    assert curves.y.tolist() == [[1, 1, 2], [0, 1, 1]]
    assert curves.ideal is not None
    assert curves.ideal.tolist() == [1.5, 2, 2]


@pytest.mark.parametrize("order", ORDERS)
def test_normalized_gain_goes_through_ndcg_of_ir_measures(shared_data: Path, order: Order) -> None:
    cast = shared_data / "cast2019"
    paths = [cast / "runs" / f"exp{number}.run.gz" for number in (1, 5)]
    grades = load(cast / "2019qrels.txt", parse_qrels)
    curves = gain_curves(paths, grades, 20, order, normalize=True)
    scores = score_files(paths, qrels=grades, measures=["nDCG@10", "nDCG@20"], order=order, processes=1)
    for curve, name in zip(curves.y, ("exp1", "exp5"), strict=True):
        for rank in (10, 20):
            assert curve[rank - 1] == pytest.approx(fmean(scores[name][f"nDCG@{rank}"].values()))


def test_interpolated_precision_differs_from_trec_eval_by_its_rounding_alone(shared_data: Path) -> None:
    cast = shared_data / "cast2019"
    grades = load(cast / "2019qrels.txt", parse_qrels)
    relevant = {topic: sum(grade > 0 for grade in of.values()) for topic, of in grades.items()}
    exact = {topic: of for topic, of in grades.items() if int(0.7 * relevant[topic] + 0.9) * 10 >= 7 * relevant[topic]}
    assert 0 < len(exact) < len(grades)
    curves = precision_recall_curves([cast / "runs" / "exp1.run.gz"], exact)
    paths = [cast / "runs" / "exp1.run.gz"]
    scores = score_files(paths, qrels=exact, measures=["IPrec@0.7"], processes=1)
    assert curves.y[0][7] == pytest.approx(fmean(scores["exp1"]["IPrec@0.7"].values()))


def test_without_relevant_items_there_is_no_curve(runs: list[Path]) -> None:
    for curves in (lambda: precision_recall_curves(runs, {"t3": {"d1": 0}}), lambda: gain_curves(runs, {"t3": {}}, 5)):
        with pytest.raises(NotDefinedError, match="the curve is not defined: no topic has a relevant item"):
            curves()


def test_curves_do_not_depend_on_the_order_of_the_grades(runs: list[Path]) -> None:
    turned = {topic: dict(reversed(of.items())) for topic, of in reversed(QRELS.items())}
    assert np.array_equal(precision_recall_curves(runs, QRELS).y, precision_recall_curves(runs, turned).y)
    assert np.array_equal(gain_curves(runs, QRELS, 5).y, gain_curves(runs, turned, 5).y)
