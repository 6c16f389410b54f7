"""All files of a report."""

import csv
import io

from assess.analysis.section import Section
from assess.formats.scores import COLUMNS
from assess.report.chapters import chapters_of, in_short
from assess.report.figure_style import check_matplotlib, figure_bytes
from assess.report.html_page import file_name, render_page
from assess.report.material import Material


def report_files(material: Material) -> dict[str, str | bytes]:
    """File name to content: the page, the figures as SVG and PDF, the tables as CSV. Same material, same bytes."""
    check_matplotlib()
    chapters = chapters_of(material)
    files: dict[str, str | bytes] = {"index.html": render_page(material, chapters, in_short(material, chapters))}
    for chapter in chapters:
        for drawing in chapter.drawings:
            for form in ("svg", "pdf"):
                files[f"figures/{drawing.name}.{form}"] = figure_bytes(drawing.figure, form)
        for section in (*chapter.sections, *chapter.files):
            files[f"tables/{file_name(section)}.csv"] = _section_csv(section)
    if material.runs:
        files["tables/scores.csv"] = _scores_csv(material)
    return files


def _section_csv(section: Section) -> str:
    return _csv([[column.name for column in section.columns], *section.rows])


def _scores_csv(material: Material) -> str:
    """The value of every run, topic and measure, as ``assess score -q --csv`` prints them but for the means."""
    rows = (
        (run, topic, measure, value)
        for measure, topics in material.scores.items()
        for topic, runs in topics.items()
        for run, value in runs.items()
    )
    return _csv([COLUMNS, *sorted(rows)])


def _csv(rows: list[tuple[object, ...] | list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
