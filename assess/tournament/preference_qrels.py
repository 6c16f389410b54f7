"""Preference qrels: the grades of a topic, with the ordered top k in new levels above them."""

from collections.abc import Iterable, Mapping

from assess.tournament.state import Places

# Distance between levels if all grades are below it, as in the CAsT release: 10, 20, ... 10 k.
STEP = 10


def level_step(grades: Iterable[Mapping[str, float]]) -> int:
    """Return the distance between levels: the smallest power of ten above all *grades*, at least 10."""
    step = STEP
    while step <= max((grade for topic in grades for grade in topic.values()), default=0):
        step *= 10
    return step


def top_levels(ranking: Places, k: int, step: int = STEP) -> dict[str, int]:
    """Return the level of each item of the top *k*: ``step`` times k + 1 - rank.

    Tied items share the best rank of their place, so that the k-th item has a
    level of at least *step*. For k = 5 these are the 60 - 10 x rank of the CAsT
    release.
    """
    levels: dict[str, int] = {}
    rank = 1
    for place in ranking:
        levels |= dict.fromkeys(place, step * (k + 1 - rank))
        rank += len(place)
    return levels


def preference_qrels(
    grades: Mapping[str, Mapping[str, float]], rankings: Mapping[str, Places], k: int
) -> dict[str, dict[str, float]]:
    """Return the level of every graded item: new ones for those ranked, the grade for the others.

    A topic without grades has the levels of its ranked items alone.
    """
    step = level_step(grades.values())
    topics = {**grades, **{topic: {} for topic, ranking in rankings.items() if ranking and topic not in grades}}
    return {topic: {**items, **top_levels(rankings.get(topic, ()), k, step)} for topic, items in topics.items()}
