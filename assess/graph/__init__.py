"""The preference multigraph of a topic: edges, degrees, cycles, and its greedy arrangement beside a run."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import isnan
from typing import Any

from assess.errors import ParameterError
from assess.graph.arranger import Arranger, arranger
from assess.graph.split import UNGRADED, split
from assess.model import Judgment

__all__ = ["PreferenceGraph"]

Edge = tuple[str, str]


class PreferenceGraph:
    """Items as vertices, preferences as edges from the preferred item to the other.

    Cycles, parallel and contradicting edges, and items without any edge are allowed; an item preferred over
    itself is an error. Grades stand for an edge from every item to every item of a lower grade, without holding these
    edges one by one. A graph does not change; ``|`` makes the union of two, edges counted with multiplicity.

    Parameters
    ----------
    edges : iterable of (winner, loser)
        One for each judgment.
    grades : mapping of docno to grade, optional
        Any numbers; only their order counts.
    vertices : iterable of docno, optional
        Items that are in the graph whether or not they have edges.

    Examples
    --------
    >>> graph = PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])
    >>> graph.ideal(["d3", "d1", "d9"])
    ['d1', 'd3', 'd2']
    """

    def __init__(
        self, edges: Iterable[Edge] = (), *, grades: Mapping[str, float] | None = None, vertices: Iterable[str] = ()
    ) -> None:
        pairs = list(edges)
        self.grades: dict[str, float] = dict(grades or {})
        named = {docno for pair in pairs for docno in pair}
        self.docnos: tuple[str, ...] = tuple(sorted(named.union(self.grades, vertices)))
        self.numbers: dict[str, int] = {docno: number for number, docno in enumerate(self.docnos)}
        self._pairs = array("i", (self.numbers[docno] for pair in pairs for docno in pair))
        self._refuse_loops()
        self.levels = self._ranked_grades()

    @classmethod
    def from_judgments(cls, judgments: Iterable[Judgment]) -> "PreferenceGraph":
        """The graph of one topic's judgments ("real"); a tie is no edge."""
        edges = (judgment.edge for judgment in judgments)
        return cls((edge.winner, edge.loser) for edge in edges if edge)

    @classmethod
    def from_grades(cls, grades: Mapping[str, float], *, positive: bool = False) -> "PreferenceGraph":
        """The graph of every pair of different grades ("derived").

        Grade 0 is included. With *positive*, items graded 0 or below are not in the graph, so that a run gains nothing
        by them.
        """
        return cls(grades={docno: grade for docno, grade in grades.items() if not (positive and grade <= 0)})

    def _refuse_loops(self) -> None:
        for winner, loser in self._numbered_edges():
            if winner == loser:
                raise ParameterError(
                    f"found {self.docnos[winner]!r} preferred over itself, expected two different items"
                )

    def _ranked_grades(self) -> "array[int] | None":
        """The level of each vertex: 0 for the lowest grade."""
        if not self.grades:
            return None
        for docno, grade in self.grades.items():
            if isnan(grade):
                raise ParameterError(f"found grade {grade} of {docno!r}, expected a number")
        level = {grade: number for number, grade in enumerate(sorted(set(self.grades.values())))}
        levels = (level[self.grades[docno]] if docno in self.grades else UNGRADED for docno in self.docnos)
        return array("i", levels)

    def __len__(self) -> int:
        return len(self.docnos)

    def __contains__(self, docno: object) -> bool:
        return docno in self.numbers

    def __repr__(self) -> str:
        return f"<PreferenceGraph of {len(self)} items, {self.edge_count} edges>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PreferenceGraph):
            return NotImplemented
        return self.docnos == other.docnos and Counter(self.edges()) == Counter(other.edges())

    __hash__ = None  # type: ignore[assignment]  # compared by content, which is costly: no key of a dictionary

    def __or__(self, other: "PreferenceGraph") -> "PreferenceGraph":
        edges = list(self.judged_edges()) + list(other.judged_edges())
        if self.grades and other.grades:
            edges += other.derived_edges()
        return PreferenceGraph(edges, grades=self.grades or other.grades, vertices=self.docnos + other.docnos)

    def __getstate__(self) -> dict[str, Any]:
        """Without the arranger, which may be compiled: a copy in another process makes its own."""
        return {name: value for name, value in self.__dict__.items() if name != "arranger"}

    def edges(self) -> Iterator[Edge]:
        """Every edge as often as it occurs, those that grades stand for last."""
        yield from self.judged_edges()
        yield from self.derived_edges()

    def judged_edges(self) -> Iterator[Edge]:
        """The edges given one by one."""
        return ((self.docnos[winner], self.docnos[loser]) for winner, loser in self._numbered_edges())

    def derived_edges(self) -> Iterator[Edge]:
        """The edges that grades stand for: there may be many."""
        graded = sorted(self.grades)
        return ((a, b) for a in graded for b in graded if self.grades[a] > self.grades[b])

    def _numbered_edges(self) -> Iterator[tuple[int, int]]:
        return zip(self._pairs[::2], self._pairs[1::2], strict=True)

    @property
    def edge_count(self) -> int:
        """How many edges there are, those that grades stand for included."""
        return sum(self.out_degrees().values())

    def out_degrees(self) -> dict[str, int]:
        """How often each item is preferred."""
        won = Counter(self._pairs[::2])
        below = self._graded_beyond(reverse=False)
        return {docno: won[number] + below.get(docno, 0) for number, docno in enumerate(self.docnos)}

    def in_degrees(self) -> dict[str, int]:
        """How often another item is preferred to each."""
        lost = Counter(self._pairs[1::2])
        above = self._graded_beyond(reverse=True)
        return {docno: lost[number] + above.get(docno, 0) for number, docno in enumerate(self.docnos)}

    def _graded_beyond(self, *, reverse: bool) -> dict[str, int]:
        """How many items have a lower grade (with *reverse*, a higher one) than each graded item."""
        sizes = Counter(self.grades.values())
        beyond, total = {}, 0
        for grade in sorted(sizes, reverse=reverse):
            beyond[grade] = total
            total += sizes[grade]
        return {docno: beyond[grade] for docno, grade in self.grades.items()}

    def core(self) -> list[str]:
        """The items left after removing sinks, then sources, until there are none: empty without a cycle."""
        parts = split(len(self), self._numbered_edges(), self.levels)
        return [self.docnos[number] for number in sorted(parts.core.vertices)]

    def has_cycle(self) -> bool:
        """Whether some preferences contradict each other, directly or around."""
        return bool(self.core())

    def backward_edges(self, arrangement: Sequence[str]) -> int:
        """How many edges lead from a later to an earlier item of the *arrangement* of all items."""
        if sorted(arrangement) != list(self.docnos):
            raise ParameterError(f"found an arrangement of {len(arrangement)} items, expected each of {len(self)} once")
        place = {docno: i for i, docno in enumerate(arrangement)}
        return sum(place[winner] > place[loser] for winner, loser in self.edges())

    @cached_property
    def arranger(self) -> Arranger:
        """The graph prepared for many runs, compiled where possible; worked with by vertex numbers."""
        return arranger(len(self), self._pairs, self.levels)

    def ranks(self, ranking: Iterable[str]) -> "array[int]":
        """The rank of each vertex in the *ranking*, from 1; 0 for those it lacks."""
        ranks = array("i", bytes(4 * len(self)))
        seen: set[str] = set()
        for rank, docno in enumerate(ranking, start=1):
            if docno in seen:
                raise ParameterError(f"found {docno!r} at rank {rank} again, expected an item once in a ranking")
            seen.add(docno)
            if (number := self.numbers.get(docno)) is not None:
                ranks[number] = rank
        return ranks

    def ideal(self, ranking: Iterable[str] = ()) -> list[str]:
        """The ideal ranking: the greedy arrangement, equals in the order of the *ranking*, then by docno.

        Without a ranking this is Greedy FAS, an arrangement with few backward edges.
        """
        return [self.docnos[number] for number in self.arranger.ideals(self.ranks(ranking))]
