"""Topics drawn with replacement."""

import numpy as np
import pytest

from assess.errors import ParameterError
from assess.stats.resampling import topic_counts


def test_each_draw_has_the_original_number_of_topics() -> None:
    counts = topic_counts(7, 20, np.random.default_rng(1))
    assert counts.shape == (20, 7)
    assert counts.sum(axis=1).tolist() == [7] * 20


def test_drawing_from_no_topics_is_refused() -> None:
    with pytest.raises(ParameterError, match="0 topics"):
        topic_counts(0, 1, np.random.default_rng(1))
