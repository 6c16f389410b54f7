"""Score all runs topic by topic: each measure sees the ranks of a topic in all runs at once."""

from array import array
from collections.abc import Iterable, Iterator, Sequence

from assess.scoring.opponents import meet_opponents
from assess.scoring.reading import Reading
from assess.scoring.scoring_plan import ScoringPlan, TopicPlan
from assess.scoring.table import ScoredRun

# A topic, its plan, the ranks of the judged items run by run, and the number of items in each run.
TopicTask = tuple[str, TopicPlan, "array[int]", list[int]]
TopicValues = dict[str, dict[str, Sequence[float]]]  # topic -> measure -> values of the runs that have it


def score_by_topic(plan: ScoringPlan, readings: Sequence[Reading]) -> list[ScoredRun]:
    """The runs with their scores, computed in this process."""
    return runs_of_topics(plan, readings, score_topics(topic_tasks(plan, readings)))


def topic_tasks(plan: ScoringPlan, readings: Sequence[Reading]) -> Iterator[TopicTask]:
    """What there is to compute for each topic that some run has."""
    for topic, judged in plan.topics.items():
        of_runs = [reading for reading in readings if topic in reading.ranks]
        ranks = array("i")
        for of_run in of_runs:
            ranks.extend(of_run.ranks[topic])
        if of_runs:
            yield topic, judged, ranks, [of_run.lengths[topic] for of_run in of_runs]


def score_topics(tasks: Iterable[TopicTask]) -> TopicValues:
    """The values of these topics; on a cluster, a worker does this with a part of them."""
    return {topic: judged.values(ranks, lengths) for topic, judged, ranks, lengths in tasks}


def runs_of_topics(plan: ScoringPlan, readings: Sequence[Reading], found: TopicValues) -> list[ScoredRun]:
    """Sort the values by run: each topic has one value for each run that has the topic, in the order of the runs."""
    left = {topic: {label: iter(values) for label, values in of.items()} for topic, of in found.items()}
    scored = []
    for reading in meet_opponents(plan, readings):
        own = {topic: {label: next(values) for label, values in left[topic].items()} for topic in reading.ranks}
        scored.append(ScoredRun.of(plan, reading, reading.all_values(plan, own)))
    return scored
