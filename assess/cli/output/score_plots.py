"""Figures of scored runs, made for print: runs differ in colour, line and marker, so that grey copies can be read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from assess.cli.output.plots import Canvas
from assess.report.figure_style import COLOURS, GREY, LINES, MARKERS, figure_style
from assess.report.figure_text import broken, shortened

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from assess.scoring.curves import Curves
    from assess.scoring.p_at_h_curves import PAtHCurves

THIN: dict[str, Any] = {"linewidth": 0.6, "markersize": 3, "markeredgewidth": 0}
LABELLED_TOPICS = 30  # more names of topics cannot be read below an axis
MARKED_RANKS = 20
WIDTH, HEIGHT = 6.4, 4.6  # inches
AXIS = 44  # letters that fit beside the axes
FEW = 6  # runs whose names may be longer
LINE = 0.19  # inches of a line of the legend


def draw_precision_recall(canvas: Canvas, names: Sequence[str], curves: "Curves") -> None:
    """Draw interpolated precision against recall, a curve for each run."""
    with figure_style():
        figure, axes = _axes()
        _draw_curves(axes, names, curves)
        axes.set(xlabel="recall", ylabel=f"{'' if curves.points else 'interpolated '}precision\n({_mean_of(curves)})")
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xticks=[level / 5 for level in range(6)])
        _finish(canvas, figure, axes.get_legend_handles_labels()[0])


def draw_gain(canvas: Canvas, names: Sequence[str], curves: "Curves", label: str) -> None:
    """Draw gain against rank, a curve for each run, and the ideal curve if there is one."""
    with figure_style():
        figure, axes = _axes()
        _draw_curves(axes, names, curves)
        if curves.ideal is not None:
            axes.plot(curves.x, curves.ideal, color=GREY, linewidth=1, label="ideal ranking")
        axes.set(xlabel="rank", ylabel=f"{label}\n({_mean_of(curves)})", xlim=(0.5, len(curves.x) + 0.5))
        axes.set_ylim(bottom=0)
        axes.set_xticks(_rank_ticks(len(curves.x)))
        _finish(canvas, figure, axes.get_legend_handles_labels()[0])


def draw_distribution(canvas: Canvas, names: Sequence[str], curves: "PAtHCurves", label: str) -> None:
    """Draw the share of users with a value or less as steps, for each run."""
    last = max(1.0, *(float(values[-1]) for values, _ in curves.runs))
    with figure_style():
        figure, axes = _axes()
        for name, (values, shares), look in zip(names, curves.runs, _looks(len(names)), strict=True):
            start = [0.0] if values[0] > 0 else []
            x, y = [*start, *values, last], [*start, *shares, 1.0]
            axes.step(x, y, where="post", **look, markevery=0.1, label=name)  # a tenth of the figure apart
        axes.set(xlabel=broken(label, 60), ylabel="share of users with this value or less\n" + _users_of(curves))
        axes.set(xlim=(-0.02 * last, 1.02 * last), ylim=(-0.02, 1.02))
        _finish(canvas, figure, axes.get_legend_handles_labels()[0])


@dataclass(frozen=True, slots=True)
class Differences:
    """The value of the first of two runs minus that of the second, by topic; *topics* are all that were scored."""

    measure: str
    values: Mapping[str, float]
    topics: int
    lower_is_better: bool = False

    def bars(self) -> list[tuple[str, float]]:
        """The topics and how much better the first run is, its best topics first."""
        sign = -1 if self.lower_is_better else 1
        # Values that differ by rounding only are equal: they are in the order of topics.
        return sorted(
            ((topic, sign * value) for topic, value in self.values.items()),
            key=lambda bar: (-round(bar[1], 9), bar[0]),
        )

    def label(self, first: str, second: str) -> str:
        """What a bar that goes up is."""
        up = f"{second} − {first}\n(lower is better)" if self.lower_is_better else f"{first} − {second}"
        between = ": " if len(self.measure) + len(up.partition("\n")[0]) < AXIS else "\n"
        return broken(self.measure, AXIS) + between + up

    def share(self, topics: int) -> str:
        """So many of the topics."""
        return f"{topics:,} of {len(self.values):,} topic" + "s" * (len(self.values) != 1)


def draw_histogram(canvas: Canvas, names: Sequence[str], differences: Differences) -> None:
    """Draw the difference between two runs as a bar for each topic, the best topics of the first run on the left."""
    from matplotlib.patches import Patch

    first, second = shortened(names, 18)
    ordered = differences.bars()
    better = [value for _, value in ordered if round(value, 9) > 0]
    worse = [value for _, value in ordered if round(value, 9) < 0]
    equal = len(ordered) - len(better) - len(worse)
    solid: dict[str, Any] = {"facecolor": COLOURS[0]}
    hatched: dict[str, Any] = {"facecolor": COLOURS[5], "edgecolor": "black", "hatch": "////", "linewidth": 0.4}
    with figure_style():
        figure, axes = _axes()
        axes.grid(axis="x", visible=False)
        axes.bar(range(len(better)), better, width=0.8, **solid)
        axes.bar(range(len(better) + equal, len(ordered)), worse, width=0.8, **hatched)
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set(ylabel=differences.label(first, second), xlim=(-0.8, len(ordered) - 0.2))
        _name_topics(axes, [topic for topic, _ in ordered], differences.topics)
        handles = [Patch(**solid, label=f"{first} better: {differences.share(len(better))}")]
        handles.append(Patch(**hatched, label=f"{second} better: {differences.share(len(worse))}"))
        if equal:
            share = differences.share(equal)
            handles.append(Patch(facecolor="white", edgecolor=GREY, linewidth=0.6, label=f"equal: {share}"))
        _finish(canvas, figure, handles)


def _axes() -> tuple["Figure", "Axes"]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    return figure, figure.subplots()


def _draw_curves(axes: "Axes", names: Sequence[str], curves: "Curves") -> None:
    every = max(1, len(curves.x) // MARKED_RANKS)
    looks = _looks(len(names))
    for (recall, precision), look in zip(curves.points, looks, strict=False):
        axes.plot(recall, precision, **{**look, **THIN, "markerfacecolor": look["color"]})
    for name, y, look in zip(names, curves.y, looks, strict=True):
        axes.plot(curves.x, y, **look, markevery=every, label=name)
    if curves.points:
        axes.plot([], [], color=GREY, marker="o", markerfacecolor="white", label="thick: interpolated")
        axes.plot([], [], color=GREY, marker="o", **THIN, label="thin: at each relevant item")


def _looks(runs: int) -> list[dict[str, Any]]:
    """How the line of each run looks."""
    styles = islice(zip(cycle(COLOURS), cycle(LINES), cycle(MARKERS), strict=False), runs)
    marked = {"markerfacecolor": "white", "markeredgewidth": 1.2}
    return [{"color": colour, "linestyle": line, "marker": marker, **marked} for colour, line, marker in styles]


def _mean_of(curves: "Curves") -> str:
    return "1 topic" if curves.topics == 1 else f"mean of {curves.topics:,} topics"


def _users_of(curves: "PAtHCurves") -> str:
    topics = f"{curves.topics:,} topic" + "s" * (curves.topics != 1)
    return f"({topics}, {curves.users:,} simulated users each)" if curves.users else f"({topics})"


def _name_topics(axes: "Axes", topics: Sequence[str], scored: int) -> None:
    """Name the topics if they are few, and say how many of those *scored* they are."""
    if len(topics) <= LABELLED_TOPICS:
        axes.set_xticks(range(len(topics)), topics, rotation=90 if len(topics) > 8 else 0)
    else:
        axes.set_xticks([])
    drawn = f"{len(topics):,} topic" + "s" * (len(topics) != 1)
    of = f"{len(topics):,} of {scored:,} topics (the others lack a value)" if len(topics) < scored else drawn
    axes.set_xlabel(f"{of}, in order of the difference")


def _rank_ticks(depth: int) -> list[int]:
    """Rank 1, and round ranks after it."""
    from matplotlib.ticker import MaxNLocator

    ticks = [round(tick) for tick in MaxNLocator(nbins=8, integer=True, steps=[1, 2, 5, 10]).tick_values(0, depth)]
    return sorted({1, *(tick for tick in ticks if 1 < tick <= depth)})


def _finish(canvas: Canvas, figure: "Figure", handles: Sequence["Artist"]) -> None:
    """Put the legend below the axes, where it hides no curve, and write the file.

    The figure grows with the lines of the legend, so that at least half of it is left for the plot.
    """
    labels = shortened([str(handle.get_label()) for handle in handles], 60 if len(handles) <= FEW else 20)
    size = 10 if len(handles) <= FEW else 8
    room = 72 if len(handles) <= FEW else 88  # letters of this size in a line
    columns = max(1, min(len(handles), 3, room // (max(map(len, labels)) + 8)))
    lines = -(-len(handles) // columns)
    figure.set_size_inches(WIDTH, max(HEIGHT, 2 * LINE * lines + 1.6))
    figure.legend(handles=handles, labels=labels, loc="outside lower center", ncols=columns, fontsize=size)
    canvas.save(figure)
