"""Which values of P@H users get from runs, over all topics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assess import files
from assess.errors import NotDefinedError, ParameterError
from assess.formats.run_order import Order
from assess.formats.run_ranks import JudgedItems, RunRanks
from assess.measures.arrays import OnArrays
from assess.measures.browsing.browsing_models import Walk, visited
from assess.measures.browsing.distribution import Distribution, empty_run, enumeration_cells
from assess.measures.browsing.p_at_h import PAtHTopic
from assess.measures.browsing.p_at_h_distribution import p_at_h_distribution
from assess.measures.browsing.passages import steps_from
from assess.measures.browsing.shared_walks import affordable_users, simulated_walks
from assess.measures.by_name import RankMeasure
from assess.measures.graded.cdf import cumulative_distribution
from assess.measures.kinds import TopicJudgments
from assess.scoring.scoring_plan import Qrels

FloatArray = NDArray[np.float64]
Topics = Mapping[str, PAtHTopic]

MOST_USERS = 10_000
_MOST_CELLS = 2e8  # of all exact distributions: some seconds


@dataclass(frozen=True, slots=True)
class PAtHCurves:
    """The cumulative distribution of each run, over so many topics.

    ``users`` is how many users were simulated for each topic, 0 if the distributions are exact.
    """

    runs: list[tuple[FloatArray, FloatArray]]
    topics: int
    users: int = 0


def p_at_h_curves(
    paths: Sequence[files.AnyPath],
    qrels: Qrels,
    measure: RankMeasure,
    rng: np.random.Generator,
    order: Order = "score",
) -> PAtHCurves:
    """The cumulative distribution of P@H for each run file, all topics with the same number of users.

    It is exact, but for walks with a loss, with gains that are no whole numbers, or with many steps. For these, users
    are drawn with *rng*, the same ones for all topics and runs.
    """
    topics = {topic: _prepared(grades, measure) for topic, grades in sorted(qrels.items()) if grades}
    if not any(of.docnos for of in topics.values()):
        raise NotDefinedError("the distribution of P@H is not defined: no topic has a relevant item")
    items = JudgedItems({topic: of.docnos for topic, of in topics.items()})
    runs = [items.ranks(files.read_bytes(path), files.source_name(path), order) for path in paths]
    model = next(iter(topics.values())).user.browsing
    if isinstance(model, Walk) and _cells(model, topics, runs) > _MOST_CELLS:
        return _simulated(model, topics, runs, rng)
    return PAtHCurves([_mixture([_exact(*of, run) for of in topics.items()]) for run in runs], len(topics))


def _prepared(grades: Mapping[str, float], measure: RankMeasure) -> PAtHTopic:
    prepared = measure.prepare(TopicJudgments(grades=grades))
    if not isinstance(prepared, OnArrays) or not isinstance(prepared.topic, PAtHTopic):
        raise ParameterError(f"found measure {measure.label!r}, expected p_at_h")
    return prepared.topic


def _cells(model: Walk, topics: Topics, runs: Sequence[RunRanks]) -> float:
    """How much work the exact distributions are."""
    steps = {n: float(steps_from(model, n)[0]) for n in _lengths(model, topics, runs)}
    gains = [_gains(topic, of, run) for topic, of in topics.items() for run in runs if run.lengths.get(topic)]
    user = next(iter(topics.values())).user
    return sum(enumeration_cells(user, of, steps[len(of)]) for of in gains)


def _simulated(model: Walk, topics: Topics, runs: Sequence[RunRanks], rng: np.random.Generator) -> PAtHCurves:
    lengths = _lengths(model, topics, runs)
    users = affordable_users(model, lengths, MOST_USERS)
    walks = simulated_walks(model, lengths, users, rng)

    def distribution(topic: str, of: PAtHTopic, run: RunRanks) -> Distribution:
        if not run.lengths.get(topic):
            return empty_run()
        gains = _gains(topic, of, run)
        return walks[len(gains)].distribution(of.user, gains)

    curves = [_mixture([distribution(*of, run) for of in topics.items()]) for run in runs]
    return PAtHCurves(curves, len(topics), users)


def _lengths(model: Walk, topics: Topics, runs: Sequence[RunRanks]) -> set[int]:
    return {visited(model, run.lengths[topic]) for topic in topics for run in runs if run.lengths.get(topic)}


def _gains(topic: str, of: PAtHTopic, run: RunRanks) -> FloatArray:
    """What the first visit of each item gains."""
    length, depth = run.lengths[topic], visited(of.user.browsing, run.lengths[topic])
    grades = np.zeros(max(length, depth))
    ranks = np.array(run.ranks[topic], dtype=np.int64)
    grades[ranks[ranks > 0] - 1] = of.grades[ranks > 0]
    return of.user.run_gains(grades[:depth])


def _exact(topic: str, of: PAtHTopic, run: RunRanks) -> Distribution:
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
