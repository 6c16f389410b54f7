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


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    (tmp_path / "one.run").write_text("t1 Q0 d2 1 9 one\nt1 Q0 d9 2 8 one\nt1 Q0 d1 3 7 one\nt2 Q0 d1 1 9 one\n")
    (tmp_path / "two.run").write_text("t1 Q0 d9 1 9 two\nt1 Q0 d1 2 8 two\n")
    return [tmp_path / "one.run", tmp_path / "two.run"]


def test_users_who_stop_at_each_relevant_item_see_its_precision(runs: list[Path]) -> None:
    found = p_at_h_curves(runs, QRELS, measure("p_at_h(model=ap)"), rng())
    first, second = found.runs
    assert (found.topics, found.users) == (2, 0)
    # t1: precision 1 and 2/3, half of the users each; t2: all see 1. Both topics have the same number of users.
    assert [part.tolist() for part in first] == [pytest.approx([2 / 3, 1]), pytest.approx([0.25, 1])]
    # t1: precision 1/2, and 0 for the item that is missing; the run lacks t2.
    assert [part.tolist() for part in second] == [pytest.approx([0, 0.5]), pytest.approx([0.75, 1])]


def test_the_mean_of_the_distribution_is_the_score(shared_data: Path) -> None:
    cast = shared_data / "cast2019"
    grades = load(cast / "2019qrels.txt", parse_qrels)
    paths = [cast / "runs" / "exp1.run.gz"]
    [(values, shares)] = p_at_h_curves(paths, grades, measure("p_at_h(model=rbp)"), rng()).runs
    scores = score_files(paths, qrels=grades, measures=["p_at_h(model=rbp)"], processes=1)["exp1"]["p_at_h(model=rbp)"]
    assert values @ np.diff(shares, prepend=0) == pytest.approx(sum(scores.values()) / len(scores))


def test_other_measures_have_no_distribution(runs: list[Path]) -> None:
    with pytest.raises(ParameterError, match="found measure 'pgc', expected p_at_h"):
        p_at_h_curves(runs, QRELS, measure("pgc"), rng())
    with pytest.raises(NotDefinedError, match="no topic has a relevant item"):
        p_at_h_curves(runs, {}, measure("p_at_h"), rng())


def test_without_relevant_items_there_is_nothing_to_draw(runs: list[Path]) -> None:
    with pytest.raises(NotDefinedError, match="no topic has a relevant item"):
        p_at_h_curves(runs, {"t1": {"d1": 0}}, measure("p_at_h(model=rbp)"), rng())


WALKS = [
    "p_at_h(model=walk,forward=0.5,back=0.25,loss=0.25)",
    "p_at_h(model=walk,forward=0.6,back=0.399)",
    "p_at_h(model=walk,forward=0.6,back=0.399,depth=2,loss=0.5,gain=linear)",
    "p_at_h(model=walk,forward=0.5,back=0.25,loss=0.25,first=0.5,effort=constant)",
]


@pytest.mark.parametrize("label", WALKS)
def test_simulated_users_get_the_exact_mean(runs: list[Path], label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assess.scoring.p_at_h_curves._MOST_CELLS", 0)
    found = p_at_h_curves(runs, QRELS, measure(label), rng())
    scores = score_files(runs, qrels=QRELS, measures=[label], processes=1)
    assert found.users == 10_000
    for (values, shares), of in zip(found.runs, scores.values(), strict=True):
        part = np.diff(shares, prepend=0)
        mean = values @ part
        error = ((values - mean) ** 2 @ part / found.users) ** 0.5
        assert mean == pytest.approx(sum(of[label].values()) / len(QRELS), abs=4 * error + 1e-12)


def test_an_exact_walk_has_the_distribution_of_its_users(runs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    walk = measure("p_at_h(model=walk,forward=0.5,back=0.25)")
    exact = p_at_h_curves(runs, QRELS, walk, rng())
    monkeypatch.setattr("assess.scoring.p_at_h_curves._MOST_CELLS", 0)
    users = p_at_h_curves(runs, QRELS, walk, rng())
    assert (exact.users, users.users) == (0, 10_000)
    for (x, y), (values, shares) in zip(exact.runs, users.runs, strict=True):
        known = np.append(0, y)[np.searchsorted(x, values + 1e-9, side="right")]
        assert np.abs(known - shares).max() < 0.02  # Kolmogorov: 1.95 / 100 is exceeded once in 1,000 times


def test_endless_walks_and_long_walks(runs: list[Path]) -> None:
    endless = p_at_h_curves(runs, QRELS, measure("p_at_h(model=walk,forward=0.5,back=0.25,loss=0.5,depth=inf)"), rng())
    assert endless.users == 10_000
    with pytest.raises(ParameterError, match="steps on average, expected at most 50,000 to simulate them"):
        p_at_h_curves(runs, QRELS, measure("p_at_h(model=walk,forward=0.000001,back=0.999998)"), rng())
