"""Process run files on all cores of this machine."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar, cast

from assess import files
from assess.formats.run_order import Order
from assess.scoring.reading import read_file
from assess.scoring.scoring_plan import ScoringPlan
from assess.scoring.table import ScoredRun

T = TypeVar("T")
Work = Callable[[ScoringPlan, files.AnyPath, Order], T]

# What a worker process needs for each path. The plan is large, so it is sent once per process.
_worker_state: list[tuple[Work[object], ScoringPlan, Order]] = []


def score_file(plan: ScoringPlan, path: files.AnyPath, order: Order) -> ScoredRun:
    """The run in this file with its scores."""
    reading = read_file(plan, path, order)
    return ScoredRun.of(plan, reading, reading.values(plan))


def map_files(
    work: Work[T], plan: ScoringPlan, paths: Sequence[files.AnyPath], order: Order, processes: int | None = None
) -> Iterator[T]:
    """Call *work* on each file and yield the results in the order of the paths; by default on all cores."""
    workers = min(processes or _cores(), len(paths))
    if workers < 2 or files.STANDARD in paths:  # only this process can read standard input
        yield from (work(plan, path, order) for path in paths)
        return
    plan.judged_items  # noqa: B018  # prepared before the workers start, so that they share it
    pool = ProcessPoolExecutor(workers, initializer=_initialize_worker, initargs=(work, plan, order))
    try:
        yield from cast(Iterator[T], pool.map(_process_file, paths))
    finally:
        pool.shutdown(cancel_futures=True)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _initialize_worker(work: Work[object], plan: ScoringPlan, order: Order) -> None:
    _worker_state[:] = [(work, plan, order)]


def _process_file(path: files.AnyPath) -> object:
    [(work, plan, order)] = _worker_state
    return work(plan, path, order)
