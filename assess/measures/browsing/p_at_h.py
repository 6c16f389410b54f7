"""P@H: the expected utility of a run per step of its users.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, section 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan

import numpy as np
from numpy.typing import NDArray

from assess.errors import NotDefinedError, ParameterError
from assess.measures.browsing.browsing_models import AveragePrecision, Cascade, Floats, Gain, Model, visited
from assess.measures.browsing.relevance import Relevance, judged_run
from assess.measures.browsing.satisfied import RankedGrades, ends, satisfied_values
from assess.measures.browsing.utility import Effort, Loss, UserModel, user_model
from assess.measures.browsing.weights import item_weights

Ranks = NDArray[np.int32]
Lengths = NDArray[np.int64]


def p_at_h(
    relevance: Relevance,
    ranking: Sequence[str] | None = None,
    *,
    model: Model | str,
    gain: Gain | None = None,
    loss: Loss = 0.0,
    effort: Effort | None = None,
    order: int = 1,
) -> float:
    """Return P@H of a run: the utility that users collect until they stop, divided by their effort.

    Parameters
    ----------
    relevance : sequence of float, or mapping of docno to grade
        The grades of the run's items, best rank first; or, with *ranking*, the grades of the topic's judged items.
        Grades of 0 and below, and items without a grade, are not relevant.
    ranking : sequence of docno, optional
        The run's items of the topic, best first.
    model : one of ``assess.measures.browsing.browsing_models``, or its name
        How users move along the run. "precision", "ap", "rbp", "dcg", "err" and "walk" have their usual parameters.
    gain : {"binary", "linear", "exponential", "first"}, optional
        What the first visit of an item gains; by default what is usual for the model.
    loss : float or function
        The share of the gain that each further visit of an item loses, or the function g(k, y) of the paper.
    effort : {"steps", "constant"} or function, optional
        f(H) of the paper; by default what is usual for the model.
    order : {1, 2}
        The expectation of utility / effort, or the expected utility / the expected effort.

    Raises
    ------
    NotDefinedError
        For order 2, if some users never stop.

    References
    ----------
    Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020.

    Examples
    --------
    The second run of section 5.2, with the users of AP and with users who step back and forth:

    >>> from assess.measures.browsing.browsing_models import AveragePrecision, Walk
    >>> run = [0, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    >>> round(p_at_h(run, model=AveragePrecision()), 5)
    0.67917
    >>> round(p_at_h(run, model=Walk(forward=0.5, back=0.25), loss=0.25, order=2), 5)
    0.54133
    """
    user = user_model(model, gain, loss, effort)
    run = judged_run(relevance, ranking)
    places = np.flatnonzero(run.grades)
    topic = PAtHTopic(tuple(map(str, places)), run.grades[places], user, order, known=run.relevant)
    value = topic.values((places + 1)[None, :].astype(np.int32), np.array([len(run.grades)]))[0]
    if isnan(value):
        raise NotDefinedError("p_at_h is not defined: some users never stop, so order 2 divides by infinity")
    return float(value)


@dataclass(frozen=True, eq=False)
class PAtHTopic:
    """P@H prepared for one topic and many runs.

    ``docnos`` are the relevant items, ``grades`` their grades, and ``known`` their number or, if the runs are all that
    is known, the number of those in the run.
    """

    docnos: tuple[str, ...]
    grades: Floats
    user: UserModel
    order: int = 1
    known: int = 0

    def __post_init__(self) -> None:
        if self.order not in (1, 2):
            raise ParameterError(f"found order {self.order}, expected 1 or 2")

    def values(self, ranks: Ranks, lengths: Lengths) -> Floats:
        """One value per run; ranks: runs x docnos, from 1, 0 if the run lacks the item; NaN: not defined."""
        model = self.user.browsing
        if isinstance(model, AveragePrecision | Cascade):
            judged = RankedGrades.of(ranks, self.grades, ends(model, lengths))
            return satisfied_values(self.user, model, judged, self.known, self.order)
        values = np.zeros(len(ranks))
        for length in set(lengths.tolist()) - {0}:
            rows = lengths == length
            values[rows] = self._sums(ranks[rows], length)
        return values

    def _sums(self, ranks: Ranks, length: int) -> Floats:
        """The values for users who move the same way in every run: sums over the relevant items."""
        weights = self._weights(length)
        if self.user.gain == "first":
            return np.full(len(ranks), weights[0, 1])
        seen = ranks if weights.shape[1] > length else np.where(ranks < weights.shape[1], ranks, 0)
        values: Floats = weights[self._rows, seen].sum(axis=1)
        return values

    def _weights(self, length: int) -> Floats:
        """What an item adds, for each distinct gain and rank, in a run of this *length*; nothing at rank 0."""
        if length not in self._tables:
            n = visited(self.user.browsing, length)
            gains = [1.0] if self.user.gain == "first" else self._gains.tolist()
            found = [item_weights(self.user, n, gain, self.order) for gain in gains]
            self._tables[length] = np.array([np.append(0.0, weights) for weights in found]).reshape(len(gains), n + 1)
        return self._tables[length]

    @cached_property
    def _tables(self) -> dict[int, Floats]:
        return {}

    @cached_property
    def _gains(self) -> Floats:
        return np.unique(self.user.gains(self.grades))

    @cached_property
    def _rows(self) -> NDArray[np.intp]:
        return np.searchsorted(self._gains, self.user.gains(self.grades))
