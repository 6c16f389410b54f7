"""Topics drawn with replacement, as if other topics of the same kind had been chosen."""

import numpy as np
from numpy.typing import NDArray

from assess.errors import ParameterError

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


def topic_counts(topics: int, draws: int, rng: np.random.Generator) -> Counts:
    """The number of times that each topic is drawn, with replacement: a row for each draw of *topics* topics."""
    if topics < 1:
        raise ParameterError(f"found {topics} topics, expected at least 1 to draw from")
    return rng.multinomial(topics, np.full(topics, 1 / topics), size=draws)
