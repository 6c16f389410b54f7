"""PGC as a measure of ir_measures, which PyTerrier uses too: ``PGC(p=0.8)`` next to ``nDCG@10``.

>>> import ir_measures
>>> register()
>>> qrels, run = {"t1": {"d1": 2, "d2": 0}}, {"t1": {"d1": 1.0, "d2": 2.0}}
>>> ir_measures.calc_aggregate([PGC(p=0.8) @ 2], qrels, run)
{PGC(p=0.8)@2: 0.4444444444444445}
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import ir_measures
from ir_measures import measures, providers
from ir_measures.providers.base import Any as AnyValue

from assess.errors import ParameterError
from assess.graph import Edge, PreferenceGraph
from assess.graph.building import Kind, topic_graphs
from assess.measures.pgc import pgc
from assess.measures.rbo import DEPTH, P, check_parameters

NAME = "assess"


class _PGC(measures.Measure):
    """Preference graph compatibility (Luo; Clarke, Luo and Smucker, SIGIR 2021)."""

    __name__ = "PGC"
    NAME = "PGC"
    AT_PARAM = "depth"
    PRETTY_NAME = "Preference Graph Compatibility"
    SHORT_DESC = "The rank-biased overlap of the results with the closest ranking that the preferences ask for."
    SUPPORTED_PARAMS = {  # noqa: RUF012  # named and typed by ir_measures
        "p": measures.ParamInfo(dtype=float, default=P, desc="persistence"),
        "depth": measures.ParamInfo(dtype=int, default=DEPTH, desc="ranks beyond it are ignored"),
        "normalize": measures.ParamInfo(
            dtype=bool, default=False, desc="divide by the overlap of the ideal with itself"
        ),
    }


PGC = _PGC()


class PGCProvider(providers.Provider):
    """Computes PGC from qrels, from preferences, or from both.

    Parameters
    ----------
    preferences : mapping of topic to (winner, loser) pairs, optional
        ir_measures passes qrels only, so preferences are given here.
    graph : {"real", "derived", "combined"}, optional
        Compute PGC from the preferences, the qrels, or both. By default from both if there are preferences.
    """

    NAME = NAME
    SUPPORTED_MEASURES = [_PGC(p=AnyValue(), depth=AnyValue(), normalize=AnyValue())]  # noqa: RUF012

    def __init__(self, preferences: Mapping[str, Iterable[Edge]] | None = None, graph: Kind | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # not annotated there
        self._preferences = {topic: list(edges) for topic, edges in (preferences or {}).items()}
        self._graph: Kind = graph or ("combined" if preferences else "derived")
        if not preferences and self._graph != "derived":
            raise ParameterError(f"the {graph} graph needs preferences")

    def _evaluator(self, measures: Iterable[measures.Measure], qrels: Any) -> "PGCEvaluator":
        grades = ir_measures.util.QrelsConverter(qrels).as_dict_of_dict()
        return PGCEvaluator(list(measures), topic_graphs(self._graph, self._preferences, grades))


class PGCEvaluator(providers.Evaluator):
    """Computes PGC with one or more settings of its parameters on the graphs of all topics."""

    def __init__(self, measures: list[measures.Measure], graphs: Mapping[str, PreferenceGraph]) -> None:
        super().__init__(measures, set(graphs))
        for measure in measures:
            check_parameters(measure["p"], measure["depth"])
        self._graphs = graphs

    def _iter_calc(self, run: Any) -> Iterator[ir_measures.Metric]:
        scored = ir_measures.util.RunConverter(run).as_dict_of_dict()
        for topic in sorted(self._graphs.keys() & scored.keys()):
            scores = scored[topic]
            ranking = sorted(scores, key=lambda docno: (-scores[docno], docno))
            for measure in self.measures:
                p, depth, normalize = measure["p"], measure["depth"], measure["normalize"]
                value = pgc(self._graphs[topic], ranking, p, depth, normalize=normalize)
                yield ir_measures.Metric(query_id=topic, measure=measure, value=value)


def register(preferences: Mapping[str, Iterable[Edge]] | None = None, graph: Kind | None = None) -> None:
    """Register ``PGC`` with ir_measures, for qrels alone or with *preferences*; a later call replaces an earlier one.

    Afterwards ``ir_measures.parse_measure("PGC(p=0.8)")`` and ``ir_measures.calc_aggregate([PGC(p=0.8)], qrels, run)``
    work, and so do PyTerrier's experiments with ``eval_metrics=[PGC(p=0.8)]``.
    """
    provider = PGCProvider(preferences, graph)
    measures.registry.setdefault(PGC.NAME, PGC)
    providers.register(provider)
    others = [known for known in ir_measures.DefaultPipeline.providers if known.NAME != NAME]
    ir_measures.DefaultPipeline.providers = [*others, provider]
