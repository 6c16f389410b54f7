"""Curves of runs, averaged over topics: precision against recall, gain against rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from assess import files
from assess.errors import NotDefinedError
from assess.formats.run_order import Order
from assess.formats.run_ranks import JudgedItems, RunRanks
from assess.measures.graded.dcg import DcgTopic, Discount
from assess.measures.graded.precision_recall import RECALL_LEVELS, InterpolatedPrecisionTopic
from assess.scoring.scoring_plan import Qrels

FloatArray = NDArray[np.float64]
T = TypeVar("T", bound="CurveTopic")


@dataclass(frozen=True, slots=True)
class Curves:
    """A curve for each run, in the order of the runs: a row of ``y`` for the points ``x``.

    ``topics`` is the number of topics in the mean. Topics without relevant items are ``left_out``. ``ideal`` is the
    curve of the best rankings; ``points`` are those of each run before interpolation, if there is one topic only.
    """

    x: FloatArray
    y: FloatArray
    topics: int
    left_out: tuple[str, ...]
    ideal: FloatArray | None = None
    points: tuple[tuple[FloatArray, FloatArray], ...] = ()


class CurveTopic(Protocol):
    """The grades of one topic, which give each run a curve."""

    @property
    def docnos(self) -> tuple[str, ...]: ...

    def curves(self, ranks: NDArray[np.int32]) -> FloatArray: ...


@dataclass(frozen=True, slots=True)
class GainTopic:
    """DCG of one topic down to a depth."""

    gains: DcgTopic
    depth: int

    @property
    def docnos(self) -> tuple[str, ...]:
        return self.gains.docnos

    def curves(self, ranks: NDArray[np.int32]) -> FloatArray:
        return self.gains.curves(ranks, self.depth)


def precision_recall_curves(paths: Sequence[files.AnyPath], qrels: Qrels, order: Order = "score") -> Curves:
    """Interpolated precision of run files at the eleven standard levels of recall."""
    topics = {topic: InterpolatedPrecisionTopic.of(grades) for topic, grades in qrels.items()}
    judged = _with_relevant_items(topics)
    runs = _read(judged, paths, order)
    left_out = tuple(sorted(topics.keys() - judged.keys()))
    y, points = _mean_curves(judged, runs), _points(judged, runs)
    return Curves(np.array(RECALL_LEVELS), y, len(judged), left_out, points=points)


def gain_curves(
    paths: Sequence[files.AnyPath],
    qrels: Qrels,
    depth: int,
    order: Order = "score",
    *,
    discount: Discount = "rank+1",
    normalize: bool = False,
) -> Curves:
    """DCG of run files at each rank down to *depth*; nDCG with *normalize*, else with the ideal curve beside it."""
    topics = {
        topic: GainTopic(DcgTopic.of(grades, discount=discount, normalize=normalize), depth)
        for topic, grades in qrels.items()
    }
    judged = _with_relevant_items(topics)
    y = _mean_curves(judged, _read(judged, paths, order))
    ideal = None if normalize else np.mean([topic.gains.ideal_curve(depth) for topic in judged.values()], axis=0)
    left_out = tuple(sorted(topics.keys() - judged.keys()))
    return Curves(np.arange(1.0, depth + 1), y, len(judged), left_out, ideal)


def _with_relevant_items(topics: Mapping[str, T]) -> dict[str, T]:
    found = {topic: of for topic, of in topics.items() if of.docnos}
    if not found:
        raise NotDefinedError("the curve is not defined: no topic has a relevant item")
    return found


def _read(topics: Mapping[str, CurveTopic], paths: Sequence[files.AnyPath], order: Order) -> list[RunRanks]:
    items = JudgedItems({topic: of.docnos for topic, of in topics.items()})
    return [items.ranks(files.read_bytes(path), files.source_name(path), order) for path in paths]


def _mean_curves(topics: Mapping[str, CurveTopic], runs: Sequence[RunRanks]) -> FloatArray:
    """A row for each run. A topic that a run lacks counts as a run without items."""
    return np.asarray(np.mean([of.curves(_ranks(topic, of, runs)) for topic, of in sorted(topics.items())], axis=0))


def _points(
    topics: Mapping[str, InterpolatedPrecisionTopic], runs: Sequence[RunRanks]
) -> tuple[tuple[FloatArray, FloatArray], ...]:
    if len(topics) > 1:
        return ()
    [(topic, of)] = topics.items()
    return tuple(of.points(ranks) for ranks in _ranks(topic, of, runs))


def _ranks(topic: str, of: CurveTopic, runs: Sequence[RunRanks]) -> NDArray[np.int32]:
    nothing = [0] * len(of.docnos)
    return np.array([run.ranks.get(topic, nothing) for run in runs], dtype=np.int32).reshape(len(runs), len(nothing))
