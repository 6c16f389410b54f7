"""Every expected score of six runs of TREC CAsT 2019, and the table of their means."""

import csv
import gzip
from functools import partial
from statistics import fmean

import pytest

from assess import files
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.measures.classical import Classical
from assess.measures.compatibility import compatibility
from assess.measures.pgc import pgc
from assess.scoring.scoring_plan import Judgments

RUNS = ["exp1", "exp5", "exp7", "exp12", "exp13", "exp16"]
TOURNAMENT = 10  # levels from here on are the tournament's top five, those below are grades

# Means from the README of cast2019, to four places.
MEANS = {
    "ndcg@3": [0.1422, 0.3436, 0.5041, 0.5233, 0.3542, 0.5660],
    "ndcg@10": [0.1442, 0.3247, 0.4516, 0.5010, 0.3450, 0.5353],
    "compat-graded-p0.8": [0.0683, 0.1982, 0.3110, 0.3530, 0.2056, 0.3916],
    "compat-combined-p0.8": [0.0433, 0.1141, 0.2132, 0.2627, 0.1242, 0.2945],
    "compat-top5-p0.8": [0.0307, 0.0888, 0.1935, 0.2413, 0.0999, 0.2763],
    "compat-combined-p0.95": [0.0929, 0.2178, 0.3010, 0.3527, 0.2314, 0.3820],
    "pgc-real-p0.8": [0.0306, 0.0899, 0.1863, 0.2271, 0.1009, 0.2588],
    "pgc-derived-p0.8": [0.0793, 0.2091, 0.3206, 0.3577, 0.2173, 0.3961],
    "pgc-combined-p0.8": [0.0483, 0.1185, 0.2122, 0.2587, 0.1287, 0.2850],
    "pgc-real-p0.95": [0.0428, 0.1130, 0.1809, 0.2199, 0.1241, 0.2430],
}
MEASURES = [*MEANS, "compat-graded-p0.95", "compat-top5-p0.95", "pgc-real-nrbo-p0.8"]


def topic_graphs(kind, preferences, qrels):
    judged = Judgments.of(preferences, qrels, kind).by_topic()
    return {topic: of.preference_graph for topic, of in judged.items() if of.preference_graph is not None}


@pytest.fixture(scope="module")
def cast(shared_data):
    return shared_data / "cast2019"


@pytest.fixture(scope="module")
def expected(cast):
    """(measure, run) -> topic -> value to ten places."""
    scores: dict[tuple[str, str], dict[str, float]] = {}
    with gzip.open(cast / "expected_scores.tsv.gz", "rt") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            scores.setdefault((row["measure"], row["run"]), {})[row["topic"]] = float(row["value"])
    assert sum(map(len, scores.values())) == 13_434
    assert {measure for measure, _ in scores} == set(MEASURES)
    return scores


@pytest.fixture(scope="module")
def runs(cast):
    return {name: files.load(cast / "runs" / f"{name}.run.gz", parse_run).rankings for name in RUNS}


@pytest.fixture(scope="module")
def judgments(cast):
    """What each measure rests on: levels for compatibility, graphs for PGC."""
    grades = files.load(cast / "2019qrels.txt", parse_qrels)
    levels = files.load(cast / "TREC-CAsT-2019.qrels", parse_qrels)
    top = {t: {d: level for d, level in of.items() if level >= TOURNAMENT} for t, of in levels.items()}
    preferences = files.load(cast / "TREC-CAsT-2019.pref", parse_preferences)
    return {
        "compat-graded": grades,
        "compat-combined": levels,
        "compat-top5": {topic: of for topic, of in top.items() if of},
        "pgc-real": topic_graphs("real", preferences, grades),
        "pgc-derived": topic_graphs("derived", preferences, grades),
        "pgc-combined": topic_graphs("combined", preferences, grades),
    }


@pytest.fixture(scope="module")
def scores(cast, judgments, runs):
    """(measure, run) -> topic -> value.

    The published nDCG has equal scores in the order of trec_eval, the other measures in ascending order of docnos.
    """
    classical = Classical(["nDCG@3", "nDCG@10"], judgments["compat-graded"])
    sorted_runs = {
        run: files.load(cast / "runs" / f"{run}.run.gz", partial(parse_run, order="trec_eval")) for run in RUNS
    }
    ndcg = {run: classical.scores({t: r.docnos for t, r in sorted_runs[run].rankings.items()}) for run in RUNS}

    def score(measure: str, run: str) -> dict[str, float]:
        if measure.startswith("ndcg"):
            return ndcg[run][measure.replace("ndcg", "nDCG")]
        basis, _, p = measure.rpartition("-p")
        normalize = basis.endswith("-nrbo") or basis.startswith("compat")
        function = compatibility if basis.startswith("compat") else pgc
        by_topic = judgments[basis.removesuffix("-nrbo")]
        return {
            topic: function(judged, runs[run][topic].docnos, float(p), normalize=normalize)
            for topic, judged in by_topic.items()
        }

    return {(measure, run): score(measure, run) for measure in MEASURES for run in RUNS}


@pytest.mark.parametrize("measure", MEASURES)
def test_each_topic_of_each_run_scores_as_expected(scores, expected, measure):
    for run in RUNS:
        assert scores[measure, run] == pytest.approx(expected[measure, run], abs=6e-11), run


@pytest.mark.parametrize("measure", MEANS)
def test_the_means_of_the_table(scores, measure):
    assert [round(fmean(scores[measure, run].values()), 4) for run in RUNS] == MEANS[measure]


def test_reading_the_preferred_docno_wrongly_would_show(cast, runs):
    """With columns 2 and 3 taken for winner and loser exp12 scores 0.137 (over all 173 graded topics), not 0.227."""
    misread: dict[str, list[tuple[str, str]]] = {}
    for line in (cast / "TREC-CAsT-2019.pref").read_text().splitlines():
        topic, a, b, _ = line.split()
        misread.setdefault(topic, []).append((a, b))
    graphs = topic_graphs("real", misread, None)
    total = sum(pgc(graph, runs["exp12"][topic].docnos, 0.8) for topic, graph in graphs.items())
    assert total / 173 == pytest.approx(0.137, abs=5e-4)


def published_compatibility(levels: dict[str, float], run: list[str], p: float, depth: int = 1000) -> float:
    """The definition as the authors' program computes it: sets that grow with the rank, intersected at each."""

    def overlap(first: list[str], second: list[str]) -> float:
        seen_first, seen_second = set(), set()
        score, total, weight = 0.0, 0.0, 1.0
        for i in range(depth):
            seen_first.update(first[i : i + 1])
            seen_second.update(second[i : i + 1])
            score += weight * len(seen_first & seen_second) / (i + 1)
            total += weight
            weight *= p
        return score / total

    ideal = sorted((d for d in levels if levels[d] > 0), key=lambda d: run.index(d) if d in run else len(run))
    ideal.sort(key=lambda d: levels[d], reverse=True)
    best = overlap(ideal, ideal)
    return overlap(run, ideal) / best if best else 0.0


@pytest.mark.parametrize(("basis", "p"), [("compat-graded", 0.95), ("compat-combined", 0.8)])
def test_compatibility_equals_the_published_program_to_the_last_digit(judgments, runs, basis, p):
    for topic in sorted(judgments[basis])[::12]:
        levels = judgments[basis][topic]
        for run in RUNS:
            docnos = runs[run][topic].docnos
            assert compatibility(levels, docnos, p) == published_compatibility(levels, docnos, p), (run, topic)
