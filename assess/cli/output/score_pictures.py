"""Which figure of the scored runs is wanted, and the data it shows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import click

from assess.cli.output.plots import Canvas
from assess.cli.output.score_plots import (
    Differences,
    draw_distribution,
    draw_gain,
    draw_histogram,
    draw_precision_recall,
)
from assess.errors import NotDefinedError, ParameterError
from assess.files import STANDARD
from assess.formats.run_order import Order
from assess.measures.by_name import RankMeasure, is_count, lower_is_better, parse_measure
from assess.measures.graded.histogram import precision_histogram
from assess.scoring.scoring_plan import Qrels
from assess.scoring.table import ScoredRun, names

PictureKind = Literal["precision-recall", "dcg", "ndcg", "histogram", "p-at-h"]
PICTURES: tuple[PictureKind, ...] = get_args(PictureKind)
# The discount of nDCG@10 in the table, so that the curve goes through its value.
GAINS = {"dcg": "DCG, discount log$_2$(rank + 1)", "ndcg": "nDCG, discount log$_2$(rank + 1)"}
SEED = 1  # of simulated users: the same picture each time


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw, down to which rank, and where."""

    kind: PictureKind
    depth: int
    canvas: Canvas

    def check(self, runs: Sequence[str], qrels: Qrels | None, measures: Sequence[str]) -> None:
        """Refuse what cannot be drawn, before any work."""
        if self.kind == "histogram":
            if len(runs) != 2:
                raise ParameterError(f"expected 2 runs for --picture histogram, found {len(runs):,}")
        elif not qrels:
            raise ParameterError(f"--picture {self.kind} needs qrels")
        elif STANDARD in runs:
            raise ParameterError(f"found - (standard input) as a run, expected files for --picture {self.kind}")
        elif self.kind == "p-at-h":
            _p_at_h(measures)

    def draw(self, runs: Sequence[str], qrels: Qrels | None, scored: Sequence[ScoredRun], order: Order) -> None:
        """Draw the runs; say on standard error which topics are left out."""
        if self.kind == "histogram":
            self._draw_histogram(qrels, scored)
            return
        if self.kind == "p-at-h":
            self._draw_p_at_h(runs, qrels or {}, scored, order)
            return
        from assess.scoring.curves import gain_curves, precision_recall_curves  # NumPy takes a while to import

        if self.kind == "precision-recall":
            curves = precision_recall_curves(runs, qrels or {}, order)
            draw_precision_recall(self.canvas, names(scored), curves)
        else:
            curves = gain_curves(runs, qrels or {}, self.depth, order, normalize=self.kind == "ndcg")
            draw_gain(self.canvas, names(scored), curves, GAINS[self.kind])
        _print_left_out(curves.left_out)

    def _draw_histogram(self, qrels: Qrels | None, scored: Sequence[ScoredRun]) -> None:
        first, second = scored
        measure = next((label for label in first.values if not is_count(label)), "")
        if not measure:
            raise ParameterError("found counts only, expected a measure for --picture histogram, such as -m Rprec")
        differences = _differences(first.values[measure], second.values[measure])
        if qrels and not any(differences.values()) and not any(g > 0 for of in qrels.values() for g in of.values()):
            raise NotDefinedError("the histogram is empty: no topic has a relevant item")
        topics = len(first.values[measure].keys() | second.values[measure].keys())
        draw_histogram(self.canvas, names(scored), Differences(measure, differences, topics, lower_is_better(measure)))

    def _draw_p_at_h(self, runs: Sequence[str], qrels: Qrels, scored: Sequence[ScoredRun], order: Order) -> None:
        from numpy.random import default_rng  # NumPy takes a while to import

        from assess.scoring.p_at_h_curves import p_at_h_curves

        measure = _p_at_h(scored[0].values)
        curves = p_at_h_curves(runs, qrels, measure, default_rng(SEED), order)
        if curves.users:
            click.echo(f"The picture shows {curves.users:,} simulated users per topic (seed {SEED})", err=True)
        draw_distribution(self.canvas, names(scored), curves, f"P@H: {measure.label}")


def _p_at_h(labels: Iterable[str]) -> RankMeasure:
    """The first P@H among the measures."""
    for measure in map(parse_measure, labels):
        if isinstance(measure, RankMeasure) and measure.name == "p_at_h":
            return measure
    raise ParameterError("found no P@H to draw, expected --picture p-at-h with -m p_at_h or -m 'p_at_h(model=rbp)'")


def _differences(first: Mapping[str, float], second: Mapping[str, float]) -> dict[str, float]:
    """The differences on the topics for which the measure is defined for both runs."""
    both = first.keys() & second.keys()
    if not both:
        raise ParameterError("found no topic with a value for both runs, expected at least one")
    return precision_histogram({topic: first[topic] for topic in both}, {topic: second[topic] for topic in both})


def _print_left_out(topics: Sequence[str]) -> None:
    if topics:
        click.echo(f"Topics without relevant items are left out of the picture: {' '.join(topics)}", err=True)
