"""All that a report rests on, from files or from a campaign."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from assess.analysis.section import Section
from assess.formats.qrels import Qrels
from assess.formats.scores import Scores
from assess.measures.by_name import is_count
from assess.model import DetailedJudgment
from assess.stats.agreement.judgment_table import JudgmentTable


@dataclass(frozen=True)
class Material:
    """What there is to report.

    Assessors are numbers: see `numbered`. ``run_names`` are all runs, also those without a score. ``scores`` has the
    main measure first, and no means. ``levels`` are the
    grades with the top of a tournament above them. ``facts`` are the first rows of the campaign in numbers,
    ``assumed`` the parameters, ``inputs`` the files with their lengths and checksums.
    """

    title: str
    judgments: Sequence[DetailedJudgment]
    grades: Qrels = field(default_factory=dict)
    levels: Qrels = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    run_names: Sequence[str] = ()
    scores: Scores = field(default_factory=dict)
    k: int = 5
    seed: int = 0
    date: str = ""
    cost: Section | None = None
    work: Section | None = None
    machines: Section | None = None
    facts: Sequence[tuple[str, str | int]] = ()
    assumed: Sequence[tuple[str, str]] = ()
    inputs: Sequence[tuple[str, int, str]] = ()
    remarks: Sequence[str] = ()

    @cached_property
    def table(self) -> JudgmentTable:
        return JudgmentTable.of(self.judgments)

    @cached_property
    def tops(self) -> dict[str, dict[str, float]]:
        """Topic to the items that a tournament put above the grades, with their levels."""
        highest = {topic: max(grades.values(), default=0) for topic, grades in self.grades.items()}
        tops = {t: {d: level for d, level in of.items() if level > highest.get(t, 0)} for t, of in self.levels.items()}
        return {topic: top for topic, top in tops.items() if top}

    @cached_property
    def topics(self) -> list[str]:
        """All topics that anything is known about, in ascending order."""
        scored = (topic for topics in self.scores.values() for topic in topics)
        return sorted({*self.grades, *self.questions, *self.table.topics, *scored})

    @cached_property
    def runs(self) -> list[str]:
        scored = (run for topics in self.scores.values() for runs in topics.values() for run in runs)
        return list(dict.fromkeys([*self.run_names, *scored]))

    @cached_property
    def averaged(self) -> Scores:
        """The scores by measures that have a value and a mean: counts such as ``NumRet`` are added up instead."""
        return {measure: topics for measure, topics in self.scores.items() if topics and not is_count(measure)}


def numbered(judgments: Iterable[DetailedJudgment], seed: int | str) -> list[DetailedJudgment]:
    """The judgments with a number for each assessor instead of their identity; numbers are drawn at random."""
    found = list(judgments)
    names = sorted({judgment.assessor for judgment in found if judgment.assessor is not None})
    Random(f"{seed}/report").shuffle(names)
    numbers = {name: f"person {number}" for number, name in enumerate(names, 1)}
    return [
        judgment if judgment.assessor is None else replace(judgment, assessor=numbers[judgment.assessor])
        for judgment in found
    ]
