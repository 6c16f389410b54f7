"""Figures on runs: the leaderboard, measures against each other, and which runs differ."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, cycle, repeat
from typing import TYPE_CHECKING, NamedTuple

from assess.analysis.direction import axis_label, best_first, upward
from assess.errors import NotDefinedError
from assess.measures.by_name import lower_is_better
from assess.report.figure import WIDTH, Drawing, Estimate, forest, new_figure
from assess.report.figure_style import COLOURS, INK, MARKERS, figure_style
from assess.report.figure_text import broken, shortened
from assess.report.standings import Standings
from assess.stats.comparison.differences import RunDifference
from assess.stats.comparison.power import ALPHA
from assess.stats.rank_correlation import kendall_tau_b

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

Means = Mapping[str, Mapping[str, float]]  # measure -> run -> value

PANELS_IN_A_ROW = 3
MOST_PANELS = 12
# Black is the ink, which is light on a dark page.
MARKED = tuple(INK if colour == "#000000" else colour for colour in COLOURS)
MARKED_RUNS = 8  # more runs than markers have the same one
LABELLED_CELLS = 12  # runs; more have no numbers in their cells
CELL_LETTERS = 9
MINUS = "\u2212"
LONGEST_NAME = 18  # of a run beside a figure
LONGEST_LABEL = 24  # letters of a line beside an axis
LETTERS_ACROSS = 60  # names that need more are written upwards


class Shade(NamedTuple):
    """How a cell looks whose p is below a value; darker is surer, in grey as well."""

    below: float
    name: str
    tint: str
    ink: str
    hatch: str = ""
    edge: str = "#ffffff"


SHADES = (
    Shade(0.001, "p < 0.001", "#245a8d", "#ffffff"),
    Shade(0.01, "p < 0.01", "#6f9fcb", "#010101"),
    Shade(0.05, "p < 0.05", "#c4d8eb", "#010101"),
    Shade(2.0, "not significant", "#ededed", "#444444"),
)
NOT_DEFINED = Shade(0.0, "not defined", "#f7f7f7", "#444444", "////", "#bbbbbb")


def draw_leaderboard(all_standings: Sequence[Standings]) -> Drawing | None:
    """The mean of each run with its interval: a panel for each measure, runs in the order of the first."""
    defined = [one for one in all_standings if one.means]
    shown = defined[:PANELS_IN_A_ROW]
    if not shown:
        return None
    runs = shown[0].runs
    with figure_style():
        figure = new_figure(0.95 + 0.27 * len(runs))
        panels = figure.subplots(1, len(shown), sharey=True, squeeze=False)[0]
        for axes, one in zip(panels, shown, strict=True):
            forest(axes, shortened(runs, LONGEST_NAME), [_estimate(one, run) for run in runs])
            _name_axis(axes, one)
            axes.margins(x=0.08)
            lowest, highest = axes.get_xlim()
            if 0 < lowest < highest / 2:
                axes.set_xlim(left=0)
            axes.locator_params(axis="x", nbins=4)
    first = shown[0]
    told = "; ".join(f"{run} {mean:.3f}" for run, mean in zip(first.runs, first.means, strict=True))
    interval = ", with 95 % intervals" if first.bounds else ""
    caption = f"Runs in the order of {first.measure}{interval}{_first_of(len(shown), len(defined), 'measures')}."
    return Drawing("leaderboard", caption, f"Means by {first.measure}: {told}.", figure)


def _first_of(shown: int, known: int, what: str) -> str:
    """What to say in a caption if not all is shown."""
    return f"; the first {shown:,} of {known:,} {what}, the tables have all" if shown < known else ""


def _name_axis(axes: "Axes", standings: Standings) -> None:
    topics = f"{len(standings.topics):,} topic{'s' * (len(standings.topics) != 1)}"
    lower = "\nlower is better" if lower_is_better(standings.measure) else ""
    axes.set_xlabel(f"{broken(standings.measure, LONGEST_LABEL)}{lower}\n(mean of {topics})")


def _estimate(standings: Standings, run: str) -> Estimate | None:
    if run not in standings.runs:
        return None
    place = standings.runs.index(run)
    low, high = standings.bounds[place] if standings.bounds else (None, None)
    return standings.means[place], low, high


def draw_measures(means: Means) -> Drawing | None:
    """Every two measures against each other, a point for each run."""
    pairs = list(combinations(means, 2))
    couples = pairs[:MOST_PANELS]
    if not couples:
        return None
    columns = max(2, min(len(couples), PANELS_IN_A_ROW))  # a single panel is not larger than one of two
    rows = -(-len(couples) // columns)
    runs = best_first(*next(iter(means.items())))
    taus = []
    with figure_style():
        figure = new_figure(rows * (WIDTH / columns) * 1.08 + 0.5)
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for axes, (first, second) in zip(panels, couples, strict=False):
            taus.append(f"{first} and {second}: tau-b {_scatter(axes, runs, means, first, second)}")
        for axes in panels[len(couples) :]:
            axes.set_axis_off()
        if len(runs) <= MARKED_RUNS:
            figure.legend(
                *panels[0].get_legend_handles_labels(),
                loc="outside lower center",
                ncols=min(len(runs), 6),
                handlelength=1,
            )
    which = _first_of(len(couples), len(pairs), "pairs")
    caption = f"Every two measures against each other: a point for each run{which}."
    return Drawing("measures", caption, "; ".join(taus) + ".", figure)


def _scatter(axes: "Axes", runs: Sequence[str], means: Means, first: str, second: str) -> str:
    """Draw the runs that both measures have, better ones to the right and above; return Kendall's tau-b as text."""
    both = [run for run in runs if run in means[first] and run in means[second]]
    looks = zip(cycle(MARKED), cycle(MARKERS), strict=False) if len(runs) <= MARKED_RUNS else repeat((COLOURS[0], "o"))
    for run, (colour, marker) in zip(both, looks, strict=False):
        point = [means[first][run]], [means[second][run]]
        axes.plot(*point, marker, color=colour, markersize=6, label=run, linestyle="none")
    x, y = ([upward(measure, means[measure])[run] for run in both] for measure in (first, second))
    try:
        tau = f"{kendall_tau_b(x, y):.2f}"
    except NotDefinedError:
        tau = "not defined"
    axes.set_title(f"tau-b {tau}, {len(both)} run{'s' * (len(both) != 1)}", fontsize="small", color=INK)
    axes.set(xlabel=broken(axis_label(first), LONGEST_LABEL), ylabel=broken(axis_label(second), LONGEST_LABEL))
    axes.xaxis.set_inverted(lower_is_better(first))
    axes.yaxis.set_inverted(lower_is_better(second))
    axes.margins(0.12)
    axes.set_box_aspect(1)
    return tau


def draw_significance(standings: Standings) -> Drawing | None:
    """A matrix of all pairs of runs: the difference in the cell, shaded by Holm's p."""
    found, runs = standings.pairs, shortened(standings.runs, LONGEST_NAME)
    if not found:
        return None
    slanted = len(runs) * max(map(len, runs)) > LETTERS_ACROSS
    with figure_style():
        figure = new_figure(0.9 + 0.7 * slanted + (0.38 if len(runs) <= LABELLED_CELLS else 0.26) * len(runs))
        axes = figure.subplots()
        axes.grid(visible=False)
        for (row, column), of in zip(combinations(range(len(runs)), 2), found.values(), strict=True):
            _fill_cell(axes, row, column, of, labelled=len(runs) <= LABELLED_CELLS)
        axes.set(xlim=(0.5, len(runs) - 0.5), ylim=(len(runs) - 1.5, -0.5))
        axes.set_xticks(range(1, len(runs)), runs[1:])
        if slanted:
            axes.tick_params(axis="x", labelrotation=90)
        axes.set_yticks(range(len(runs) - 1), runs[:-1])
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        axes.xaxis.tick_top()
        shades = _legend_of_shades(found.values())
        figure.legend(
            handles=shades, loc="outside lower center", ncols=len(shades), handlelength=1.4, columnspacing=1.2
        )
    sure = sum(of.p_holm is not None and of.p_holm < ALPHA for of in found.values())
    alt = f"{sure:,} of {len(found):,} pairs of runs differ significantly."
    return Drawing("significance", _significance_caption(standings.measure), alt, figure)


def _significance_caption(measure: str) -> str:
    lower = " (lower is better, so the better run has a negative difference)" if lower_is_better(measure) else ""
    return (
        f"Mean {measure} of the run of the row less that of the run of the column{lower}. "
        "The shade is p of the paired t-test with Holm's correction."
    )


def _fill_cell(axes: "Axes", row: int, column: int, of: RunDifference, *, labelled: bool) -> None:
    from matplotlib.patches import Rectangle

    shade = _shade(of)
    corner = column - 0.5, row - 0.5
    axes.add_patch(Rectangle(corner, 1, 1, facecolor=shade.tint, hatch=shade.hatch, edgecolor=shade.edge))
    if labelled:
        text = axes.text(
            column,
            row,
            f"{of.difference:.3f}".replace("-", MINUS),
            ha="center",
            va="center",
            color=shade.ink,
            fontsize=CELL_LETTERS,
        )
        if shade.hatch:
            text.set_bbox({"facecolor": shade.tint, "edgecolor": "none", "pad": 1})


def _shade(of: RunDifference) -> Shade:
    p = of.p_holm
    return NOT_DEFINED if p is None else next(shade for shade in SHADES if p < shade.below)


def _legend_of_shades(differences: Iterable[RunDifference]) -> list["Patch"]:
    from matplotlib.patches import Patch

    shades = [*SHADES, *([NOT_DEFINED] if any(of.p_holm is None for of in differences) else [])]
    return [
        Patch(facecolor=shade.tint, hatch=shade.hatch, edgecolor="#888888", linewidth=0.6, label=shade.name)
        for shade in shades
    ]
