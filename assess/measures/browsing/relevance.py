"""The grades of a run's items, from a list of grades, or from judged items and a ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assess.errors import ParameterError
from assess.measures.browsing.browsing_models import Floats

Relevance = Sequence[float] | Floats | Mapping[str, float]


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """The grades of the items by rank, 0 if not relevant; and the number of relevant items that are known."""

    grades: Floats
    relevant: int

    def to_depth(self, n: int) -> Floats:
        """The grades of the first *n* items; a shorter run goes on with items that are not relevant."""
        return np.pad(self.grades[:n], (0, max(0, n - len(self.grades))))


def judged_run(relevance: Relevance, ranking: Sequence[str] | None = None) -> JudgedRun:
    """The grades of a run, given as a list, or as a mapping of judged items and a *ranking* of docnos."""
    if isinstance(relevance, Mapping):
        if ranking is None:
            raise ParameterError("found grades by docno but no ranking, expected both, or the grades of a run's items")
        if len(set(ranking)) < len(ranking):
            raise ParameterError("found an item twice in a ranking, expected each once")
        judged = _grades(list(relevance.values()))
        return JudgedRun(_grades([relevance.get(docno, 0.0) for docno in ranking]), int(np.count_nonzero(judged)))
    if ranking is not None:
        raise ParameterError("found a ranking and a list of grades, expected grades by docno with a ranking")
    grades = _grades(relevance)
    return JudgedRun(grades, int(np.count_nonzero(grades)))


def _grades(values: Sequence[float] | Floats) -> Floats:
    grades = np.array(values, dtype=np.float64).reshape(-1)
    if not np.all(np.isfinite(grades)):
        raise ParameterError("found a grade that is no number, expected finite numbers")
    return np.maximum(grades, 0)
