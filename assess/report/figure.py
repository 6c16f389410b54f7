"""A figure of the report, and the parts that figures share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assess.report.figure_style import COLOURS, GREY

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.4  # inches: the text width of a page
Estimate = tuple[float, float | None, float | None]  # value, low, high


@dataclass(frozen=True)
class Drawing:
    """A figure with its file name, its caption, and a text that says the same to those who cannot see it."""

    name: str
    caption: str
    alt: str
    figure: "Figure"


def new_figure(height: float) -> "Figure":
    """An empty figure as wide as a page's text."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height), layout="constrained")


def forest(axes: "Axes", names: Sequence[str], estimates: Sequence[Estimate | None], marker: str = "o") -> None:
    """Draw a value with its interval for each name, the first on top; names without a value stay empty."""
    for place, estimate in enumerate(estimates):
        if estimate is None:
            axes.text(0.01, place, "not defined", transform=axes.get_yaxis_transform(), va="center", color=GREY)
            continue
        value, low, high = estimate
        if low is not None and high is not None:
            axes.plot([low, high], [place, place], color=COLOURS[0], linewidth=1.6, solid_capstyle="butt")
            for end in (low, high):
                axes.plot([end, end], [place - 0.16, place + 0.16], color=COLOURS[0], linewidth=1.2)
        axes.plot([value], [place], marker, color=COLOURS[0], markersize=5.5)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
