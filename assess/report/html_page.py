"""The HTML page: self-contained, so that it can be sent round."""

from collections.abc import Sequence

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from assess import __version__
from assess.analysis.cell_text import cell_text
from assess.analysis.section import Column, Section
from assess.assets import TEMPLATES
from assess.report.chapters import Chapter
from assess.report.inline_svg import inline_svg
from assess.report.material import Material

MOST_ROWS = 25  # of a table on the page; all rows are in its file


def render_page(material: Material, chapters: Sequence[Chapter], summary: Sequence[str]) -> str:
    """The page as text."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES / "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"shown": cell_text, "alignment": _alignment, "file": file_name}
    figures = {drawing.name: Markup(inline_svg(drawing)) for chapter in chapters for drawing in chapter.drawings}
    return environment.get_template("page.html").render(
        material=material,
        chapters=chapters,
        summary=summary,
        figures=figures,
        version=__version__,
        most_rows=MOST_ROWS,
    )


def _alignment(column: Column) -> str:
    return "text" if column.kind == "text" else "number"


def file_name(section: Section) -> str:
    """The name of the section's file: letters, digits and hyphens only."""
    kept = "".join(char if char.isalnum() and char.isascii() else "-" for char in section.name)
    return "-".join(filter(None, kept.split("-")))
