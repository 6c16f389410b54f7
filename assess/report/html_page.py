"""The HTML page: self-contained, so that it can be sent round."""

from collections.abc import Sequence

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from assess import __version__
from assess.analysis.cell_text import cell_text
from assess.analysis.section import Cell, Column, Section
from assess.assets import TEMPLATES
from assess.report.chapters import Chapter
from assess.report.inline_svg import inline_svg
from assess.report.material import Material

MOST_ROWS = 25  # of a table on the page; all rows are in its file
WHOLE_ROWS = 12  # a longer table may be split between printed pages
NARROW_COLUMNS = 9  # more of them are printed in smaller letters
LONG_TEXT = 40  # letters of a cell that is broken into lines
ENDLESS_WORD = 50  # letters of a word that is broken, too


def render_page(material: Material, chapters: Sequence[Chapter], summary: Sequence[str]) -> str:
    """The page as text."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES / "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "shown": cell_text,
        "alignment": _alignment,
        "length_class": _length_class,
        "file": file_name,
    }
    figures = {drawing.name: Markup(inline_svg(drawing)) for chapter in chapters for drawing in chapter.drawings}
    return environment.get_template("page.html").render(
        material=material,
        chapters=chapters,
        summary=summary,
        figures=figures,
        version=__version__,
        most_rows=MOST_ROWS,
        whole_rows=WHOLE_ROWS,
        narrow_columns=NARROW_COLUMNS,
    )


def _alignment(column: Column) -> str:
    return "text" if column.kind == "text" else "number"


def _length_class(cell: Cell) -> str:
    """The class of a cell with a text that needs more than one line."""
    if not isinstance(cell, str) or len(cell) <= LONG_TEXT:
        return ""
    return "long endless" if max(map(len, cell.split()), default=0) > ENDLESS_WORD else "long"


def file_name(section: Section) -> str:
    """The name of the section's file: letters, digits and hyphens only."""
    kept = "".join(char if char.isalnum() and char.isascii() else "-" for char in section.name)
    return "-".join(filter(None, kept.split("-")))
