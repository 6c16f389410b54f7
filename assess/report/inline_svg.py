"""A figure inside the page: its SVG without what only a file needs, in colours that follow the page."""

import re
from html import escape

from assess.report.figure import Drawing
from assess.report.figure_style import GREY, INK, TINTS, figure_bytes

# Colours of figures -> variables of the page's style sheet, which are lighter in the dark.
VARIABLES = {
    INK: "--ink",
    GREY: "--dim",
    "#dddddd": "--rule",
    "#0072b2": "--blue",
    "#d55e00": "--red",
    "#009e73": "--green",
    **{tint: f"--tint-{number}" for number, tint in enumerate(TINTS, 1)},
}


def inline_svg(drawing: Drawing) -> str:
    """The figure as an element of a page. Its ids carry its name, so that two figures do not share one."""
    text = figure_bytes(drawing.figure, "svg", inside_page=True).decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{drawing.name}-", text)
    for colour, variable in VARIABLES.items():
        text = re.sub(rf"(fill|stroke): {colour}(?![0-9a-f])", rf"\1: var({variable})", text)
    # Without a size of its own the figure is as wide as the page lets it be.
    head, body = text.split(">", 1)
    view = re.search(r'viewBox="[^"]*"', head)
    assert view
    name = f"{drawing.name}-alt"
    return f'<svg {view[0]} role="img" aria-labelledby="{name}"><title id="{name}">{escape(drawing.alt)}</title>{body}'
