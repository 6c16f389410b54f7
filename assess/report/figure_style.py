"""The look of figures, made for print: series differ in colour, line and marker, so that grey copies can be read."""

import io
from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from assess.errors import AssessError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's colours that stay apart for colour-blind readers, ordered so that neighbours differ in grey as well.
COLOURS = ("#0072B2", "#D55E00", "#000000", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
LINES = ("-", (0, (6, 2)), (0, (1, 1.2)), "-.", (0, (8, 2, 1, 2, 1, 2)), (0, (3, 1)))
MARKERS = ("o", "s", "^", "D", "v", "<", ">", "p")
GREY = "#666666"
INK = "#1a1a1a"  # letters and lines; the page of a report replaces it in the dark

TINTS = ("#e3e9f0", "#bdd0e4", "#86aed3", "#4a86bb", "#1f5c93", "#0b2f55")  # light to dark, for steps

STYLE = {
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.handlelength": 3.6,
    "lines.linewidth": 1.5,
    "lines.markersize": 5,
    "hatch.linewidth": 0.7,
}

# Format -> the entry that would hold the time of drawing, and make each file different.
FORMATS = {"png": "Software", "svg": "Date", "pdf": "CreationDate"}


def check_matplotlib() -> None:
    """Raise an error if nothing can be drawn."""
    if find_spec("matplotlib") is None:
        raise AssessError("a plot needs matplotlib, which is not installed: pip install 'assess[plots]'")


def figure_style() -> AbstractContextManager[None]:
    """Figures made in this context have our look."""
    from matplotlib import rc_context

    return rc_context(STYLE)  # type: ignore[arg-type]  # a mapping of names to values of many types


def figure_bytes(figure: "Figure", form: str, *, inside_page: bool = False) -> bytes:
    """The figure as a file: the same bytes for the same figure.

    Inside a page the letters of SVG are text, and nothing is drawn behind the figure.
    """
    from matplotlib import rc_context

    drawn = io.BytesIO()
    fonts = {"pdf.fonttype": 42, "svg.fonttype": "none" if inside_page else "path"}
    with rc_context({"svg.hashsalt": "assess", **fonts}):  # type: ignore[dict-item]  # as above
        figure.savefig(drawn, format=form, dpi=200, transparent=inside_page, metadata={FORMATS[form]: None})
    return drawn.getvalue()
