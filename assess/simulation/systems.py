"""How the errors of a tournament change the order of systems."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from assess.graph import PreferenceGraph
from assess.measures.compatibility import compatibility_of_ranks, ideal_levels
from assess.measures.pgc import pgc_of_ranks
from assess.simulation.assessors import Truth
from assess.simulation.quality import kendall_tau
from assess.tournament.pairings import Pair
from assess.tournament.preference_qrels import top_levels
from assess.tournament.state import Places

# Run -> topic -> docnos, best first.
Rankings = Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True)
class Played:
    """A simulated topic: the truth, the judgments and the result."""

    topic: str
    grades: Mapping[str, float]
    truth: Truth
    edges: Sequence[Pair]
    ranking: Places


class Systems:
    """The runs to compare."""

    def __init__(self, rankings: Rankings) -> None:
        # Run -> topic -> docno -> rank.
        self._rank = [
            {topic: {docno: rank for rank, docno in enumerate(docnos, start=1)} for topic, docnos in topics.items()}
            for topics in rankings.values()
        ]

    def taus(self, played: Sequence[Played], k: int, step: int) -> dict[str, float]:
        """Return Kendall's tau between the order of the runs by the tournaments and by the truth.

        ``PGC`` compares scores from the judgments with scores from the true
        order of the candidates. ``compatibility`` compares scores from the top k
        found with scores from the true top k, both above the grades.
        """
        pairs = {
            "PGC": ((self.pgc(topic), self._true_pgc(topic)) for topic in played),
            "compatibility": (self._compatibility(t, k, step) for t in played),
        }
        return {measure: self._tau(list(scores)) for measure, scores in pairs.items()}

    def _tau(self, topics: Sequence[tuple[Sequence[float], Sequence[float]]]) -> float:
        found, true = ([fmean(column) for column in zip(*side, strict=True)] for side in zip(*topics, strict=True))
        return kendall_tau(dict(enumerate(found)), dict(enumerate(true)))

    def pgc(self, played: Played) -> Sequence[float]:
        """Return the PGC of every run by the judgments of a topic."""
        return self._pgc(played, PreferenceGraph(played.edges, vertices=sorted(played.truth.ranking)))

    def _true_pgc(self, played: Played) -> Sequence[float]:
        """The PGC of every run by the truth."""
        return self._pgc(played, PreferenceGraph(grades=_by_place(played.truth.ranking)))

    def _pgc(self, played: Played, graph: PreferenceGraph) -> Sequence[float]:
        docnos = sorted(played.truth.ranking)
        ranks = array("i", [rank for run in self._ranks(played.topic, docnos) for rank in run])
        return pgc_of_ranks(graph, ranks)

    def _compatibility(self, played: Played, k: int, step: int) -> tuple[Sequence[float], Sequence[float]]:
        """The compatibility of every run with the top k found, and with the true one."""
        truly_best = tuple((docno,) for docno in played.truth.ranking[:k])
        relevant = {docno: grade for docno, grade in played.grades.items() if grade > 0}
        found, true = (ideal_levels({**relevant, **top_levels(top, k, step)}) for top in (played.ranking, truly_best))
        return self._compatible(played.topic, found), self._compatible(played.topic, true)

    def _compatible(self, topic: str, levels: PreferenceGraph) -> list[float]:
        ranks = array("i", [rank for run in self._ranks(topic, levels.docnos) for rank in run])
        return compatibility_of_ranks(levels, ranks)

    def _ranks(self, topic: str, docnos: Sequence[str]) -> list[list[int]]:
        """The rank of each docno in each run; 0 if it is not in the run."""
        return [[topics.get(topic, {}).get(docno, 0) for docno in docnos] for topics in self._rank]


def _by_place(ranking: Sequence[str]) -> dict[str, int]:
    return {docno: -place for place, docno in enumerate(ranking)}
