"""CPU time of several ways to do the same thing, measured in turn so that a busy machine slows all of them equally."""

import gc
import statistics
import time
from collections.abc import Callable, Mapping


def take_turns(ways: Mapping[str, Callable[[], object]], rounds: int = 7) -> dict[str, float]:
    """The median CPU seconds of each way, after one unmeasured call."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, way in ways.items():
            gc.collect()
            start = time.process_time()
            way()
            if turn:
                seconds[name].append(time.process_time() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}
