"""Write judgments or grades to files."""

from collections.abc import Callable

import click
from sqlalchemy.orm import Session

from assess.campaign.export.grades_by_person import export_gradings
from assess.campaign.export.log import export_log
from assess.campaign.export.preferences import export_preferences
from assess.campaign.export.qrels import export_qrels
from assess.campaign.export.release import release_files, zip_archive
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.errors import ParameterError
from assess.files import STANDARD, write_atomically, write_folder
from assess.store.campaigns import campaign_named
from assess.store.tables import Campaign


@click.command()
@click.argument("name")
@click.option("--as", "form", type=click.Choice(["prefs", "qrels", "jsonl", "gradings", "release"]), required=True)
@click.option("-o", "--output", metavar="FILE", default=STANDARD, show_default="standard output")
@click.option("--columns", type=click.Choice(["3", "4"]), default="3", show_default=True, help="Columns of prefs.")
@database_option
def export(name: str, form: str, output: str, columns: str, database: str) -> None:
    """Write judgments or grades to a file.

    prefs are the judgments that hold: "topic winner loser", with four columns "topic a b preferred" and
    ties too. qrels are the grades, and above them the ordered top k of each topic that is done. jsonl is
    the whole log with its assessors. gradings are the grades that each person gave, as CSV. release is a
    folder, or an archive if FILE ends with .zip, to hand on: nobody who judged can be found by it.

    \b
    Example:
        assess export cast --as release -o cast-release.zip
    """
    exports: dict[str, Callable[[Session, Campaign], str]] = {
        "prefs": lambda session, campaign: export_preferences(session, campaign, int(columns)),
        "qrels": export_qrels,
        "jsonl": export_log,
        "gradings": export_gradings,
    }
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        if form == "release":
            _write_release(output, name, release_files(session, campaign))
        else:
            write_atomically(output, exports[form](session, campaign))


def _write_release(output: str, name: str, files: dict[str, str]) -> None:
    if output == STANDARD:
        raise ParameterError("a release is a folder or a .zip archive: name it with -o")
    if output.endswith(".zip"):
        write_atomically(output, zip_archive(name, files))
    else:
        write_folder(output, files)
