"""The scores of two pages, each against the other, as one number."""

import numpy as np
from numpy.typing import NDArray


def paired_score(score: float, opponent_score: float) -> float:
    """Return how likely the first of two pages is preferred to the second, given the score of each: 0 to 1.

    Parameters
    ----------
    score, opponent_score : float
        Any measure of the first page, and the same measure of the second.

    Notes
    -----
    Equation 1 of the paper asks for the probability that the first system is preferred. Its equation 7 prints
    1 / (1 + exp(PWP(S1|S2) - PWP(S2|S1))), which falls as the first system gets better: that is the probability for
    the second. This function has the other sign. The value as printed is ``paired_score(opponent_score, score)``, or
    1 minus this value. Correlations over topics only change their sign.

    References
    ----------
    Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020: equation 7.

    Examples
    --------
    >>> round(paired_score(0.9, 0.2), 6), paired_score(0.4, 0.4)
    (0.668188, 0.5)
    """
    return float(paired_scores(np.array([score]), np.array([opponent_score]))[0])


def paired_scores(scores: NDArray[np.float64], opponents: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the paired score of each run, given its score and that of its opponent; NaN if one of them is."""
    from scipy.special import expit  # takes a while to import, and most scores are not paired

    found: NDArray[np.float64] = expit(scores - opponents)
    return found
