"""Simulated campaigns on all cores: the same trials, in the same order, whatever their number."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import click

from assess.cli.output.progress import with_progress
from assess.simulation.trial import Collection, Setup, Trial, simulate

# Which setup, and which seed.
Task = tuple[int, int]

jobs_option = click.option(
    "--jobs", type=click.IntRange(1), default=lambda: cores(), show_default="all cores", help="Processes to use."
)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_trials(collection: Collection, setups: Sequence[Setup], seeds: Sequence[int], jobs: int) -> list[list[Trial]]:
    """Simulate every setup with every seed; return the trials of each setup."""
    tasks = [(number, seed) for number in range(len(setups)) for seed in seeds]
    results = with_progress("Simulating", _results(collection, setups, tasks, jobs), length=len(tasks))
    trials = list(results)
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
