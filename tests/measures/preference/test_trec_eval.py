"""trec_eval's own output for the preference files that we write.

The values come from the code of trec_eval 9 that is compiled into pytrec-eval-terrier 0.5.11: its readers
(``te_get_prefs``, ``te_get_qrels_prefs``, ``te_get_trec_results``) got the files below, and each measure of the topic
was computed by the function behind its name. There is no command line around it, so nothing was rounded.
"""

from pathlib import Path
from statistics import fmean

import pytest

import assess
from assess.files import load
from assess.formats.groups import format_groups, group_judgments
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.graph.building import KINDS, Kind, topic_graph

NAMES = [f"prefs_{name}{suffix}" for name in ("simp", "pair", "avgjg") for suffix in ("", "_imp", "_ret")]
EDGES = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "b"), ("b", "a"), ("a", "d"), ("e", "d")]
RANKING = ["b", "x", "a", "c"]
VALUES = [0.42857142857142855, 0.5, 0.4, 0.4666666666666666, 0.5833333333333333, 0.4444444444444444]
VALUES += [0.42857142857142855, 0.42857142857142855, 0.2857142857142857]

# Means over the topics that are judged (real 171, derived and combined 173) of two runs on TREC CAsT 2019. Real: the
# file of format_groups(group_judgments(preferences)) as prefs; derived: 2019qrels.txt as qrels_prefs; combined: the
# groups of both in one file of prefs.
MEANS: dict[tuple[str, str], list[float]] = {
    ("real", "exp1"): [
        *(0.1711476254, 0.2771481206, 0.2273526040, 0.1712622025, 0.2800902174, 0.2297335103),
        *(0.1711476254, 0.1711476254, 0.0655872487),
    ],
    ("real", "exp12"): [
        *(0.5144039864, 0.5966267209, 0.5487344749, 0.5163442900, 0.6035059386, 0.5509237879),
        *(0.5144039864, 0.5144039864, 0.3272680006),
    ],
    ("derived", "exp1"): [0.1793781324, 0.3505081059, 0.3213542414] * 3,
    ("derived", "exp12"): [0.5055256987, 0.8153542698, 0.6180002084] * 3,
    ("combined", "exp1"): [
        *(0.1790514860, 0.3493088958, 0.3208717969, 0.1792376448, 0.3498367512, 0.3213881613),
        *(0.1690629123, 0.1733439800, 0.0712824126),
    ],
    ("combined", "exp12"): [
        *(0.5053250686, 0.8104435040, 0.6121286966, 0.5055690276, 0.8120900689, 0.6145312662),
        *(0.5144538439, 0.5229692960, 0.3369200930),
    ],
}


def our_value(name: str, graph: assess.PreferenceGraph, ranking: list[str]) -> float:
    _, kind, *suffix = name.split("_")
    value: float = getattr(assess, f"prefs_{kind}")(graph, ranking, count=suffix[0] if suffix else "all")
    return value


def test_the_file_that_trec_eval_got() -> None:
    lines = format_groups(group_judgments({"t1": EDGES})).splitlines()
    assert lines[:4] == ["t1 1 0 a 2.0", "t1 1 0 b 1.0", "t1 2 0 b 2.0", "t1 2 0 c 1.0"]
    assert len(lines) == 14


@pytest.mark.parametrize(("name", "expected"), list(zip(NAMES, VALUES, strict=True)))
def test_contradicting_and_repeated_judgments_score_as_in_trec_eval(name: str, expected: float) -> None:
    assert our_value(name, assess.PreferenceGraph(EDGES), RANKING) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("kind", KINDS)
def test_runs_on_cast_2019_score_as_in_trec_eval(shared_data: Path, kind: Kind) -> None:
    cast = shared_data / "cast2019"
    preferences = load(cast / "TREC-CAsT-2019.pref", parse_preferences)
    qrels = load(cast / "2019qrels.txt", parse_qrels)
    topics = sorted(preferences if kind == "real" else qrels)
    graphs = {topic: topic_graph(kind, preferences.get(topic, ()), qrels.get(topic, {})) for topic in topics}
    for run in ("exp1", "exp12"):
        rankings = load(cast / "runs" / f"{run}.run.gz", parse_run).rankings
        found = [
            fmean(our_value(name, graph, list(rankings[topic].docnos)) for topic, graph in graphs.items())
            for name in NAMES
        ]
        assert found == pytest.approx(MEANS[kind, run], abs=1e-10)
