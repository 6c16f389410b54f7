"""Scatter plots of measures: a panel for every two, a point for each run."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from assess.analysis.direction import axis_label, best_first, upward
from assess.cli.output.plots import Canvas
from assess.cli.output.point_labels import label_points
from assess.errors import NotDefinedError, ParameterError
from assess.measures.by_name import lower_is_better
from assess.report.figure_text import broken, shortened
from assess.stats.rank_correlation import kendall_tau_b

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Means = Mapping[str, Mapping[str, float]]  # measure -> run -> value

PANELS_IN_A_ROW = 2  # printed across a page, their letters can be read
PANEL = (3.5, 3.4)  # inches
SIZE = 9  # of letters
MOST_NAMED, LONGEST_NAME = 10, 10  # more runs or longer names are numbered, with a legend below
MOST_NUMBERED = 60  # more runs are points without a label
NAMES_IN_A_ROW = 3  # below two panels
LONGEST_LABEL = 40  # letters of a line beside an axis
LINE = 0.17  # inches of a line of the legend


def check_measures(measures: Sequence[str]) -> None:
    """Refuse measures that cannot be drawn against each other."""
    if len(measures) < 2:
        found = ", ".join(measures) or "none"
        raise ParameterError(f"found measures to plot: {found}, expected at least 2: one against the other")


def draw_measures(canvas: Canvas, means: Means) -> None:
    """Draw every two measures against each other, with Kendall's tau-b above, better runs to the right and above."""
    from matplotlib.figure import Figure

    couples = list(combinations(means, 2))
    columns = min(len(couples), PANELS_IN_A_ROW)
    rows = -(-len(couples) // columns)
    labels = _labels(means)
    legend = [f"{label}  {run}" for run, label in labels.items() if run != label]
    across = NAMES_IN_A_ROW if columns > 1 else 1
    lines = -(-len(legend) // across)
    figure = Figure(figsize=(PANEL[0] * columns, PANEL[1] * rows + LINE * lines), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for axes, couple in zip(panels, couples, strict=False):
        _scatter(axes, means, *couple)
    for axes in panels[len(couples) :]:
        axes.remove()
    if legend:
        _add_legend(figure, legend, across)
    figure.draw_without_rendering()  # now the panels have their places
    for axes, (first, second) in zip(panels, couples, strict=False):
        runs = [run for run in _common(means, first, second) if run in labels]
        points = [(means[first][run], means[second][run]) for run in runs]
        label_points(axes, points, [labels[run] for run in runs], SIZE)
    canvas.save(figure)


def _labels(means: Means) -> dict[str, str]:
    """Run to what stands beside its points: its name, or a number, best by the first measure first, if names are long.

    Nothing if there are too many runs.
    """
    name, values = next(iter(means.items()))
    runs = best_first(name, values, {run for of in means.values() for run in of})
    if len(runs) <= MOST_NAMED and max(map(len, runs)) <= LONGEST_NAME:
        return {run: run for run in runs}
    if len(runs) > MOST_NUMBERED:
        return {}
    return {run: str(number) for number, run in enumerate(runs, 1)}


def _common(means: Means, first: str, second: str) -> list[str]:
    return sorted(means[first].keys() & means[second].keys())


def _scatter(axes: "Axes", means: Means, first: str, second: str) -> None:
    """The runs that both measures have; an axis of a measure where lower is better is turned."""
    runs = _common(means, first, second)
    axes.plot([means[first][run] for run in runs], [means[second][run] for run in runs], "o", color="black", ms=4)
    axes.set_xlabel(broken(axis_label(first), LONGEST_LABEL), fontsize=SIZE)
    axes.set_ylabel(broken(axis_label(second), LONGEST_LABEL), fontsize=SIZE)
    axes.tick_params(labelsize=SIZE - 1)
    axes.locator_params(nbins=5)
    axes.margins(0.15)
    axes.grid(alpha=0.3)
    axes.xaxis.set_inverted(lower_is_better(first))
    axes.yaxis.set_inverted(lower_is_better(second))
    x, y = ([upward(measure, means[measure])[run] for run in runs] for measure in (first, second))
    try:
        title = f"tau-b = {kendall_tau_b(x, y):.3f}, {len(runs)} runs"
    except NotDefinedError as reason:
        title = broken(f"tau-b {reason}", 44)
    axes.set_title(title, fontsize=SIZE)


def _add_legend(figure: "Figure", legend: Sequence[str], columns: int) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], linestyle="none")] * len(legend)
    figure.legend(
        handles,
        shortened(legend, 32),
        loc="outside lower center",
        ncols=columns,
        fontsize=SIZE - 1,
        handlelength=0,
        handletextpad=0,
        frameon=False,
    )
