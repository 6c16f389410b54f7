"""The scores of all runs, by topic and over all topics."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from assess.errors import NotDefinedError
from assess.measures.by_name import is_count
from assess.scoring.reading import Reading
from assess.scoring.scoring_plan import ScoringPlan, Values

ALL = "all"  # stands for the mean over topics, or for the sum if the measure is a count


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One value; the topic is ``all`` for the value over all topics."""

    run: str
    topic: str
    measure: str
    value: float


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """A run with its values, the judged topics that are not in it, and its topics without judgments.

    ``undefined`` has the topics for which a measure is not defined for this run, by measure; those for which it is not
    defined for any run are in the plan. ``ties`` is the number of items with the same score as the item before, where
    it was counted.
    """

    name: str
    source: str
    values: Values
    missing: tuple[str, ...]
    unjudged: tuple[str, ...]
    undefined: Mapping[str, tuple[str, ...]]
    ties: int = 0

    @classmethod
    def of(cls, plan: ScoringPlan, reading: Reading, values: Values) -> "ScoredRun":
        topics = set(reading.lengths)
        missing, unjudged = sorted(plan.topics_of_single_runs - topics), sorted(topics - plan.judged_topics)
        undefined = {label: tuple(t for t in plan.topics_of[label] if t not in of) for label, of in values.items()}
        return cls(reading.name, reading.source, values, tuple(missing), tuple(unjudged), undefined, reading.ties)


def on_common_topics(runs: Sequence[ScoredRun]) -> list[ScoredRun]:
    """The runs with the values of those topics for which every run has a value, measure by measure."""
    common = {label: common_topics(label, runs) for run in runs[:1] for label in run.values}
    return [replace(run, values={label: _only(of, common[label]) for label, of in run.values.items()}) for run in runs]


def common_topics(label: str, runs: Sequence[ScoredRun]) -> set[str]:
    """The topics for which every run has a value of this measure."""
    return set.intersection(*(set(run.values[label]) for run in runs))


def _only(values: Mapping[str, float], topics: Collection[str]) -> dict[str, float]:
    return {topic: value for topic, value in values.items() if topic in topics}


def with_defined_measures(runs: Sequence[ScoredRun]) -> list[ScoredRun]:
    """The runs with the measures that have a value for one of them; an error if there is none."""
    labels = {label for run in runs for label, values in run.values.items() if values}
    if not labels:
        raise NotDefinedError("found no topic for which a measure is defined, so there is nothing to score")
    return [replace(run, values={label: of for label, of in run.values.items() if label in labels}) for run in runs]


def over_topics(label: str, values: Mapping[str, float]) -> float:
    """The mean over topics, which does not depend on their order; the sum if the measure is a count."""
    return fsum(values.values()) / (1 if is_count(label) else len(values))


def names(runs: Sequence[ScoredRun] | Sequence[Reading]) -> list[str]:
    """The name of each run: its tag, or its file if several runs have the same tag."""
    tags = Counter(run.name for run in runs)
    return [run.source if tags[run.name] > 1 else run.name for run in runs]


def rows(runs: Sequence[ScoredRun], *, per_topic: bool) -> Iterator[ScoreRow]:
    """The values of each run over all topics; with *per_topic*, the values of its topics come first.

    A measure without a value for any topic has no mean.
    """
    for name, run in zip(names(runs), runs, strict=True):
        if per_topic:
            for topic in sorted({topic for values in run.values.values() for topic in values}):
                for measure, values in run.values.items():
                    if topic in values:
                        yield ScoreRow(name, topic, measure, values[topic])
        for measure, values in run.values.items():
            if values:
                yield ScoreRow(name, ALL, measure, over_topics(measure, values))
