"""The power of a plan: from variance between topics and noise of judging."""

from pathlib import Path
from statistics import median

import numpy as np
import pytest

from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.graph import PreferenceGraph
from assess.measures.pgc import pgc
from assess.simulation.assessors import Constant, SimulatedCrowd
from assess.simulation.power import DEVIATION, Power, estimate_power
from assess.simulation.trial import Collection, Setup

GRADES = {f"t{topic}": {f"d{number:02}": 1 + number % 2 for number in range(24)} for topic in range(8)}
COLLECTION = Collection(GRADES)


def setup(accuracy: float) -> Setup:
    return Setup(crowd=SimulatedCrowd(Constant(accuracy)))


def test_better_assessors_make_less_noise_and_detect_smaller_differences() -> None:
    good, middling, poor = (estimate_power(COLLECTION, setup(accuracy), 1) for accuracy in (1.0, 0.8, 0.6))
    assert good.noise < middling.noise < poor.noise
    assert good.detectable < middling.detectable < poor.detectable
    assert good.between == DEVIATION


def test_runs_give_the_deviation_between_topics() -> None:
    docnos = sorted(GRADES["t0"])
    up, down = (dict.fromkeys(GRADES, docnos[::step]) for step in (1, -1))
    differing = estimate_power(Collection(GRADES, {"up": up, "down": down}), setup(0.9), 1)
    assert differing.source == "between the 2 runs"
    assert 0 < differing.between < 0.5
    same = estimate_power(Collection(GRADES, {"one": up, "other": up}), setup(0.9), 1)
    assert (same.between, same.noise, same.detectable) == (0, 0, 0)


def test_a_deviation_that_is_given_replaces_the_estimate() -> None:
    given = estimate_power(COLLECTION, setup(0.9), 1, deviation=0.3)
    assert (given.between, given.source) == (0.3, "as given")


@pytest.mark.parametrize("grades", [{}, {"t": {"a": 1}}, {"t": {"a": 1, "b": 1}}])
def test_fewer_than_two_topics_are_not_judged_at_all(grades: dict[str, dict[str, int]]) -> None:
    assert estimate_power(Collection(grades), Setup(), 1).noise == 0


def test_deviations_add_as_variances() -> None:
    assert Power(10, 0.3, 0.4, "").deviation == pytest.approx(0.5)


def test_the_default_deviation_is_that_of_the_runs_of_cast(shared_data: Path) -> None:
    folder = shared_data / "cast2019"
    judged = load(folder / "TREC-CAsT-2019.pref", parse_preferences)
    runs = [load(path, parse_run).rankings for path in sorted((folder / "runs").glob("*.gz"))]
    graphs = {topic: PreferenceGraph(edges) for topic, edges in judged.items()}
    scores = np.array(
        [[pgc(graph, run[topic].docnos) for run in runs] for topic, graph in graphs.items() if topic in runs[0]]
    )
    pairs = [scores[:, i] - scores[:, j] for i in range(len(runs)) for j in range(i)]
    deviations = [float(pair.std(ddof=1)) for pair in pairs]
    assert len(deviations) == 15
    assert median(deviations) == pytest.approx(0.130, abs=0.001)
    assert (min(deviations), max(deviations)) == (pytest.approx(0.069, abs=0.001), pytest.approx(0.156, abs=0.001))
    collection = Collection(
        load(folder / "2019qrels.txt", parse_qrels),
        {str(number): {topic: one.docnos for topic, one in run.items()} for number, run in enumerate(runs)},
    )
    noise = estimate_power(collection, Setup(), 1).noise
    assert noise == pytest.approx(0.027, abs=0.002)
    assert (0.1295**2 - noise**2) ** 0.5 == pytest.approx(DEVIATION, abs=0.001)
