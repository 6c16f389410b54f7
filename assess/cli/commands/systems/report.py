"""The report of a campaign or of files."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import click

from assess.analysis.reading import parse_any_judgments
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.options.many_values import ManyValues
from assess.cli.output.progress import with_progress
from assess.cli.output.report_cost import cost_section
from assess.database.engine import reading
from assess.errors import ParameterError
from assess.files import STANDARD, check_new_folder, load, write_folder
from assess.formats.qrels import parse_qrels
from assess.formats.topics import parse_topics
from assess.graph.building import KINDS, Kind
from assess.live.rescoring import Scorer
from assess.measures.rbo import DEPTH, P, check_parameters
from assess.report.campaign_material import campaign_material
from assess.report.figure_style import check_matplotlib
from assess.report.file_material import edges_and_ties, remarks_on, scores_by_measure
from assess.report.material import Material, numbered
from assess.report.output import report_files
from assess.scoring import make_plan, scored_files
from assess.store.campaigns import campaign_named

PAGE = "index.html"
GRAPHS = {"real": "judgments", "derived": "grades", "combined": "judgments and grades"}


@click.command(cls=ManyValues)
@click.argument("name", required=False)
@click.option("--prefs", metavar="FILE", help="Judgments: preferences, image pairs, or the log of a campaign.")
@click.option("--qrels", metavar="FILE", help="Grades of the items: TREC qrels.")
@click.option("--levels", metavar="FILE", help="Preference qrels: the top items above the grades.")
@click.option("--topics", metavar="FILE", help="Topics with their questions.")
@click.option("--runs", metavar="FILE...", multiple=True, help="Runs to score.")
@click.option("-m", "--measure", "measures", multiple=True, help="May be repeated.  [default: pgc; with grades more]")
@click.option("--graph", type=click.Choice(KINDS), help="What PGC rests on.  [default: all the judgments given]")
@click.option("-p", default=P, show_default=True, help="Persistence: the chance of looking at the next item.")
@click.option("--depth", default=DEPTH, show_default=True, help="Ranks beyond it are not looked at.")
@click.option("-k", default=5, show_default=True, help="Best items sought per topic, for the candidates.")
@click.option("--seed", default=0, show_default=True, help="Of the intervals, and of the numbers of people.")
@click.option("--title", help="Of the page.  [default: of the campaign]")
@click.option("--date", default="", help="To print on the page, in any form.  [default: none]")
@click.option("-o", "--output", metavar="FOLDER", default="report", show_default=True, help="Must be new.")
@database_option
def report(
    name: str | None,
    prefs: str | None,
    qrels: str | None,
    levels: str | None,
    topics: str | None,
    runs: Sequence[str],
    measures: Sequence[str],
    graph: Kind | None,
    p: float,
    depth: int,
    k: int,
    seed: int,
    title: str | None,
    date: str,
    output: str,
    database: str,
) -> None:
    """Write a page with all tables and figures.

    The report is of a campaign, or of files. It is a folder: index.html needs nothing but itself and can be sent
    round; figures/ has its figures as SVG and PDF, tables/ its numbers as CSV. People are numbers; their ids are in
    no file. The same input gives the same bytes.

    \b
    Example:
        assess report cast -o cast-report
        assess report --prefs crowd.pref --qrels grades.qrels --runs runs/*.gz
    """
    check_parameters(p, depth)
    check_matplotlib()
    check_new_folder(output)
    files = ReportedFiles(prefs, qrels, levels, topics, tuple(runs))
    if name:
        if files.given:
            raise ParameterError(f"found campaign {name} and {files.given[0]}, expected a campaign or files")
        material = _campaign(name, database, date)
    else:
        material = _read(files, k)
        material = _scored(material, files, measures, graph, p, depth)
        material = replace(material, seed=seed, date=date)
    write_folder(output, report_files(replace(material, title=title) if title else material))
    click.echo(Path(output) / PAGE)


@dataclass(frozen=True)
class ReportedFiles:
    """The files of a report."""

    prefs: str | None
    qrels: str | None
    levels: str | None
    topics: str | None
    runs: tuple[str, ...]

    @property
    def given(self) -> list[str]:
        return [path for path in (self.prefs, self.qrels, self.levels, self.topics, *self.runs) if path]


def _campaign(name: str, database: str, date: str) -> Material:
    """The campaign, its scores up to date with its judgments."""
    with opened(database) as engine:
        Scorer(engine, current_time).score_all()
        with reading(engine) as session:
            campaign = campaign_named(session, name)
            return campaign_material(session, campaign, cost_section(session, campaign), date)


def _read(files: ReportedFiles, k: int) -> Material:
    if not files.prefs and not files.qrels:
        raise ParameterError("found neither a campaign nor judgments, expected NAME, or --prefs or --qrels")
    if STANDARD in files.given:
        raise ParameterError("found - (standard input), expected files, as the report names them with a checksum")
    judgments = load(files.prefs, parse_any_judgments) if files.prefs else []
    return Material(
        title=Path(files.prefs or files.qrels or "").name,
        judgments=numbered(judgments, "files"),
        grades=load(files.qrels, parse_qrels) if files.qrels else {},
        levels=load(files.levels, parse_qrels) if files.levels else {},
        questions=load(files.topics, parse_topics) if files.topics else {},
        k=k,
        inputs=[_fingerprint(path) for path in files.given],
    )


def _fingerprint(path: str) -> tuple[str, int, str]:
    data = Path(path).read_bytes()
    return Path(path).name, len(data), sha256(data).hexdigest()[:16]


def _scored(
    material: Material, files: ReportedFiles, measures: Sequence[str], graph: Kind | None, p: float, depth: int
) -> Material:
    """The material with the scores of its runs."""
    edges, ties = edges_and_ties(material.judgments)
    wanted = measures or (("pgc", "compat", "nDCG@10") if material.grades else ("pgc",))
    assumed = [("k: best items sought for each topic", str(material.k))]
    if not files.runs:
        return replace(material, assumed=assumed)
    plan = make_plan(edges, material.grades, wanted, graph, p, depth, ties)
    scored = list(with_progress("Scoring", scored_files(plan, files.runs), len(files.runs)))
    kind = graph or ("real" if not material.grades else "combined" if edges else "derived")
    assumed += [
        ("measures, the main one first", ", ".join(wanted)),
        ("graph of PGC", f"{kind}: {GRAPHS[kind]}"),
        ("p: persistence of PGC and compatibility", f"{p:g}"),
        ("depth of PGC and compatibility", str(depth)),
    ]
    scores = scores_by_measure([measure.label for measure in plan.measures], scored)
    return replace(material, scores=scores, assumed=assumed, remarks=remarks_on(plan, scored))
