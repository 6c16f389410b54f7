"""Analyses of judgments, items and measures, from files or of a campaign."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from assess.analysis.expert import EXPERT, expert_judgments_section
from assess.analysis.grades import grade_sections
from assess.analysis.items import EXPERT_TOP, ITEMS, expert_section, items_section
from assess.analysis.judgments import judgment_sections
from assess.analysis.measures import measure_sections, merged, run_means
from assess.analysis.pages import page_sections
from assess.analysis.reading import parse_any_judgments
from assess.analysis.section import Section, or_note
from assess.campaign.analysis import judgments_of, levels_of
from assess.cli.options.database import database_option, opened
from assess.cli.options.style import style_options
from assess.cli.output.analysis import sections_as_csv, sections_as_json, sections_as_text
from assess.cli.output.measure_plots import check_measures, draw_measures
from assess.cli.output.plots import Canvas
from assess.database.engine import reading
from assess.errors import ParameterError, StoreError, UnknownNameError
from assess.files import STANDARD, load, read_bytes, source_name
from assess.formats.check.detection import detect
from assess.formats.qrels import Qrels, parse_qrels
from assess.formats.scores import Scores, is_scores, parse_scores
from assess.model import DetailedJudgment
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.store.campaigns import campaign_named
from assess.store.grades import grades_of

STYLES = {"text": sections_as_text, "json": sections_as_json, "csv": sections_as_csv}
SCORES = "scores as 'assess score' prints them"


class _Given(NamedTuple):
    """What there is to analyse."""

    judgments: list[DetailedJudgment]
    scores: dict[str, Scores]  # by file
    grades: Qrels | None
    levels: Qrels | None


@click.command()
@click.argument("sources", metavar="FILE|CAMPAIGN...", nargs=-1, required=True)
@click.option("--qrels", metavar="FILE", help="Grades of the items: TREC qrels.  [default: the campaign's]")
@click.option("--levels", metavar="FILE", help="Preference qrels: the top items above the grades.  [default: as above]")
@click.option("--expert", metavar="FILE", help="An expert's judgments of the same pairs, or their best items as qrels.")
@click.option("--pages", metavar="FILE", help="Preferences between the pages of two runs: topic run run preferred.")
@click.option(
    "--splits",
    type=click.Choice(["tie", "first"]),
    default="tie",
    show_default=True,
    help="What a pair without a majority counts as; first: the first of equal answers.",
)
@click.option("-k", default=5, show_default=True, help="Best items sought per topic, for the candidates.")
@click.option("--plot", metavar="FILE", help="Draw every two measures against each other: .png, .svg or .pdf.")
@style_options("Print JSON.", "Print comma-separated values.")
@database_option
def analyse(
    sources: Sequence[str],
    qrels: str | None,
    levels: str | None,
    expert: str | None,
    pages: str | None,
    splits: str,
    k: int,
    plot: str | None,
    style: str | None,
    database: str,
) -> None:
    """Say how far judgments, grades and measures agree.

    FILE is judgments (preferences, image pairs, or the log of a campaign) or scores as "assess score" prints them.
    Everything is told that they allow: agreement between assessors, repeats, transitivity and side bias for judgments;
    agreement with grades, time and strength with --qrels; correlations between measures for scores.

    Several files are taken together. A measure that two tables of scores differ about is named by its file as well.

    \b
    Example:
        assess analyse crowd.pref --qrels grades.qrels
        assess score --prefs crowd.pref --qrels grades.qrels -m pgc -m nDCG@10 runs/*.gz | assess analyse -
    """
    given = [*sources, qrels, levels, expert, pages]
    if given.count(STANDARD) > 1:
        raise ParameterError("found - (standard input) more than once, expected it at most once")
    canvas = Canvas(plot) if plot else None
    material = _read(sources, database)
    material = material._replace(
        grades=load(qrels, parse_qrels) if qrels else material.grades,
        levels=load(levels, parse_qrels) if levels else material.levels,
    )
    means = run_means(merged(material.scores))
    if canvas:
        check_measures(list(means))
    sections = [*_judgment_sections(material, expert, splits, k), *_score_sections(material, pages)]
    click.echo(STYLES[style or "text"](sections), nl=False)
    if canvas:
        draw_measures(canvas, means)


def _read(sources: Sequence[str], database: str) -> _Given:
    """The files, and the campaigns whose name no file has."""
    material = _Given([], {}, None, None)
    for source in sources:
        if source != STANDARD and not Path(source).exists():
            material = _read_campaign(material, source, database)
        elif is_scores(data := read_bytes(source)):
            material.scores[source_name(source)] = parse_scores(data, source_name(source))
        else:
            material.judgments.extend(parse_any_judgments(data, source_name(source), or_else=SCORES))
    return material


def _read_campaign(material: _Given, name: str, database: str) -> _Given:
    try:
        with opened(database) as engine, reading(engine) as session:
            campaign = campaign_named(session, name)
            material.judgments.extend(judgments_of(session, campaign))
            return material._replace(grades=grades_of(session, campaign.id), levels=levels_of(session, campaign))
    except (StoreError, UnknownNameError) as error:
        raise UnknownNameError(f"found no file {name}; {error}") from error


def _judgment_sections(material: _Given, expert: str | None, splits: str, k: int) -> list[Section]:
    if not material.judgments:
        if not material.scores:
            raise ParameterError("found no judgment to analyse, expected at least one")
        return []
    table = JudgmentTable.of(material.judgments)
    sections = judgment_sections(table, splits=splits)
    if material.grades:
        sections += grade_sections(table, material.grades)
        judged: dict[str, list[str]] = {}
        for topic, docno in table.items:
            judged.setdefault(topic, []).append(docno)
        graded, levels = material.grades, material.levels
        sections.append(or_note("items", ITEMS, lambda: items_section(graded, judged, levels, k)))
    return sections + (_expert_sections(table, material, expert) if expert else [])


def _expert_sections(table: JudgmentTable, material: _Given, expert: str) -> list[Section]:
    data = read_bytes(expert)
    if detect(data) != "qrels":
        judged = JudgmentTable.of(parse_any_judgments(data, source_name(expert)))
        return [or_note("expert", EXPERT, lambda: expert_judgments_section(table, judged))]
    if not (material.grades and material.levels):
        raise ParameterError(
            "found an expert's qrels without --qrels and --levels, expected both to find the top items"
        )
    levels, grades, best = material.levels, material.grades, parse_qrels(data, source_name(expert))
    return [or_note("expert top", EXPERT_TOP, lambda: expert_section(levels, grades, best))]


def _score_sections(material: _Given, pages: str | None) -> list[Section]:
    if not material.scores:
        if pages:
            raise ParameterError("found --pages without scores, expected the output of 'assess score -q'")
        return []
    scores = merged(material.scores)
    preferences = load(pages, parse_any_judgments) if pages else []
    return [*measure_sections(scores), *(page_sections(scores, preferences) if pages else [])]
