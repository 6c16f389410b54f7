"""Analyses of judgments and items, from files alone."""

from collections.abc import Sequence
from typing import NamedTuple

import click

from assess.analysis.expert import expert_judgments_section
from assess.analysis.grades import grade_sections
from assess.analysis.items import expert_section, items_section
from assess.analysis.judgments import judgment_sections
from assess.analysis.reading import parse_any_judgments
from assess.analysis.section import Section
from assess.cli.output.analysis import sections_as_csv, sections_as_json, sections_as_text
from assess.errors import ParameterError
from assess.files import STANDARD, load, read_bytes, source_name
from assess.formats.check.detection import detect
from assess.formats.qrels import Qrels, parse_qrels
from assess.model import DetailedJudgment
from assess.stats.agreement.judgment_table import JudgmentTable

STYLES = {"text": sections_as_text, "json": sections_as_json, "csv": sections_as_csv}


class Material(NamedTuple):
    """What there is to analyse."""

    judgments: list[DetailedJudgment]
    grades: Qrels | None
    levels: Qrels | None


@click.command()
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@click.option("--qrels", metavar="FILE", help="Grades of the items: TREC qrels.")
@click.option("--levels", metavar="FILE", help="Preference qrels: the top items above the grades.")
@click.option("--expert", metavar="FILE", help="An expert's judgments of the same pairs, or their best items as qrels.")
@click.option(
    "--splits",
    type=click.Choice(["tie", "first"]),
    default="tie",
    show_default=True,
    help="What a pair without a majority counts as; first: the first of equal answers.",
)
@click.option("-k", default=5, show_default=True, help="Best items sought per topic, for the candidates.")
@click.option("--json", "style", flag_value="json", help="Print JSON.")
@click.option("--csv", "style", flag_value="csv", help="Print comma-separated values.")
def analyse(
    sources: Sequence[str],
    qrels: str | None,
    levels: str | None,
    expert: str | None,
    splits: str,
    k: int,
    style: str | None,
) -> None:
    """Say how far judgments, grades and measures agree.

    FILE is judgments: preferences, image pairs, or the log of a campaign. Several files are taken together. All is
    told that they allow: agreement between assessors, repeats, transitivity and side bias; agreement with grades, time
    and strength with --qrels.

    \b
    Example:
        assess analyse crowd.pref --qrels grades.qrels
    """
    if [*sources, qrels, levels, expert].count(STANDARD) > 1:
        raise ParameterError("found - (standard input) more than once, expected it at most once")
    judgments = [judgment for source in sources for judgment in load(source, parse_any_judgments)]
    grades, known = load(qrels, parse_qrels) if qrels else None, load(levels, parse_qrels) if levels else None
    sections = _judgment_sections(Material(judgments, grades, known), expert, splits, k)
    click.echo(STYLES[style or "text"](sections), nl=False)


def _judgment_sections(material: Material, expert: str | None, splits: str, k: int) -> list[Section]:
    if not material.judgments:
        raise ParameterError("found no judgment to analyse, expected at least one")
    table = JudgmentTable.of(material.judgments)
    sections = judgment_sections(table, splits=splits)
    if material.grades:
        sections += grade_sections(table, material.grades)
        judged: dict[str, list[str]] = {}
        for topic, docno in table.items:
            judged.setdefault(topic, []).append(docno)
        sections.append(items_section(material.grades, judged, material.levels, k))
    return sections + (_expert_sections(table, material, expert) if expert else [])


def _expert_sections(table: JudgmentTable, material: Material, expert: str) -> list[Section]:
    data = read_bytes(expert)
    if detect(data) != "qrels":
        return [expert_judgments_section(table, JudgmentTable.of(parse_any_judgments(data, source_name(expert))))]
    if not (material.grades and material.levels):
        raise ParameterError(
            "found an expert's qrels without --qrels and --levels, expected both to find the top items"
        )
    return [expert_section(material.levels, material.grades, parse_qrels(data, source_name(expert)))]
