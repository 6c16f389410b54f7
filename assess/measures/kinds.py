"""What a measure is, before it meets a run: its name, its parameters, what it needs, and how it is prepared.

A measure is prepared once for the judgments of a topic, and then scores any number of runs. All it sees of a run are
the ranks of the items that it asks for, and how many items the run has.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol

from assess.errors import ParameterError
from assess.graph import Edge, PreferenceGraph
from assess.graph.arranger import Ranks
from assess.graph.building import Kind, topic_graph

if TYPE_CHECKING:
    from assess.measures.pages.parameters import Grid

# What a measure is computed from. "graph" is either, as the option --graph says.
Need = Literal["grades", "preferences", "graph"]
_BOOLEANS = {"true": True, "false": False}
_VALUES = {float: "NUMBER", int: "WHOLE NUMBER", bool: "true|false", str: "NAME"}


@dataclass(frozen=True)
class TopicJudgments:
    """The judgments of one topic: edges are (winner, loser), ties are pairs that were judged equal.

    ``graph`` says which of them the preference graph uses.
    """

    edges: Sequence[Edge] = ()
    ties: Sequence[Edge] = ()
    grades: Mapping[str, float] = field(default_factory=dict)
    graph: Kind = "real"

    def has(self, need: Need) -> bool:
        """Whether there are judgments of the kind that a measure needs, be they ties."""
        compared, graded = bool(self.edges or self.ties), bool(self.grades)
        if need == "graph":
            return (compared and self.graph != "derived") or (graded and self.graph != "real")
        return graded if need == "grades" else compared

    @cached_property
    def preference_graph(self) -> PreferenceGraph | None:
        """The graph of the topic, which several measures share; None if nothing was judged for it."""
        return topic_graph(self.graph, self.edges, self.grades)

    @cached_property
    def positive_graph(self) -> PreferenceGraph | None:
        """The same without items graded 0 or below; None if nothing is left."""
        return topic_graph(self.graph, self.edges, self.grades, positive=True)


class PreparedTopic(Protocol):
    """A measure with the judgments of one topic, ready for many runs."""

    @property
    def docnos(self) -> tuple[str, ...]:
        """The judged items whose ranks it needs, in ascending order."""
        ...

    def values(self, ranks: Ranks, lengths: Sequence[int]) -> Sequence[float]:
        """The value of each run; NaN where the measure is not defined.

        *ranks* has one C int for each run and item, run by run: the rank from 1, or 0 if the run lacks the item.
        *lengths* is the number of items in each run, judged or not.
        """
        ...


class PreparedPair(Protocol):
    """A measure of a run against an opponent, with the judgments of one topic."""

    @property
    def docnos(self) -> tuple[str, ...]:
        """The judged items whose ranks it needs, in ascending order."""
        ...

    def values_against(
        self, ranks: Ranks, lengths: Sequence[int], opponent_ranks: Ranks, opponent_lengths: Sequence[int]
    ) -> Sequence[float]:
        """The value of each run against the opponent in the same place; NaN where the measure is not defined."""
        ...


class PreparedGrids(Protocol):
    """A measure of pages that are given as grids, with the judgments of one topic."""

    def values_of_pages(self, pages: Sequence["Grid"], opponents: Sequence["Grid"]) -> Sequence[float]:
        """The value of each page, against the opponent in the same place if it is a measure of two pages."""
        ...


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a measure: its type, its default, and which values are allowed."""

    type: type[float] | type[int] | type[bool] | type[str]
    default: float | int | bool | str | None
    meaning: str
    expected: str = ""
    is_valid: Callable[[Any], bool] = lambda _: True
    usual: str = ""  # what no value stands for, where the default is None

    @property
    def form(self) -> str:
        """What to write behind the equals sign."""
        is_choice = "|" in self.expected or self.type is str
        return self.expected if is_choice and self.expected else _VALUES[self.type]

    def parse(self, text: str) -> Any:
        """The value that a text stands for; ValueError if it stands for none."""
        if self.type is bool:
            if text.lower() not in _BOOLEANS:
                raise ValueError(text)
            return _BOOLEANS[text.lower()]
        return self.type(text)

    def check(self, name: str, value: Any, measure: str) -> None:
        """Refuse a value that is out of range, with the *measure* as it was written."""
        if value is not None and not self.is_valid(value):
            raise ParameterError(f"measure {measure!r}: found {name} = {value}, expected {self.expected}")


def choice(default: str | None, meaning: str, *values: str, usual: str = "") -> Parameter:
    """A parameter with one of a few names as its value."""
    return Parameter(str, default, meaning, "|".join(values), lambda value: value in values, usual)


@dataclass(frozen=True, slots=True)
class MeasureKind:
    """A measure as `assess measures` shows it, and the module that computes it.

    The module has a function ``prepare(judgments, **parameters)``, which returns a `PreparedTopic`, or None if the
    topic has no judgments for the measure, or if the measure is not defined for it, whatever the run. It is imported
    on first use: NumPy takes a while.

    ``requires`` says what the judgments of a topic must have so that the measure is defined for it.

    ``missing`` is the score of a judged topic that a run lacks. A measure that ``is_run_by_run`` is as fast for one run
    after the other as for many at once; the others compute with NumPy, and score all runs of a topic together. A
    measure ``of_two_runs`` scores a run against another one: what it prepares is a `PreparedPair`. A measure
    ``of_grids`` can score image grids as well as runs: what it prepares is a `PreparedGrids`, too. Where
    ``lower_is_better``, the best run has the lowest value.
    """

    name: str
    summary: str
    needs: Need
    range: str
    reference: str
    module: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    requires: str = ""
    missing: float = 0.0
    is_run_by_run: bool = False
    of_two_runs: bool = False
    of_grids: bool = False
    lower_is_better: bool = False

    @property
    def at_parameter(self) -> str | None:
        """The parameter that ``@10`` sets: the cut-off or the depth, whichever there is."""
        return next((name for name in ("cutoff", "depth") if name in self.parameters), None)

    def prepare(self, judgments: TopicJudgments, parameters: Mapping[str, Any]) -> PreparedTopic | None:
        prepared: PreparedTopic | None = self._prepared(judgments, parameters)
        return prepared

    def prepare_pair(self, judgments: TopicJudgments, parameters: Mapping[str, Any]) -> PreparedPair | None:
        prepared: PreparedPair | None = self._prepared(judgments, parameters)
        return prepared

    def prepare_grids(self, judgments: TopicJudgments, parameters: Mapping[str, Any]) -> PreparedGrids | None:
        prepared: PreparedGrids | None = self._prepared(judgments, parameters)
        return prepared

    def _prepared(self, judgments: TopicJudgments, parameters: Mapping[str, Any]) -> Any:
        return import_module(self.module).prepare(judgments, **parameters)
