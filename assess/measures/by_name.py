"""Measures by name, as given on the command line: ``pgc``, ``compat(p=0.8)``, and all measures of ir_measures."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from assess.errors import ParameterError
from assess.graph import PreferenceGraph
from assess.graph.arranger import Ranks
from assess.measures.compatibility import compatibility_of_ranks
from assess.measures.pgc import pgc_of_ranks
from assess.measures.rbo import DEPTH, P, check_parameters

OfRanks = Callable[..., list[float]]

# Name -> function of a graph and ranks, and whether to divide by the overlap of the ideal ranking with itself.
MEASURES: dict[str, tuple[OfRanks, bool]] = {
    "pgc": (pgc_of_ranks, False),
    "compat": (compatibility_of_ranks, True),
}

_CALL = re.compile(r"(?P<name>\w+)(\((?P<parameters>.*)\))?", re.ASCII)
_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class RankMeasure:
    """A measure on the ranks of judged items: ``label`` is the text given, ``name`` a key of ``MEASURES``."""

    label: str
    name: str
    p: float = P
    depth: int = DEPTH
    normalize: bool = False

    def of_ranks(self, graph: PreferenceGraph, ranks: Ranks) -> list[float]:
        """The value of each run."""
        measure, _ = MEASURES[self.name]
        return measure(graph, ranks, self.p, self.depth, normalize=self.normalize)


@dataclass(frozen=True, slots=True)
class ClassicalMeasure:
    """A measure that ir_measures computes."""

    label: str


Measure = RankMeasure | ClassicalMeasure


def parse_measure(text: str, p: float = P, depth: int = DEPTH) -> Measure:
    """The measure of this name; *p* and *depth* are defaults for parameters that are not in the text.

    Examples
    --------
    >>> parse_measure("pgc(normalize=true)", p=0.8)
    RankMeasure(label='pgc(normalize=true)', name='pgc', p=0.8, depth=1000, normalize=True)
    >>> parse_measure("nDCG@10")
    ClassicalMeasure(label='nDCG@10')
    """
    call = _CALL.fullmatch(text)
    name = call["name"].lower() if call else ""
    if not call or name not in MEASURES:
        from assess.measures.classical import checked_name  # ir_measures takes a while to import

        return ClassicalMeasure(checked_name(text))
    measure = RankMeasure(text, name, p, depth, normalize=MEASURES[name][1])
    for parameter in filter(None, (part.strip() for part in (call["parameters"] or "").split(","))):
        measure = _with_parameter(measure, parameter)
    check_parameters(measure.p, measure.depth)
    return measure


def _with_parameter(measure: RankMeasure, parameter: str) -> RankMeasure:
    key, _, value = (part.strip() for part in parameter.partition("="))
    try:
        if key == "p":
            return replace(measure, p=float(value))
        if key == "depth":
            return replace(measure, depth=int(value))
        if key == "normalize":
            return replace(measure, normalize=_BOOLEANS[value.lower()])
    except (ValueError, KeyError):
        pass
    raise ParameterError(
        f"measure {measure.label!r}: found {parameter!r}, expected p=NUMBER, depth=NUMBER or normalize=true|false"
    )
