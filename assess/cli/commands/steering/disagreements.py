"""See where people disagree, and decide it."""

import json

import click

from assess.campaign.corrections.adjudications import Adjudicate
from assess.campaign.corrections.correction import Author, Correction
from assess.campaign.corrections.grade_decisions import DecideGrade
from assess.campaign.judging.disagreement_records import disagreement_records
from assess.cli.commands.steering.corrections import make_correction
from assess.cli.options.author import author_options
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.errors import ParameterError
from assess.store.campaigns import campaign_named

TIE = "tie"


@click.command()
@click.argument("name")
@click.argument("topic", required=False)
@click.option("--texts", is_flag=True, help="Show the question and the items, as people saw them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_option
def disagreements(name: str, topic: str | None, texts: bool, as_json: bool, database: str) -> None:
    """List where people disagree, hardest first.

    First come pairings that wait for a decision: close splits, then those with most at stake, which is how many
    items stand differently by the decision. Items whose graders disagree follow. Only what has all its judgments is
    listed.

    \b
    Example:
        assess disagreements cast
        assess disagreements cast 31_1 --texts
    """
    from assess.campaign.judging.grader_agreement import grader_agreement  # NumPy takes a while to import
    from assess.cli.output.disagreements import disagreements_text, seen_text

    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        found = [
            record
            for record in disagreement_records(session, campaign, texts=texts)
            if topic in (None, record["topic"])
        ]
        agreement = None if as_json or texts else grader_agreement(session, campaign)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        click.echo(seen_text(found) if texts else disagreements_text(found, agreement), nl=False)


@click.command()
@click.argument("name")
@click.argument("topic")
@click.argument("docno")
@click.argument("other", required=False)
@click.option("--prefer", metavar="DOCNO|tie", help="The better of the two items, or tie.")
@click.option("--grade", type=float, help="The grade of one item, where graders disagree.")
@author_options
@database_option
def adjudicate(
    name: str,
    topic: str,
    docno: str,
    other: str | None,
    prefer: str | None,
    grade: float | None,
    author: Author,
    yes: bool,
    database: str,
) -> None:
    """Decide a disagreement.

    The decision counts alone, whatever people said; the log says so. What they said stays in the log, and in the
    graph. assess undo takes it back. Somebody else decides in the browser by assess invite NAME PERSON --adjudicator.

    \b
    Example:
        assess adjudicate cast 31_1 MARCO_12 CAR_7 --prefer CAR_7 --why 'MARCO_12 is about another year'
        assess adjudicate cast 31_1 MARCO_12 --grade 2
    """
    make_correction(database, name, _decision(topic, docno, other, prefer, grade), author, yes=yes)


def _decision(topic: str, docno: str, other: str | None, prefer: str | None, grade: float | None) -> Correction:
    if other is not None and prefer is not None and grade is None:
        return Adjudicate(topic, docno, other, None if prefer == TIE else prefer)
    if other is None and prefer is None and grade is not None:
        return DecideGrade(topic, docno, grade)
    raise ParameterError("expected two items and --prefer, or one item and --grade")
