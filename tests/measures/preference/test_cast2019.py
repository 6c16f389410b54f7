"""Measures of preferences for the six runs on TREC CAsT 2019: equal to the literal definitions, and plausible."""

from pathlib import Path
from statistics import fmean

import pytest

import assess
from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.graph.building import KINDS, Kind, topic_graph
from assess.scoring import score_files
from tests.measures.preference import literal

RUNS = ["exp1", "exp5", "exp7", "exp12", "exp13", "exp16"]
LITERAL = {"ppref": {"cutoff": 10}, "rpref": {}, "wpref": {}, "nwpref": {"cutoff": 10}, "appref": {}}


@pytest.fixture(scope="module")
def cast(shared_data: Path) -> Path:
    return shared_data / "cast2019"


@pytest.mark.parametrize("kind", KINDS)
def test_equal_to_the_literal_definitions(cast: Path, kind: Kind) -> None:
    preferences = load(cast / "TREC-CAsT-2019.pref", parse_preferences)
    qrels = load(cast / "2019qrels.txt", parse_qrels)
    rankings = load(cast / "runs" / "exp12.run.gz", parse_run).rankings
    for topic in sorted(preferences)[::40]:
        graph = topic_graph(kind, preferences[topic], qrels[topic])
        ranking = list(rankings[topic].docnos)[:40]
        for name, settings in LITERAL.items():
            expected = getattr(literal, name)(graph, ranking, **settings)
            assert getattr(assess, name)(graph, ranking, **settings) == pytest.approx(expected, abs=1e-12), (
                topic,
                name,
            )


def test_the_runs_that_other_measures_find_best_and_worst_are_so_here_too(cast: Path) -> None:
    """exp1 is the worst and exp16 the best by nDCG, compatibility and PGC: see the README of the data."""
    names = [
        "ppref(cutoff=10)",
        "rpref",
        "wpref(pairs=all)",
        "nwpref(cutoff=10)",
        "appref",
        "prefs_pair",
        "prefs_avgjg",
    ]
    preferences = load(cast / "TREC-CAsT-2019.pref", parse_preferences)
    qrels = load(cast / "2019qrels.txt", parse_qrels)
    runs = [cast / "runs" / f"{run}.run.gz" for run in RUNS]
    scores = score_files(runs, preferences, qrels, measures=names, processes=1)
    assert len(scores) == len(RUNS)
    by_file = dict(zip(RUNS, scores.values(), strict=True))
    for name in names:
        means = {run: fmean(values[name].values()) for run, values in by_file.items()}
        assert (min(means, key=means.__getitem__), max(means, key=means.__getitem__)) == ("exp1", "exp16"), name
