"""A caution about graphs of grades: the ideal ranking goes on with items that are not relevant.

In a graph that grades stand for, items graded 0 are vertices like all others. They come last in the ideal ranking, and
a run that has them overlaps with it there. With few relevant items and many others, most of a score comes from these.
"""

from collections.abc import Iterable, Mapping

from assess.graph.building import Kind


def caution(kind: Kind, qrels: Iterable[Mapping[str, float]], labels: Iterable[str]) -> str | None:
    """What to tell who scores runs by these measures on a graph of grades; None if most items are graded above 0.

    >>> caution("derived", [{"d1": 1, "d2": 0, "d3": 0}], ["pgc"])
    '2 of 3 graded items have a grade of 0 or below. Runs gain by them in pgc; with positive=true they do not'
    """
    names = ", ".join(labels)
    if kind == "real" or not names:
        return None
    grades = [grade for of_topic in qrels for grade in of_topic.values()]
    others = sum(grade <= 0 for grade in grades)
    if 2 * others <= len(grades):
        return None
    share = f"{others:,} of {len(grades):,} graded items have a grade of 0 or below"
    return f"{share}. Runs gain by them in {names}; with positive=true they do not"
