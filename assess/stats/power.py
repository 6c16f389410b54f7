"""The power of a comparison: which difference between two systems a number of topics can detect."""

from math import sqrt

from scipy.special import nctdtrinc, stdtrit

from assess.errors import NotDefinedError

ALPHA, POWER = 0.05, 0.8


def smallest_detectable(topics: int, deviation: float, alpha: float = ALPHA, power: float = POWER) -> float:
    """Return the smallest true difference in means that a paired t-test finds with this *power*.

    Parameters
    ----------
    topics
        Number of topics on which both systems are scored.
    deviation
        Standard deviation over topics of the difference between the systems.
    alpha
        Level of the two-sided test. A significant difference in the wrong
        direction does not count as found.
    power
        Probability that the test is significant if the systems differ.

    References
    ----------
    Cohen, "Statistical power analysis for the behavioral sciences", 2nd ed.,
    1988, section 2.3.5.
    Sakai, "Topic set size design", Information Retrieval Journal 19, 2016.
    """
    if topics < 2:
        raise NotDefinedError(f"power is not defined because a paired t-test needs 2 topics, found {topics}")
    critical = stdtrit(topics - 1, 1 - alpha / 2)
    return float(nctdtrinc(topics - 1, 1 - power, critical)) / sqrt(topics) * deviation
