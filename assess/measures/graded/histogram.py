"""Precision histograms: two runs compared topic by topic."""

from collections.abc import Mapping

from assess.errors import ParameterError


def precision_histogram(first: Mapping[str, float], second: Mapping[str, float]) -> dict[str, float]:
    """Return the value of the first run minus the value of the second, for each topic in ascending order.

    A bar above 0 is a topic on which the first run is better. The book takes R-precision (``Rprec`` of ir_measures);
    any measure will do.

    Parameters
    ----------
    first, second : mapping of topic to value
        The values of a measure for two runs, on the same topics.

    Examples
    --------
    >>> precision_histogram({"q1": 0.5, "q2": 0.25}, {"q1": 0.25, "q2": 0.5})
    {'q1': 0.25, 'q2': -0.25}

    References
    ----------
    Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", chapter 4.
    """
    if alone := sorted(first.keys() ^ second.keys()):
        raise ParameterError(
            f"found topics with a value for one run only ({' '.join(alone)}), expected the same topics"
        )
    return {topic: first[topic] - second[topic] for topic in sorted(first)}
