"""The material of a report on files: parsed judgments and grades, and scored runs."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import fsum

from assess.formats.scores import Scores
from assess.model import DetailedJudgment
from assess.scoring.scoring_plan import ScoringPlan
from assess.scoring.table import ScoredRun, names

NEARLY_ONE = 0.9995  # 1 with three digits
Pairs = dict[str, list[tuple[str, str]]]


def edges_and_ties(judgments: Iterable[DetailedJudgment]) -> tuple[Pairs, Pairs]:
    """Topic to (winner, loser) of each preference, and topic to the pairs that were judged equal."""
    edges: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    ties: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for judgment in judgments:
        edge = judgment.edge
        if edge is None:
            ties[judgment.topic].append((judgment.docno_a, judgment.docno_b))
        else:
            edges[judgment.topic].append((edge.winner, edge.loser))
    return dict(edges), dict(ties)


def scores_by_measure(measures: Sequence[str], scored: Sequence[ScoredRun]) -> Scores:
    """Measure to topic to run to value."""
    scores: Scores = {measure: {} for measure in measures}
    for name, run in zip(names(scored), scored, strict=True):
        for measure, values in run.values.items():
            for topic, value in values.items():
                scores.setdefault(measure, {}).setdefault(topic, {})[name] = value
    return scores


def remarks_on(plan: ScoringPlan, scored: Sequence[ScoredRun]) -> list[str]:
    """What a reader must know about the scores: topics that are missing, and what a perfect run would score."""
    remarks = [f"{plan.caution}."] if plan.caution else []
    remarks += [f"{without}." for without in plan.left_out]
    for label, ceilings in plan.ceilings.items():
        if min(ceilings) < NEARLY_ONE:
            mean = fsum(ceilings) / len(ceilings)
            between = f"{min(ceilings):.3f} to {max(ceilings):.3f} by topic"
            remarks.append(f"By {label} a perfect run would score {mean:.3f} on average ({between}).")
    for name, run in zip(names(scored), scored, strict=True):
        if run.missing:
            judged = len(plan.judged_topics)
            remarks.append(f"{name} lacks {len(run.missing):,} of {judged:,} judged topics, which score 0.")
        for label, topics in run.undefined.items():
            if topics:
                remarks.append(f"{label} of {name} is not defined for {len(topics):,} topics, which are left out.")
    if unjudged := {topic for run in scored for topic in run.unjudged}:
        remarks.append(f"{len(unjudged):,} topics of the runs have no judgments and are left out.")
    return remarks
