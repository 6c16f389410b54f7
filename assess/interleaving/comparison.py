"""Which run is preferred over many impressions, and whether chance could explain it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import fmean

from assess.interleaving.credit import credit
from assess.interleaving.lists import InterleavedList
from assess.stats.sign_flip import sign_flip_p

# A preference closer to zero is a rounding error.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Impression:
    """One showing of an interleaved list to a user, and the places that they clicked, from 1."""

    topic: str
    shown: InterleavedList
    clicked: Collection[int]


@dataclass(frozen=True, slots=True)
class ClickOutcome:
    """What impressions, or topics, say about two runs.

    Parameters
    ----------
    compared : int
        Impressions (or topics) with at least one click; only they count.
    unclicked : int
        Impressions (or topics) without a click.
    wins, losses, ties : float
        How often the first run is preferred, the second is, and neither is.
        For probabilistic interleaving they are expected numbers.
    share : float or None
        The share of the first run: wins and half of the ties, divided by all
        that were compared. Above 0.5 it is preferred. None without a click.
    p : float
        How likely a share at least as far from 0.5 is if the runs are
        equally good. The sign test, except for probabilistic interleaving:
        see :func:`assess.stats.sign_flip.sign_flip_p`.

    References
    ----------
    Chapelle, Joachims, Radlinski and Yue, "Large-scale validation and
    analysis of interleaved search evaluation", ACM TOIS 30(1), 2012: their
    statistic is *share* less 0.5.
    """

    compared: int
    unclicked: int
    wins: float
    losses: float
    ties: float
    share: float | None
    p: float

    @property
    def preference(self) -> int:
        """1 if the first run has the larger share, -1 if the second has, 0 if neither."""
        return 0 if self.share is None else _sign(self.share - 0.5)


def outcome(impressions: Iterable[Impression], a: str, b: str) -> ClickOutcome:
    """Return how often run *a* is preferred to run *b*, each impression counting the same.

    Examples
    --------
    >>> shown = InterleavedList("team-draft", ("A", "B"), ("d1", "d4", "d2"), ("A", "B", "A"))
    >>> found = outcome([Impression("t1", shown, clicked) for clicked in ({1}, {1, 3}, {2}, ())], "A", "B")
    >>> found.wins, found.losses, found.unclicked, round(found.share, 3), found.p
    (2.0, 1.0, 1, 0.667, 1.0)
    """
    seen = list(impressions)
    credited = [credit(each.shown, each.clicked, a, b) for each in seen if each.clicked]
    wins, losses = fsum(each.win for each in credited), fsum(each.loss for each in credited)
    preferences = [each.preference for each in credited]
    return _summed(wins, losses, preferences, len(seen) - len(credited))


def outcomes_by_topic(impressions: Iterable[Impression], a: str, b: str) -> dict[str, ClickOutcome]:
    """The outcome of each topic, topics in the order in which they come."""
    by_topic: dict[str, list[Impression]] = {}
    for each in impressions:
        by_topic.setdefault(each.topic, []).append(each)
    return {topic: outcome(those, a, b) for topic, those in by_topic.items()}


def outcome_of_topics(topics: Mapping[str, ClickOutcome]) -> ClickOutcome:
    """Return how many topics prefer the first run, each topic counting the same, however often it was shown.

    The share is the mean over topics. p looks at the topics as a sample of
    all topics, so many impressions of a few topics prove little.
    """
    preferences = [2 * found.share - 1 for found in topics.values() if found.share is not None]
    signs = [_sign(preference) for preference in preferences]
    return _summed(signs.count(1), signs.count(-1), preferences, len(topics) - len(preferences))


def _summed(wins: float, losses: float, preferences: Sequence[float], unclicked: int) -> ClickOutcome:
    compared = len(preferences)
    share = (1 + fmean(preferences)) / 2 if preferences else None
    ties = max(compared - wins - losses, 0.0)
    return ClickOutcome(compared, unclicked, wins, losses, ties, share, sign_flip_p(preferences))


def _sign(value: float) -> int:
    return (value > TOLERANCE) - (value < -TOLERANCE)
