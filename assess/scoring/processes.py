"""Run files spread over the cores of this machine."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar, cast

from assess import files
from assess.formats.runs import Order
from assess.scoring.reading import read_file
from assess.scoring.scoring_plan import ScoringPlan
from assess.scoring.table import ScoredRun

T = TypeVar("T")
Work = Callable[[ScoringPlan, files.AnyPath, Order], T]

# What a worker process does with each path it gets: the plan is large, and sent once.
_adopted: list[tuple[Work[object], ScoringPlan, Order]] = []


def score_file(plan: ScoringPlan, path: files.AnyPath, order: Order) -> ScoredRun:
    """The run in this file with its scores."""
    reading = read_file(plan, path, order)
    return ScoredRun.of(plan, reading, reading.values(plan))


def spread(
    work: Work[T], plan: ScoringPlan, paths: Sequence[files.AnyPath], order: Order, processes: int | None = None
) -> Iterator[T]:
    """The *work* on each file in the order of the paths, on all cores unless told otherwise."""
    workers = min(processes or _cores(), len(paths))
    if workers < 2 or files.STANDARD in paths:  # only this process has the standard input
        yield from (work(plan, path, order) for path in paths)
        return
    plan.judged_items  # noqa: B018  # made ready before the workers are, which then share it
    pool = ProcessPoolExecutor(workers, initializer=_adopt, initargs=(work, plan, order))
    try:
        yield from cast(Iterator[T], pool.map(_do, paths))
    finally:
        pool.shutdown(cancel_futures=True)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _adopt(work: Work[object], plan: ScoringPlan, order: Order) -> None:
    _adopted[:] = [(work, plan, order)]


def _do(path: files.AnyPath) -> object:
    [(work, plan, order)] = _adopted
    return work(plan, path, order)
