"""Pooling: from runs to the items of each topic to grade."""

from collections.abc import Iterable

from assess.errors import ParameterError
from assess.formats.runs import Run

# The usual depth of a pool for shallow assessment.
DEPTH = 10


def pool_runs(runs: Iterable[Run], depth: int = DEPTH) -> dict[str, list[str]]:
    """Return the union of the top *depth* items of each run, per topic; topics and docnos are sorted."""
    if depth < 1:
        raise ParameterError(f"found depth = {depth}, expected at least 1: the items taken from the top of each run")
    pools: dict[str, set[str]] = {}
    for run in runs:
        for topic, ranking in run.rankings.items():
            pools.setdefault(topic, set()).update(ranking.docnos[:depth])
    return {topic: sorted(pools[topic]) for topic in sorted(pools)}
