"""F: the harmonic mean of recall and precision, at any rank and with any weight."""

from collections.abc import Mapping, Sequence

from assess.measures.arrays import OnArrays
from assess.measures.graded.e_measure import EMeasureTopic
from assess.measures.graded.judged import REL, value_of
from assess.measures.kinds import TopicJudgments


def f_measure(
    grades: Mapping[str, float], ranking: Sequence[str], b: float = 1.0, depth: int | None = None, *, rel: float = REL
) -> float:
    """Return F of a ranking, which is 1 - E; with b = 1 the harmonic mean of recall and precision.

    The whole ranking with b = 1 is ``SetF`` of ir_measures. Its parameter ``beta`` is the square of b.

    Examples
    --------
    >>> f_measure({"d1": 1, "d2": 1, "d3": 1, "d4": 1}, ["d1", "d9"])
    0.3333333333333333
    """
    topic = EMeasureTopic.of(grades, b, depth, rel, is_f=True)
    return value_of(topic, ranking, "F", f"no item has a grade of {rel:g} or more")


def prepare(judgments: TopicJudgments, *, b: float, depth: int | None, rel: float) -> OnArrays | None:
    """F with the grades of a topic; None if no item is relevant."""
    topic = EMeasureTopic.of(judgments.grades, b, depth, rel, is_f=True)
    return OnArrays(topic) if topic.docnos else None
