"""How users move along a run: the probabilities of stepping forward, stepping back, and stopping.

``depth`` is the paper's N, the number of items that can be visited. By default it is the length of the run. A run that
is shorter than the depth goes on with items that are not relevant; items beyond the depth are never seen. With
``depth=math.inf`` the run never ends.

References
----------
Ferrante and Ferro, "Exploiting stopping time to evaluate accumulated relevance", ICTIR 2020, sections 3 and 6.
"""

from dataclasses import dataclass, field
from math import inf
from typing import ClassVar, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from assess.errors import ParameterError

Floats = NDArray[np.float64]
Depth = float | None
Gain = Literal["binary", "linear", "exponential", "first"]

_SUM_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Deterministic:
    """Users read all items down to the depth and stop there; the user model of precision."""

    depth: int | None = None
    usual_gain: ClassVar[Gain] = "binary"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "steps"

    def __post_init__(self) -> None:
        _check_depth(self.depth)
        if self.depth == inf:
            raise ParameterError("found depth inf for the deterministic model, expected a number: its users never stop")

    def reaching(self, n: int) -> Floats:
        """The probability of getting to each of the first *n* items."""
        return np.ones(n)


@dataclass(frozen=True, slots=True)
class RankBiased:
    """Users go on to the next item with probability *p*; the user model of RBP."""

    p: float = 0.8
    depth: Depth = None
    usual_gain: ClassVar[Gain] = "binary"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "steps"

    def __post_init__(self) -> None:
        _check_depth(self.depth)
        if not 0 < self.p < 1:
            raise ParameterError(f"found p = {self.p}, expected a number between 0 and 1, both excluded")

    def reaching(self, n: int) -> Floats:
        """The probability of getting to each of the first *n* items."""
        return self.p ** np.arange(n, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Discounted:
    """Users get to rank i with probability 1 / max(1, log(i + shift)); the user model of DCG.

    The paper has ``shift=0`` (Järvelin and Kekäläinen, 2002); trec_eval's nDCG has ``shift=1``.
    """

    base: float = 2.0
    shift: int = 0
    depth: Depth = None
    usual_gain: ClassVar[Gain] = "linear"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "constant"

    def __post_init__(self) -> None:
        _check_depth(self.depth)
        if not self.base > 1:
            raise ParameterError(f"found base {self.base}, expected a number above 1")
        if self.shift < 0:
            raise ParameterError(f"found shift {self.shift}, expected 0 or more")

    def reaching(self, n: int) -> Floats:
        """The probability of getting to each of the first *n* items."""
        ranks = np.arange(1, n + 1, dtype=np.float64) + self.shift
        reached: Floats = 1 / np.maximum(1, np.log(ranks) / np.log(self.base))
        return reached / reached[:1]  # with shift > base the formula is below 1 at the first item


@dataclass(frozen=True, slots=True)
class StochasticForward:
    """Users go on from rank i with the i-th of these probabilities, and stop after the last one plus 1 items."""

    forward: tuple[float, ...]
    depth: int | None = None
    usual_gain: ClassVar[Gain] = "binary"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "steps"

    def __post_init__(self) -> None:
        _check_depth(self.depth)
        if self.depth == inf:
            raise ParameterError("found depth inf for a list of forward probabilities, expected a number")
        for rank, probability in enumerate(self.forward, start=1):
            _check_probability(f"forward probability {rank}", probability)

    def reaching(self, n: int) -> Floats:
        """The probability of getting to each of the first *n* items."""
        going_on: Floats = np.zeros(max(n, 1))
        given = np.asarray(self.forward[: n - 1] if n else (), dtype=np.float64)
        going_on[0], going_on[1 : 1 + len(given)] = 1, given
        return np.multiply.accumulate(going_on)[:n]


@dataclass(frozen=True, slots=True)
class AveragePrecision:
    """Users stop at each relevant item equally often; the user model of AP.

    The share who stop at one item is 1 / *recall_base*: by default the number of relevant items that are known.
    With ``"retrieved"`` it is the number of relevant items in the run, so that every user stops: the paper's exact
    model. Otherwise users who look for the missing items go on to the depth; in a run without end they gain 0.
    """

    recall_base: int | Literal["retrieved"] | None = None
    depth: Depth = inf
    usual_gain: ClassVar[Gain] = "binary"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "steps"

    def __post_init__(self) -> None:
        _check_depth(self.depth)
        if isinstance(self.recall_base, int) and self.recall_base < 1:
            raise ParameterError(f"found recall base {self.recall_base}, expected at least 1")

    def stopping(self, grades: Floats, known: int) -> Floats:
        """The share of users who stop at each relevant item, for rows of grades by rank; *known*: all relevant."""
        relevant = grades > 0
        if self.recall_base is None:
            return relevant / max(known, 1)
        retrieved = relevant.sum(axis=1, keepdims=True)
        if self.recall_base == "retrieved":
            exact: Floats = relevant / np.maximum(retrieved, 1)
            return exact
        if (most := retrieved.max(initial=0)) > self.recall_base:
            raise ParameterError(
                f"found {most} relevant items in a run, expected at most {self.recall_base} (recall base)"
            )
        return relevant / self.recall_base


@dataclass(frozen=True, slots=True)
class Cascade:
    """Users stop at an item of grade g with probability (2^g - 1) / 2^max_grade; the user model of ERR.

    In a run without end (the default) users who are never satisfied gain 0, as in ERR itself. With a finite depth they
    all stop at its last item, as in the paper's matrix.
    """

    max_grade: int = 4
    depth: Depth = inf
    usual_gain: ClassVar[Gain] = "first"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "steps"

    def __post_init__(self) -> None:
        _check_depth(self.depth)
        if self.max_grade < 1:
            raise ParameterError(f"found max_grade {self.max_grade}, expected at least 1")

    def stopping(self, grades: Floats, known: int) -> Floats:
        """The share of users who stop at each relevant item, for rows of grades by rank."""
        if (highest := grades.max(initial=0)) > self.max_grade:
            raise ParameterError(f"found grade {highest:g}, expected at most max_grade = {self.max_grade}")
        going_on = 1 - (np.exp2(grades) - 1) / 2**self.max_grade
        reached = going_on.cumprod(axis=1)
        shares: Floats = reached / going_on - reached
        return shares


@dataclass(frozen=True, slots=True)
class Walk:
    """Users step forward, step back, or stop: a random walk.

    Nobody can step back from the first item. There users step forward with probability *first*: by default
    *forward* + *back*, so that as many stop as elsewhere (section 5.2 of the paper). ``first=forward`` makes those who
    would step back stop (appendix C). From the last item users step back or stop.
    """

    forward: float = 0.5
    back: float = 0.25
    first: float | None = None
    depth: Depth = None
    usual_gain: ClassVar[Gain] = "binary"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "steps"

    def __post_init__(self) -> None:
        _check_depth(self.depth)
        _check_probability("forward", self.forward)
        _check_probability("back", self.back)
        _check_probability("first", self.from_first)
        if self.forward + self.back > 1 + _SUM_TOLERANCE:
            raise ParameterError(f"found forward + back = {self.forward + self.back:g}, expected at most 1")
        if self.depth == inf and self.stop <= 0:
            raise ParameterError("found a walk without stops on a run without end, expected forward + back below 1")
        if self.depth != inf and self.back == 1:
            raise ParameterError("found back = 1, expected less: its users never stop")

    @property
    def from_first(self) -> float:
        """The probability of stepping forward from the first item."""
        return min(1.0, self.forward + self.back) if self.first is None else self.first

    @property
    def stop(self) -> float:
        """The probability of stopping at an item inside the run."""
        return max(0.0, 1 - self.forward - self.back)

    def steps(self, n: int, *, endless: bool = False) -> tuple[Floats, Floats]:
        """The probabilities of stepping forward and back from each of *n* items; the last has no next one."""
        forward, back = np.full(n, self.forward), np.full(n, self.back)
        forward[:1], back[:1] = self.from_first, 0
        if not endless:
            forward[-1:] = 0
        return forward, back


@dataclass(frozen=True, slots=True, eq=False)
class TransitionMatrix:
    """Users move by a matrix of their own, in the paper's layout: row and column 0 are the end of the search.

    The other rows are the items by rank: from each, the probabilities of stopping and of going to each item. Jumps
    over items are allowed.
    """

    matrix: ArrayLike
    usual_gain: ClassVar[Gain] = "binary"
    usual_effort: ClassVar[Literal["steps", "constant"]] = "steps"
    between: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        matrix = np.array(self.matrix, dtype=np.float64)
        _check_matrix(matrix)
        unseen = sorted(set(range(1, len(matrix))) - _reachable(matrix, 1))
        matrix[unseen] = 0  # nobody gets there, so it does not matter where they would go
        object.__setattr__(self, "between", matrix[1:, 1:])

    @property
    def depth(self) -> int:
        """The number of items that can be visited."""
        return len(self.between)


Forward = Deterministic | RankBiased | Discounted | StochasticForward  # moves whatever the items are
Satisfied = AveragePrecision | Cascade  # stops at relevant items
Chain = Walk | TransitionMatrix  # may come back
Model = Forward | Satisfied | Chain

# The models with defaults for all their parameters, by name.
MODELS: dict[str, type[Deterministic | AveragePrecision | RankBiased | Discounted | Cascade | Walk]] = {
    "precision": Deterministic,
    "ap": AveragePrecision,
    "rbp": RankBiased,
    "dcg": Discounted,
    "err": Cascade,
    "walk": Walk,
}


def browsing_model(model: Model | str) -> Model:
    """A model itself, or the one of this name with its usual parameters."""
    if isinstance(model, Model):
        return model
    if model not in MODELS:
        names, classes = ", ".join(MODELS), ", ".join(known.__name__ for known in get_args(Model))
        raise ParameterError(
            f"found model {model!r}, expected one of {names}, or for parameters of your own a model of "
            f"assess.measures.browsing.browsing_models: {classes}"
        )
    return MODELS[model]()


def visited(model: Model, length: int) -> int:
    """How many items of a run of this *length*, continued without relevant items, need to be looked at."""
    return length if model.depth is None or model.depth == inf else int(model.depth)


def _check_depth(depth: Depth) -> None:
    if depth is not None and depth != inf and (not depth >= 1 or depth != int(depth)):
        raise ParameterError(f"found depth {depth}, expected a whole number from 1, or inf")


def _check_probability(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ParameterError(f"found {name} = {value}, expected a number from 0 to 1")


def _check_matrix(matrix: Floats) -> None:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise ParameterError(f"found a matrix of shape {matrix.shape}, expected as many rows as columns, at least 2")
    if not np.all(matrix >= 0):
        raise ParameterError("found a negative number or NaN in the transition matrix, expected probabilities")
    sums = matrix.sum(axis=1)
    if wrong := [row for row, total in enumerate(sums) if abs(total - 1) > _SUM_TOLERANCE]:
        raise ParameterError(f"row {wrong[0]} of the transition matrix sums to {sums[wrong[0]]:g}, expected 1")
    if matrix[0, 0] < 1 - _SUM_TOLERANCE:
        raise ParameterError("row 0 of the transition matrix leaves the end of the search, expected 1 in column 0")
    if lost := sorted(_reachable(matrix, 1) - _reachable(matrix.T, 0)):
        raise ParameterError(f"no way leads from item {lost[0]} to the end of the search (column 0), expected one")


def _reachable(matrix: Floats, start: int) -> set[int]:
    # As ones: SciPy takes tiny numbers in a matrix for no edge.
    edges = csr_array((matrix > 0).astype(np.float64))
    return set(breadth_first_order(edges, start, return_predecessors=False).tolist())
