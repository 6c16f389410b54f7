"""The measures of the catalogue inside ir_measures, which PyTerrier uses too: ``PGC(p=0.8)`` next to ``nDCG@10``.

>>> import ir_measures
>>> register()
>>> qrels, run = {"t1": {"d1": 2, "d2": 0}}, {"t1": {"d1": 1.0, "d2": 2.0}}
>>> ir_measures.calc_aggregate([PGC(p=0.8) @ 2], qrels, run)
{PGC(p=0.8)@2: 0.4444444444444445}
"""

import warnings
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isnan, nan
from typing import Any

import ir_measures
from ir_measures import measures, providers
from ir_measures.measures.base import MeanAgg
from ir_measures.providers.base import Any as AnyValue

from assess.errors import ParameterError, UnknownNameError
from assess.formats.run_order import Order, best_first, checked_order
from assess.graph import Edge
from assess.graph.building import Kind
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import MeasureKind, Parameter, PreparedTopic, TopicJudgments
from assess.measures.not_relevant import caution

NAME = "assess"
# Names that ir_measures users know; the other measures have the same name there and here. Its own Compat equals ours.
NAMES = {"pgc": "PGC"}
LEFT_OUT = {"compat"}
SHOWN = 5  # topics that a warning names


class DefinedMean(MeanAgg):
    """The mean over the topics for which a measure is defined."""

    def add(self, value: float) -> None:
        if not isnan(value):
            super().add(value)  # type: ignore[no-untyped-call]  # not annotated there


class KindMeasure(measures.Measure):
    """A measure of the catalogue, as ir_measures knows it."""

    KIND: MeasureKind

    def aggregator(self) -> MeanAgg:
        return DefinedMean()

    def parameters(self) -> dict[str, Any]:
        """The value of each parameter, each checked."""
        values = {name: self[name] for name in self.KIND.parameters}
        for name, value in values.items():
            self.KIND.parameters[name].check(name, value, str(self))
        return values

    @property
    def rewards_all_items(self) -> bool:
        """Whether, on a graph of grades, a run gains by items that are not relevant, too."""
        return "positive" in self.KIND.parameters and not self["positive"]


def _param_info(parameter: Parameter) -> measures.ParamInfo:
    types = (float, int) if parameter.type is float else parameter.type
    return measures.ParamInfo(dtype=types, default=parameter.default, desc=parameter.meaning)


def _measure_class(kind: MeasureKind) -> type[KindMeasure]:
    name = NAMES.get(kind.name, kind.name)
    infos = {key: _param_info(parameter) for key, parameter in kind.parameters.items()}
    described = {"PRETTY_NAME": name, "SHORT_DESC": kind.summary, "__doc__": f"{kind.summary} ({kind.reference})"}
    named = {"__name__": name, "NAME": name, "KIND": kind, "SUPPORTED_PARAMS": infos, "DEFAULT": kind.missing}
    named["AT_PARAM"] = kind.at_parameter or KindMeasure.AT_PARAM  # refused there as unsupported, as Bpref@10 is
    return type(name, (KindMeasure,), described | named)


# Name in the catalogue -> its measure in ir_measures, which scores one run at a time.
IR_MEASURES = {
    name: _measure_class(kind)() for name, kind in MEASURES.items() if name not in LEFT_OUT and not kind.of_two_runs
}
PGC = IR_MEASURES["pgc"]


def ir_measure(name: str) -> KindMeasure:
    """The measure of the catalogue as a measure of ir_measures, to be called with parameters: ``ir_measure("pgc")``."""
    if name not in IR_MEASURES:
        raise UnknownNameError(f"found measure {name!r}, expected one of {', '.join(IR_MEASURES)}")
    return IR_MEASURES[name]


class AssessProvider(providers.Provider):
    """Computes the measures of the catalogue from qrels, from preferences, or from both.

    On qrels, PGC rewards runs for all judged items, also those that are not relevant, as published. If most of them
    are not, a warning says so; ``PGC(positive=True)`` leaves them out.

    Parameters
    ----------
    preferences : mapping of topic to (winner, loser) pairs, optional
        ir_measures passes qrels only, so preferences are given here.
    graph : {"real", "derived", "combined"}, optional
        Compute PGC from the preferences, the qrels, or both. By default from both if there are preferences.
    order : {"score", "trec_eval"}
        The order of items with equal scores: by docno, ascending; or as trec_eval does, which computes nDCG, AP and
        most others in ir_measures. ir_measures leaves ties to the program that computes a measure.
    """

    NAME = NAME
    SUPPORTED_MEASURES = [  # noqa: RUF012  # named and typed by ir_measures
        measure(**{key: AnyValue() for key in measure.KIND.parameters}) for measure in IR_MEASURES.values()
    ]

    def __init__(
        self,
        preferences: Mapping[str, Iterable[Edge]] | None = None,
        graph: Kind | None = None,
        order: Order = "score",
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # not annotated there
        self._preferences = {topic: list(edges) for topic, edges in (preferences or {}).items()}
        self._graph: Kind = graph or ("combined" if preferences else "derived")
        self._order = checked_order(order)
        if not preferences and self._graph != "derived":
            raise ParameterError(f"the {graph} graph needs preferences")

    def _evaluator(self, measures: Iterable[measures.Measure], qrels: Any) -> "AssessEvaluator":
        grades = ir_measures.util.QrelsConverter(qrels).as_dict_of_dict()
        judged = {
            topic: TopicJudgments(self._preferences.get(topic, ()), (), grades.get(topic, {}), self._graph)
            for topic in sorted({*grades, *self._preferences})
        }
        ours = [m for m in measures if isinstance(m, KindMeasure)]
        if told := caution(self._graph, grades.values(), [str(m) for m in ours if m.rewards_all_items]):
            warnings.warn(told, stacklevel=2)
        return AssessEvaluator(ours, judged, self._order)


class AssessEvaluator(providers.Evaluator):
    """Computes measures on the judgments of all topics.

    The value is NaN for a topic without judgments for the measure, and for a run for which the measure is not defined.
    The mean leaves these out. ir_measures itself would count 0 for them.
    """

    def __init__(
        self, measures: list[KindMeasure], judged: Mapping[str, TopicJudgments], order: Order = "score"
    ) -> None:
        super().__init__(measures, set(judged))
        self._order = order
        self._prepared: dict[KindMeasure, dict[str, PreparedTopic | None]] = {}
        for measure in measures:
            parameters = measure.parameters()
            self._prepared[measure] = {topic: measure.KIND.prepare(of, parameters) for topic, of in judged.items()}

    def _iter_calc(self, run: Any) -> Iterator[ir_measures.Metric]:
        scored = ir_measures.util.RunConverter(run).as_dict_of_dict()
        for measure, topics in self._prepared.items():
            undefined = []
            for topic, prepared in topics.items():
                if prepared is None:
                    yield ir_measures.Metric(query_id=topic, measure=measure, value=nan)
                elif topic in scored:
                    value = _value(prepared, best_first(scored[topic], self._order))
                    undefined += [topic] if isnan(value) else []
                    yield ir_measures.Metric(query_id=topic, measure=measure, value=value)
            if undefined:
                warnings.warn(_left_out(str(measure), undefined, len(topics)), stacklevel=2)


def _left_out(measure: str, undefined: Sequence[str], topics: int) -> str:
    named = " ".join([*undefined[:SHOWN], *(["..."] if len(undefined) > SHOWN else [])])
    return f"{measure} is not defined for {len(undefined):,} of {topics:,} topics, left out of the mean: {named}"


def _value(prepared: PreparedTopic, ranking: list[str]) -> float:
    rank = {docno: number for number, docno in enumerate(ranking, start=1)}
    return float(prepared.values(array("i", [rank.get(docno, 0) for docno in prepared.docnos]), [len(ranking)])[0])


def register(
    preferences: Mapping[str, Iterable[Edge]] | None = None, graph: Kind | None = None, order: Order = "score"
) -> None:
    """Register the measures of the catalogue with ir_measures, for qrels alone or with *preferences*.

    A later call replaces an earlier one. Afterwards ``ir_measures.parse_measure("PGC(p=0.8)")`` and
    ``ir_measures.calc_aggregate([PGC(p=0.8)], qrels, run)`` work, and so do PyTerrier's experiments with
    ``eval_metrics=[PGC(p=0.8)]``. With ``order="trec_eval"`` our measures order equal scores as nDCG does there.
    """
    provider = AssessProvider(preferences, graph, order)
    for measure in IR_MEASURES.values():
        measures.registry.setdefault(measure.NAME, measure)
    providers.register(provider)
    others = [known for known in ir_measures.DefaultPipeline.providers if known.NAME != NAME]
    ir_measures.DefaultPipeline.providers = [*others, provider]
