"""Write judgments or grades to files."""

from collections.abc import Callable

import click
from sqlalchemy.orm import Session

from assess.campaign.export.chosen import export_chosen
from assess.campaign.export.exported import Exported
from assess.campaign.export.grades_by_person import export_gradings
from assess.campaign.export.judgment_csv import export_csv
from assess.campaign.export.log import export_log
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_qrels
from assess.campaign.export.release import ReleaseChoices, release_files, zip_archive
from assess.campaign.settings import settings_of
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.errors import ConflictError, ParameterError
from assess.files import STANDARD, write_atomically, write_folder
from assess.live.board_scores import shown_names
from assess.live.view_settings import live_settings
from assess.pay import format_money
from assess.recruit.accounting.books import books_of
from assess.store.campaigns import campaign_named
from assess.store.runs import visible_runs
from assess.store.tables import Campaign

FORMS = ("prefs", "qrels", "csv", "chosen", "jsonl", "gradings", "release")


@click.command()
@click.argument("name")
@click.option("--as", "form", type=click.Choice(FORMS), required=True, help="What to write, see above.")
@click.option("-o", "--output", metavar="FILE", default=STANDARD, show_default="standard output")
@click.option("--columns", type=click.Choice(["3", "4"]), default="3", show_default=True, help="Columns of prefs.")
@click.option("--licence", default="", metavar="TEXT", help="The licence of a release, for its data card.")
@click.option("--unblind", is_flag=True, help="Name the runs of a blind campaign in its release.")
@database_option
def export(name: str, form: str, output: str, columns: str, licence: str, unblind: bool, database: str) -> None:
    """Write judgments or grades to a file.

    \b
    prefs    the judgments that count: "topic winner loser";
             with four columns "topic a b preferred", and ties too
    qrels    the grades, and above them the ordered top k of each topic that is done
    csv      a row for each judgment with all details, for R and pandas; assessors have numbers
    chosen   JSON lines "prompt, chosen, rejected" with the texts, to train on preferences
    jsonl    the whole log, with the identities of its assessors
    gradings the grades that each person gave, where grades are collected: CSV
    release  a folder, or an archive if FILE ends with .zip, to hand on: judgments, grades, runs
             and a data card; nobody who judged can be found by it

    \b
    Example:
        assess export cast --as csv -o judgments.csv
        assess export cast --as chosen -o chosen.jsonl.gz
        assess export cast --as release -o cast-release.zip --licence 'CC BY 4.0'
    """
    exports: dict[str, Callable[[Session, Campaign], str | Exported]] = {
        "prefs": lambda session, campaign: export_preferences(session, campaign, int(columns)),
        "qrels": export_qrels,
        "csv": export_csv,
        "chosen": export_chosen,
        "jsonl": export_log,
        "gradings": export_gradings,
    }
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        if form == "release":
            choices = _choices(session, campaign, licence, unblind=unblind)
            _write_release(output, name, release_files(session, campaign, choices))
        else:
            _write(output, exports[form](session, campaign))


def _write(output: str, exported: str | Exported) -> None:
    """Write the file; remarks go to standard error."""
    found = Exported(exported) if isinstance(exported, str) else exported
    write_atomically(output, found.text)
    for remark in found.remarks:
        click.echo(remark, err=True)


def _choices(session: Session, campaign: Campaign, licence: str, *, unblind: bool) -> ReleaseChoices:
    """What is released beside the judgments. Hidden and replaced runs are not."""
    runs, blind = visible_runs(session, campaign.id), live_settings(campaign).blind and not unblind
    if blind and settings_of(campaign).pages:
        raise ConflictError(
            f"campaign {campaign.name} is blind, and the docnos of its result pages are the names of runs: "
            "--unblind releases them"
        )
    shown = shown_names(campaign, runs)
    names = {run.id: shown[run.id].replace(" ", "-") if blind else run.name for run in runs}
    return ReleaseChoices(licence, _payment(session, campaign), names, blind=blind)


def _payment(session: Session, campaign: Campaign) -> str:
    """What was paid in all, from the books; nothing if nothing was."""
    books = books_of(session, campaign)
    if not books.spent:
        return ""
    return (
        f"Paid to the people who judged: {format_money(books.rewards)} as rewards and {format_money(books.bonuses)} as "
        f"bonuses. The platforms took {format_money(books.fees)} as fees."
    )


def _write_release(output: str, name: str, files: dict[str, str]) -> None:
    if output == STANDARD:
        raise ParameterError("a release is a folder or a .zip archive: name it with -o")
    if output.endswith(".zip"):
        write_atomically(output, zip_archive(name, files))
    else:
        write_folder(output, files)
