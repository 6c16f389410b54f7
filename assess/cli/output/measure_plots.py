"""Scatter plots of measures: a panel for every two, a point for each run."""

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from assess.cli.output.plots import Canvas
from assess.errors import NotDefinedError, ParameterError
from assess.stats.rank_correlation import kendall_tau_b

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PANELS_IN_A_ROW = 3
MOST_NAMES = 25  # more runs are points without names


def draw_measures(canvas: Canvas, means: Mapping[str, Mapping[str, float]]) -> None:
    """Draw every two measures against each other, with Kendall's tau-b above; *means* is measure to run to value."""
    from matplotlib.figure import Figure

    couples = list(combinations(means, 2))
    if not couples:
        raise ParameterError(f"found {len(means)} measure to plot, expected at least 2: one against the other")
    columns = min(len(couples), PANELS_IN_A_ROW)
    rows = -(-len(couples) // columns)
    figure = Figure(figsize=(4 * columns, 3.8 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes, (first, second) in zip(panels, couples, strict=False):
        _scatter(axes, means[first], means[second])
        axes.set(xlabel=first, ylabel=second)
    for axes in panels[len(couples) :]:
        axes.set_axis_off()
    canvas.save(figure)


def _scatter(axes: "Axes", first: Mapping[str, float], second: Mapping[str, float]) -> None:
    """The runs that both measures have, named if there are few."""
    runs = sorted(first.keys() & second.keys())
    x, y = [first[run] for run in runs], [second[run] for run in runs]
    axes.plot(x, y, "o", color="black", markerfacecolor="none", markersize=5)
    if len(runs) <= MOST_NAMES:
        # From the right: a name to the left of its point, the next to the right, so that neighbours do not meet.
        for number, run in enumerate(sorted(runs, key=lambda run: -first[run])):
            place, side = ((-5, 3), "right") if number % 2 == 0 else ((5, -8), "left")
            axes.annotate(
                run, (first[run], second[run]), place, textcoords="offset points", ha=side, fontsize="x-small"
            )
    try:
        title = f"tau-b = {kendall_tau_b(x, y):.3f}, {len(runs)} runs"
    except NotDefinedError as reason:
        title = f"tau-b {reason}"
    axes.set_title(title, fontsize="small", wrap=True)
    axes.margins(0.12)
    axes.grid(alpha=0.3)
