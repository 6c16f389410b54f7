"""`assess score` of 42 run files, 7.3 million lines, compared with ir_measures and with only reading them."""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import tables
import workloads

RUNS = 42
SCORE = "assess score, combined PGC"
ONE_PROCESS = "the same, one process"
READING = "assess, reading alone"
BYTES = "the bytes alone"
NDCG = "ir_measures, nDCG@3"

READ_RANKS = """
import sys
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.formats.run_ranks import JudgedItems
qrels, *runs = sys.argv[1:]
judged = JudgedItems(load(qrels, parse_qrels))
for run in runs:
    load(run, judged.ranks)
"""
READ_BYTES = """
import sys
from assess.files import read_bytes
for path in sys.argv[1:]:
    read_bytes(path)
"""
IR_MEASURES = """
import sys
import ir_measures
qrels, *runs = sys.argv[1:]
evaluator = ir_measures.evaluator([ir_measures.nDCG @ 3], ir_measures.read_trec_qrels(qrels))
for run in runs:
    print(run, evaluator.calc_aggregate(ir_measures.read_trec_run(run)))
"""


def run() -> None:
    workloads.judgments()
    qrels, prefs = str(workloads.FOLDER / "cast.qrels"), str(workloads.preferences())
    runs = list(map(str, workloads.run_files(RUNS)))
    python = [sys.executable, "-c"]
    score = [sys.executable, "-m", "assess", "score", "--prefs", prefs, "--qrels", qrels, "-p", "0.8"]
    commands = {
        SCORE: [*score, *runs],
        ONE_PROCESS: [*score, "-j", "1", *runs],
        READING: [*python, READ_RANKS, qrels, *runs],
        BYTES: [*python, READ_BYTES, *runs],
    }
    times = _medians(commands, rounds=3) | _medians({NDCG: [*python, IR_MEASURES, qrels, *runs]}, rounds=1)
    rows = [
        [name, f"{wall:.2f}", f"{cpu:.2f}", f"{times[NDCG][0] / wall:.1f}", f"{cpu / times[READING][1]:.2f}"]
        for name, (wall, cpu) in times.items()
    ]
    tables.show(["", "seconds", "CPU seconds", "faster than ir_measures", "CPU, to reading alone"], rows)


def _medians(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, tuple[float, float]]:
    """Median wall-clock and CPU seconds of each command; the commands run in turn."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            taken[name].append(_seconds(command))
    return {
        name: (statistics.median(w for w, _ in of), statistics.median(c for _, c in of)) for name, of in taken.items()
    }


def _seconds(command: Sequence[str]) -> tuple[float, float]:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=Path(__file__).parent)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
