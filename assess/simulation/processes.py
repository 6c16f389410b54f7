"""Trials on several cores: the same trials, in the same order, however many processes run them."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from assess.simulation.trial import Collection, Setup, Trial, simulate

# Which setup, and which seed.
Task = tuple[int, int]
# Passes on what it is given, and may show how far it is: a label, the things, and how many they are.
ShowProgress = Callable[[str, Iterable[Any], int], Iterable[Any]]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def no_progress(_: str, things: Iterable[Any], __: int) -> Iterable[Any]:
    """Pass on the things without showing anything."""
    return things


def run_trials(
    collection: Collection,
    setups: Sequence[Setup],
    seeds: Sequence[int],
    jobs: int,
    show: ShowProgress = no_progress,
) -> list[list[Trial]]:
    """Simulate every setup with every seed; return the trials of each setup."""
    tasks = [(number, seed) for number in range(len(setups)) for seed in seeds]
    trials = list(show("Simulating", _results(collection, setups, tasks, jobs), len(tasks)))
    return [trials[first : first + len(seeds)] for first in range(0, len(trials), len(seeds))]


def _results(collection: Collection, setups: Sequence[Setup], tasks: Sequence[Task], jobs: int) -> Iterator[Trial]:
    if min(jobs, len(tasks)) <= 1:
        yield from (simulate(collection, setups[number], seed) for number, seed in tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), initializer=_prepare, initargs=(collection, setups)) as pool:
        yield from pool.map(_trial, tasks)


# What a worker process works on, put there once when it starts.
_given: list[tuple[Collection, Sequence[Setup]]] = []


def _prepare(collection: Collection, setups: Sequence[Setup]) -> None:
    _given[:] = [(collection, setups)]


def _trial(task: Task) -> Trial:
    [(collection, setups)] = _given
    return simulate(collection, setups[task[0]], task[1])
