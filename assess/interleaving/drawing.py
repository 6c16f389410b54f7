"""The interleaved lists of every topic of some runs."""

from collections.abc import Iterator, Sequence
from random import Random

from assess.errors import ParameterError
from assess.formats.runs import Run
from assess.interleaving import interleave
from assess.interleaving.lists import InterleavedList

SHOWN = 5  # topics named in a message


def draw_lists(
    runs: Sequence[Run], topics: Sequence[str], method: str, depth: int, seed: int, lists: int = 1
) -> Iterator[tuple[str, int, InterleavedList]]:
    """Yield topic, number from 1 and list: so many *lists* of at most *depth* items for each topic.

    A list depends on the seed, its topic and its number, and not on the other topics or on how many lists are drawn.
    """
    for topic in topics:
        rankings = {run.name: run.rankings[topic].docnos for run in runs}
        for number in range(1, lists + 1):
            yield topic, number, interleave(rankings, method, depth, Random(f"{seed} {number} {topic}"))


def check_tags(runs: Sequence[Run], sources: Sequence[str]) -> None:
    """Refuse two runs of one tag: nobody could tell whose clicks are whose."""
    first: dict[str, str] = {}
    for run, source in zip(runs, sources, strict=True):
        if run.name in first:
            raise ParameterError(
                f"{source}: found tag {run.name!r}, which {first[run.name]} has too, expected a different tag; "
                "change the last column of one of them"
            )
        first[run.name] = source


def topics_of_all(runs: Sequence[Run], sources: Sequence[str], *, common: bool = False) -> list[str]:
    """The topics of the runs in order. One that a run lacks is refused, or left out if *common* ones are asked for."""
    everywhere = set.intersection(*(set(run.rankings) for run in runs))
    anywhere = set[str]().union(*(run.rankings for run in runs))
    for run, source in zip(runs, sources, strict=True):
        if not common and (lacking := sorted(anywhere.difference(run.rankings))):
            more = " …" if len(lacking) > SHOWN else ""
            raise ParameterError(
                f"{source}: found no items for {len(lacking):,} of {len(anywhere):,} topics "
                f"({' '.join(lacking[:SHOWN])}{more}), expected the topics of the other runs; "
                "--common leaves out what a run lacks"
            )
    if not everywhere:
        raise ParameterError(f"found no topic that all of {', '.join(sources)} have, expected at least one")
    return sorted(everywhere)
