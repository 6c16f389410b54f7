"""Which values of P@H users get from runs, over all topics."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from assess import files
from assess.errors import NotDefinedError, ParameterError
from assess.formats.run_order import Order
from assess.formats.run_ranks import JudgedItems, RunRanks
from assess.measures.arrays import OnArrays
from assess.measures.browsing.distribution import Distribution, empty_run
from assess.measures.browsing.p_at_h import PAtHTopic
from assess.measures.browsing.p_at_h_distribution import p_at_h_distribution
from assess.measures.by_name import RankMeasure
from assess.measures.graded.cdf import cumulative_distribution
from assess.measures.kinds import TopicJudgments
from assess.scoring.scoring_plan import Qrels

FloatArray = NDArray[np.float64]


def p_at_h_curves(
    paths: Sequence[files.AnyPath], qrels: Qrels, measure: RankMeasure, order: Order = "score"
) -> list[tuple[FloatArray, FloatArray]]:
    """The cumulative distribution of P@H for each run file, all topics with the same number of users."""
    topics = {topic: _prepared(grades, measure) for topic, grades in sorted(qrels.items()) if grades}
    if not topics:
        raise NotDefinedError("the distribution of P@H is not defined: no topic has grades")
    items = JudgedItems({topic: of.docnos for topic, of in topics.items()})
    runs = (items.ranks(files.read_bytes(path), files.source_name(path), order) for path in paths)
    return [_mixture([_distribution(topic, of, run) for topic, of in topics.items()]) for run in runs]


def _prepared(grades: Mapping[str, float], measure: RankMeasure) -> PAtHTopic:
    prepared = measure.prepare(TopicJudgments(grades=grades))
    if not isinstance(prepared, OnArrays) or not isinstance(prepared.topic, PAtHTopic):
        raise ParameterError(f"found measure {measure.label!r}, expected p_at_h")
    return prepared.topic


def _distribution(topic: str, of: PAtHTopic, run: RunRanks) -> Distribution:
    """The distribution of one topic; everybody gets 0 from a run that lacks it."""
    if topic not in run.ranks:
        return empty_run()
    ranking = [f"unjudged {rank}" for rank in range(1, run.lengths[topic] + 1)]  # no docno has white space
    for docno, rank in zip(of.docnos, run.ranks[topic], strict=True):
        if rank:
            ranking[rank - 1] = docno
    grades, user = dict(zip(of.docnos, of.grades.tolist(), strict=True)), of.user
    return p_at_h_distribution(grades, ranking, model=user.browsing, gain=user.gain, loss=user.loss, effort=user.effort)


def _mixture(distributions: Sequence[Distribution]) -> tuple[FloatArray, FloatArray]:
    values = np.concatenate([found.values for found in distributions])
    shares = np.concatenate([found.shares for found in distributions]) / len(distributions)
    # Values that differ by rounding only are one value.
    return cumulative_distribution(values.round(12), shares / shares.sum())
