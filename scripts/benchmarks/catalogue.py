"""Every measure of the catalogue compared with reading the run files, and P@H of many simulated users."""

import time

import numpy as np
import tables
import timing
import workloads

import assess
from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.measures.browsing.browsing_models import RankBiased, Walk
from assess.measures.catalogue import MEASURES
from assess.scoring import make_plan
from assess.scoring.by_topic import score_by_topic
from assess.scoring.reading import read_file

RUNS = 6
DEPTHS = (112, 1000)  # the public runs of CAsT 2019 have 112 items a topic, those at TREC 1,000
USERS, ITEMS = 100_000, 1000


def run() -> None:
    found = {depth: _ratios(depth) for depth in DEPTHS}
    rows = [[name, *(f"{found[depth][name]:.2f}" for depth in DEPTHS)] for name in MEASURES]
    print(f"CPU time to score {RUNS} runs of {workloads.TOPICS} topics, to that of reading their files:")
    tables.show(["measure", *(f"{depth:,} items a topic" for depth in DEPTHS)], rows)
    print(f"\nSeconds for {USERS:,} simulated users of a run of {ITEMS:,} items:")
    tables.show(["users", "seconds"], [[name, f"{seconds:.2f}"] for name, seconds in _simulated().items()])


def _ratios(depth: int) -> dict[str, float]:
    paths = [workloads.packed(path) for path in workloads.run_files(RUNS, depth)]
    qrels, preferences = workloads.judgments(), load(workloads.preferences(), parse_preferences)
    ratios = {}
    for name, kind in MEASURES.items():
        label = f"{name}(against=sys0)" if kind.of_two_runs else name
        plan = make_plan(preferences, qrels, [label])
        readings = [read_file(plan, path) for path in paths]
        ways = {
            "reading": lambda plan=plan: [read_file(plan, path) for path in paths],
            "scoring": lambda plan=plan, readings=readings: score_by_topic(plan, readings),
        }
        seconds = timing.take_turns(ways, rounds=3)
        ratios[name] = seconds["scoring"] / seconds["reading"]
    return ratios


def _simulated() -> dict[str, float]:
    relevance = [1, 0, 0, 1, 0] * (ITEMS // 5)
    ways = {
        "RBP, p = 0.99": (RankBiased(0.99), 0.0),
        "walk, stop 0.25, loss": (Walk(0.5, 0.25), 0.25),
        "walk, stop 0.05, loss": (Walk(0.6, 0.35), 0.25),
        "walk, stop 0.01, loss": (Walk(0.6, 0.39), 0.25),
    }
    seconds = {}
    for name, (model, loss) in ways.items():
        start = time.perf_counter()
        assess.p_at_h_distribution(relevance, model=model, loss=loss, users=USERS, rng=np.random.default_rng(1))
        seconds[name] = time.perf_counter() - start
    return seconds
