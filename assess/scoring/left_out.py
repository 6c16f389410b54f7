"""Topics with judgments for which a measure is not defined, whatever the run: they are left out for all runs alike."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from assess.measures.by_name import RankMeasure
from assess.measures.kinds import TopicJudgments

NAMES = 10  # more topics are counted, but not named


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The topics that a measure leaves out, of how many judged ones, and what they lack."""

    measure: str
    topics: tuple[str, ...]
    judged: int
    requires: str

    def __str__(self) -> str:
        if len(self.topics) == self.judged:
            return f"{self.measure} is not defined: no topic has {self.requires}"
        count = f"{len(self.topics):,} of {self.judged:,}{named(self.topics)}"
        return f"{self.measure} is not defined for topics without {self.requires}, and leaves out {count}"


def left_out(
    measures: Iterable[RankMeasure], judged: Mapping[str, TopicJudgments], scored: Mapping[str, Collection[str]]
) -> tuple[LeftOut, ...]:
    """What the measures leave out of the *judged* topics, given the topics that each has *scored*."""
    found = []
    for measure in measures:
        known = set(scored[measure.label])
        topics = tuple(topic for topic, of in judged.items() if of.has(measure.kind.needs) and topic not in known)
        if topics:
            found.append(LeftOut(measure.label, topics, len(known) + len(topics), measure.kind.requires))
    return tuple(found)


def named(topics: Collection[str]) -> str:
    """The names of topics behind a count, if they are few."""
    return f": {' '.join(topics)}" if 0 < len(topics) <= NAMES else ""
