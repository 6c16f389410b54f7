"""Reading a run of 173,000 lines, compressed and not, compared with ir_measures."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import ir_measures
import tables
import timing
import workloads

from assess import extension
from assess.files import load, read_bytes
from assess.formats.run_ranks import JudgedItems
from assess.formats.runs import parse_run

YARDSTICK = "ir_measures.read_trec_run"
LINES = workloads.TOPICS * workloads.DEPTH


def run() -> None:
    plain = workloads.run_files(1)[0]
    judged, rows = workloads.judgments(), []
    files = {"plain": plain, "gzip": workloads.packed(plain)}
    seconds = {kind: timing.take_turns(_ways(path, judged)) for kind, path in files.items()}
    for name in seconds["plain"]:
        cells = [name]
        for times in seconds.values():
            cells += [f"{LINES / times[name] / 1e6:.2f}", f"{times[YARDSTICK] / times[name]:.1f}"]
        rows.append(cells)
    tables.show(["reader", "plain, M lines/s", "ratio", "gzip, M lines/s", "ratio"], rows)


def _ways(path: Path, judged: dict[str, dict[str, int | float]]) -> dict[str, Callable[[], object]]:
    compiled = JudgedItems(judged)
    with pure_python():
        pure = JudgedItems(judged)
    ways: dict[str, Callable[[], object]] = {
        YARDSTICK: lambda: sum(1 for _ in ir_measures.read_trec_run(str(path))),
        "the same, kept by topic": lambda: _by_topic(path),
        "assess, pure: parse_run": lambda: _purely(lambda: load(path, parse_run)),
        "assess, pure: judged ranks": lambda: _purely(lambda: load(path, pure.ranks)),
        "the bytes alone": lambda: read_bytes(path),
    }
    if extension.native:
        ways["assess, compiled: parse_run"] = lambda: load(path, parse_run)
        ways["assess, compiled: judged ranks"] = lambda: load(path, compiled.ranks)
    return ways


def _by_topic(path: Path) -> dict[str, dict[str, float]]:
    """The scores of a run by topic and docno, as a measure needs them."""
    topics: dict[str, dict[str, float]] = {}
    for line in ir_measures.read_trec_run(str(path)):
        topics.setdefault(line.query_id, {})[line.doc_id] = line.score
    return topics


def _purely(read: Callable[[], object]) -> object:
    with pure_python():
        return read()


@contextmanager
def pure_python() -> Iterator[None]:
    native, extension.native = extension.native, None
    try:
        yield
    finally:
        extension.native = native
