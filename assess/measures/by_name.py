"""Measures by name, as given on the command line: ``pgc``, ``compat(p=0.8)``, and all measures of ir_measures."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from assess.errors import ParameterError
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import MeasureKind, PreparedGrids, PreparedPair, PreparedTopic, TopicJudgments
from assess.measures.overlap_catalogue import PERSISTENCE, RANKS
from assess.measures.rbo import DEPTH, P

_CALL = re.compile(r"(?P<name>\w+)(\((?P<parameters>.*)\))?(@(?P<at>[^@]+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class RankMeasure:
    """A measure on the ranks of judged items: ``label`` is the text given, ``name`` a key of ``MEASURES``."""

    label: str
    name: str
    settings: tuple[tuple[str, Any], ...]

    @property
    def kind(self) -> MeasureKind:
        return MEASURES[self.name]

    @property
    def parameters(self) -> dict[str, Any]:
        return dict(self.settings)

    @property
    def rewards_all_items(self) -> bool:
        """Whether, on a graph of grades, a run gains by items that are not relevant, too."""
        return self.parameters.get("positive") is False

    @property
    def normalized(self) -> str | None:
        """What to write for the same measure, normalized; None if it is, or cannot be."""
        if self.parameters.get("normalize") is not False:
            return None
        before, _, at = self.label.partition("@")
        name, _, given = before.removesuffix(")").partition("(")
        kept = [part for part in _parts(given) if not part.startswith("normalize")]
        return f"{name}({','.join([*kept, 'normalize=true'])}){f'@{at}' if at else ''}"

    def prepare(self, judgments: TopicJudgments) -> PreparedTopic | None:
        """The measure with the judgments of a topic; None if the topic has none for it."""
        with _named(self.label):
            return self.kind.prepare(judgments, self.parameters)

    def prepare_pair(self, judgments: TopicJudgments) -> PreparedPair | None:
        """The same for a measure of two runs."""
        with _named(self.label):
            return self.kind.prepare_pair(judgments, self.parameters)

    def prepare_grids(self, judgments: TopicJudgments) -> PreparedGrids | None:
        """The same for a measure of grids."""
        with _named(self.label):
            return self.kind.prepare_grids(judgments, self.parameters)


@dataclass(frozen=True, slots=True)
class ClassicalMeasure:
    """A measure that ir_measures computes."""

    label: str


Measure = RankMeasure | ClassicalMeasure

# Topics, items retrieved, relevant items, and relevant items retrieved: over all topics they are added up, as trec_eval
# does. All other measures are averaged.
COUNTS = ("NumQ", "NumRet", "NumRel", "NumRelRet")


def is_count(label: str) -> bool:
    """Whether a measure counts topics or items, as ``NumRet(rel=1)`` does."""
    return label.partition("(")[0] in COUNTS


def lower_is_better(label: str) -> bool:
    """Whether the best run has the lowest value, as by ``e(b=2)``; False for measures that nobody here knows.

    >>> lower_is_better("e (scores.tsv)"), lower_is_better("ERR@10")
    (True, False)
    """
    call = _CALL.match(label)
    kind = MEASURES.get(call["name"].lower()) if call else None
    return kind is not None and kind.lower_is_better


def parse_measure(text: str, p: float = P, depth: int = DEPTH) -> Measure:
    """The measure of this name; *p* and *depth* are defaults of ``pgc``, ``compat`` and measures of pages.

    ``NAME@10`` sets the cut-off or depth of our own measures, too.

    Examples
    --------
    >>> parse_measure("compat(depth=10)", p=0.8)
    RankMeasure(label='compat(depth=10)', name='compat', settings=(('p', 0.8), ('depth', 10), ('normalize', True)))
    >>> parse_measure("nDCG@10")
    ClassicalMeasure(label='nDCG@10')
    """
    call = _CALL.fullmatch(text)
    name = call["name"].lower() if call else ""
    if not call or name not in MEASURES:
        from assess.measures.classical_names import checked_name  # ir_measures takes a while to import

        return ClassicalMeasure(checked_name(text))
    kind = MEASURES[name]
    settings = {key: parameter.default for key, parameter in kind.parameters.items()} | _overlap(kind, p, depth)
    settings.update(_parsed(kind, text, [*_parts(call["parameters"] or ""), *_at(kind, call["at"])]))
    for key, value in settings.items():
        kind.parameters[key].check(key, value, text)
    return RankMeasure(text, name, tuple(settings.items()))


def with_normalized(labels: Iterable[str]) -> list[str]:
    """The measures, each followed by its normalized form if it has one.

    >>> with_normalized(["pgc", "pgc(p=0.8)", "compat", "nDCG@10"])
    ['pgc', 'pgc(normalize=true)', 'pgc(p=0.8)', 'pgc(p=0.8,normalize=true)', 'compat', 'nDCG@10']
    """
    both: list[str] = []
    for label in labels:
        measure = parse_measure(label)
        both += [label, measure.normalized] if isinstance(measure, RankMeasure) and measure.normalized else [label]
    return both


def _overlap(kind: MeasureKind, p: float, depth: int) -> dict[str, Any]:
    """The defaults from the command line, for measures that are a rank-biased overlap."""
    return {
        key: value for key, value in (("p", p), ("depth", depth)) if kind.parameters.get(key) in (PERSISTENCE, RANKS)
    }


def _parts(parameters: str) -> Iterator[str]:
    return filter(None, (part.strip() for part in parameters.split(",")))


def _at(kind: MeasureKind, cutoff: str | None) -> list[str]:
    """What stands behind ``@``, as the parameter that it is."""
    return [] if cutoff is None else [f"{kind.at_parameter}={cutoff}" if kind.at_parameter else f"@{cutoff}"]


@contextmanager
def _named(label: str) -> Iterator[None]:
    """Put the name of the measure before what is wrong with its parameters."""
    try:
        yield
    except ParameterError as error:
        raise ParameterError(f"measure {label!r}: {error}") from None


def _parsed(kind: MeasureKind, label: str, parts: Iterable[str]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for part in parts:
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key in found:
            raise ParameterError(f"measure {label!r}: found {key} twice, expected each parameter once")
        try:
            found[key] = kind.parameters[key].parse(value)
        except (ValueError, KeyError):
            forms = [f"{name}={parameter.form}" for name, parameter in kind.parameters.items()]
            expected = " or ".join(filter(None, (", ".join(forms[:-1]), *forms[-1:]))) or "no parameters"
            raise ParameterError(f"measure {label!r}: found {part!r}, expected {expected}") from None
    return found
