"""Preference graphs and rank vectors to score: W1 to W4, and graphs of growing size."""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp
from pathlib import Path
from random import Random

from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.graph.building import KINDS, Kind

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "cast2019"
RUNS, DEPTH = 42, 1000

Edges = list[tuple[str, str]]


@dataclass(frozen=True)
class Topic:
    """A graph with numbered items: all its edges; or the judged edges, and grade levels that replace the others."""

    n: int
    pairs: "array[int]"
    ranks: "array[int]"
    judged_pairs: "array[int]"
    levels: "array[int] | None"


@dataclass(frozen=True)
class Workload:
    name: str
    runs: int
    topics: list[Topic]

    @property
    def scores(self) -> int:
        return self.runs * len(self.topics)


def workloads() -> Iterator[Workload]:
    """Judgments as in CAsT 2019 (the real ones if available), and one topic of 2,000 items."""
    preferences, grades = _real() if SHARED.is_dir() else _made_up(Random("judgments"))
    for number, kind in enumerate(KINDS, start=1):
        yield Workload(f"W{number} {kind}", RUNS, list(_topics(kind, preferences, grades)))
    yield Workload("W4 2,000 items", 100, [grown(2000, 200_000, 100)])


def grown(n: int, m: int, runs: int) -> Topic:
    """One topic with this many items and noisy judgments."""
    rng = Random(f"{n} {m}")
    quality = [rng.gauss(0, 1) for _ in range(n)]
    pairs = array("i")
    for _ in range(m):
        a, b = rng.sample(range(n), 2)
        pairs.extend((a, b) if rng.random() < 1 / (1 + exp(1.5 * (quality[b] - quality[a]))) else (b, a))
    return Topic(n, pairs, _ranks(quality, runs, rng, found=min(0.4, 800 / n)), pairs, None)


def _topics(kind: Kind, preferences: Mapping[str, Edges], grades: Mapping[str, Mapping[str, float]]) -> Iterator[Topic]:
    for topic in sorted(preferences if kind == "real" else grades):
        edges = preferences.get(topic, []) if kind != "derived" else []
        graded = grades[topic] if kind != "real" else {}
        docnos = sorted({*graded, *(docno for edge in edges for docno in edge)})
        number = {docno: i for i, docno in enumerate(docnos)}
        judged = array("i", [number[docno] for edge in edges for docno in edge])
        derived = [(number[a], number[b]) for a in graded for b in graded if graded[a] > graded[b]]
        level = {grade: i for i, grade in enumerate(sorted(set(graded.values())))}
        levels = array("i", [level[graded[docno]] if docno in graded else -1 for docno in docnos]) if graded else None
        rng = Random(topic)
        ranks = _ranks([grades[topic].get(docno, 0) for docno in docnos], RUNS, rng)
        yield Topic(len(docnos), judged + array("i", [v for pair in derived for v in pair]), ranks, judged, levels)


def _ranks(quality: list[float], runs: int, rng: Random, found: float | None = None) -> "array[int]":
    """The ranks of the items in runs from poor to good; 0 if a run lacks the item."""
    ranks = array("i")
    for run in range(runs):
        skill = 0.1 + 1.2 * run / (runs - 1)
        chance = [found or min(0.98, 0.30 + 0.08 * q + 0.30 * skill) for q in quality]
        held = [i for i in range(len(quality)) if rng.random() < chance[i]][:DEPTH]
        held.sort(key=lambda i: -skill * quality[i] + rng.gauss(0, 1))
        of_run = [0] * len(quality)
        for i, rank in zip(held, sorted(rng.sample(range(1, DEPTH + 1), len(held))), strict=True):
            of_run[i] = rank
        ranks.extend(of_run)
    return ranks


def _real() -> tuple[dict[str, Edges], dict[str, dict[str, int | float]]]:
    return load(SHARED / "TREC-CAsT-2019.pref", parse_preferences), load(SHARED / "2019qrels.txt", parse_qrels)


def _made_up(rng: Random) -> tuple[dict[str, Edges], dict[str, dict[str, int | float]]]:
    """Judgments of the same shape: 173 topics of 90 to 250 items, the best of them compared in pairs."""
    preferences: dict[str, Edges] = {}
    grades: dict[str, dict[str, int | float]] = {}
    for number in range(173):
        topic = f"t{number:03}"
        docnos = [f"D{i:04}" for i in range(rng.randint(90, 250))]
        grades[topic] = {docno: rng.choices(range(5), [72, 10, 8, 5, 5])[0] for docno in docnos}
        pool = sorted(docnos, key=lambda docno: -grades[topic][docno])[: rng.choice([8, 9, 12, 16, 30])]
        quality = {docno: rng.gauss(0, 1) for docno in pool}
        pairings = [rng.sample(pool, 2) for _ in range(5 * len(pool))]
        preferences[topic] = [(a, b) if quality[a] + rng.gauss(0, 1) > quality[b] else (b, a) for a, b in pairings]
    return preferences, grades
