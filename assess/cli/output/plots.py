"""Plots of the command line; matplotlib is an extra, imported only when something is drawn."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from assess.errors import ParameterError
from assess.files import write_atomically
from assess.report.figure_style import FORMATS, check_matplotlib, figure_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from assess.simulation.summary import Estimate  # NumPy takes a while to import


class Canvas:
    """A plot to be written to a file; if it cannot be drawn, this fails before any work is done."""

    def __init__(self, path: str) -> None:
        self.path, self.format = path, Path(path).suffix.removeprefix(".")
        if self.format not in FORMATS:
            raise ParameterError(f"found plot {path}, expected a name that ends with .{', .'.join(FORMATS)}")
        check_matplotlib()

    def draw_quality(self, points: Mapping[str, Mapping[str, "Estimate"]], k: int) -> None:
        """Draw recall and Kendall's tau against cost, each with the range that holds nine in ten trials."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(10, 4.5), layout="constrained")
        labels = {"recall": f"recall@{k}", "tau": "Kendall's tau of the top"}
        for axes, (quantity, label) in zip(figure.subplots(1, 2), labels.items(), strict=True):
            for name, summary in points.items():
                cost, quality = summary["cost"], summary[quantity]
                ranges = {"xerr": _error(cost), "yerr": _error(quality)}
                axes.errorbar(float(cost.mean), float(quality.mean), **ranges, fmt="o", capsize=3, label=name)
            axes.set(xlabel="cost in US dollars", ylabel=label)
            axes.grid(alpha=0.3)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize="small")
        self.save(figure)

    def save(self, figure: "Figure") -> None:
        """Write the figure to the file: the same bytes for the same figure."""
        write_atomically(self.path, figure_bytes(figure, self.format))


def _error(estimate: "Estimate") -> list[list[float]]:
    """How far the range reaches below and above the mean."""
    return [[max(float(estimate.mean - estimate.low), 0.0)], [max(float(estimate.high - estimate.mean), 0.0)]]
