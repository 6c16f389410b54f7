"""See who judges, how well it agrees with others, and what each person does to the result; forget people."""

import json
from typing import Any

import click

from assess.campaign.author import Author
from assess.campaign.people.lookup import assessor_called
from assess.cli.options.author import author_options
from assess.cli.options.clock import current_time
from assess.cli.options.database import database_option, opened
from assess.cli.output.people import people_as_csv, people_as_text, person_as_text
from assess.database.engine import reading
from assess.live.people import people_records
from assess.store.campaigns import campaign_named


@click.command()
@click.argument("name")
@click.argument("person", required=False)
@click.option("--csv", "form", flag_value="csv", help="Print CSV, with the ends of all intervals.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--forget", is_flag=True, help="Erase what identifies PERSON, for good.")
@click.option("--forget-all", is_flag=True, help="The same for everybody with whom no money is open.")
@click.option(
    "--discard/--keep",
    "discard",
    default=None,
    show_default="as the briefing says",
    help="With --forget: whether their judgments count no more.",
)
@click.option("--books", is_flag=True, help="Also erase the platform's ids of paid work from the ledger.")
@click.option("--settled", is_flag=True, help="Forget them though money seems open: it was paid elsewhere.")
@author_options
@database_option
def people(
    name: str, person: str | None, form: str | None, author: Author, yes: bool, database: str, **options: Any
) -> None:
    """List the people of a campaign; show or forget one of them.

    Invited people, participants of panels, workers, machines and simulated people alike. PERSON is a name, or a
    number of the list. Forgetting says first what it erases and what stays, and cannot be undone.

    \b
    Example:
        assess people cast
        assess people cast ben
        assess people cast ben --forget --why 'asked by mail'
    """
    forgetting = _chosen(person, options)
    with opened(database) as engine:
        if forgetting:
            # Imported where it is needed: listing people needs nothing of it, and starts faster.
            from assess.cli.commands.steering import forgetting as commands

            rest = {"books": options["books"], "settled": options["settled"], "yes": yes}
            if person is None:
                commands.forget_everybody(engine, name, author, **rest)
            else:
                commands.forget_person(engine, name, person, author, discard=options["discard"], **rest)
            return
        with reading(engine) as session:
            campaign = campaign_named(session, name)
            number = assessor_called(session, campaign, person).id if person else None
            found = people_records(session, campaign, current_time())
    if number is not None:
        found = [record for record in found if record["number"] == number]
    click.echo(_shown(found, form, alone=number is not None), nl=False)


def _chosen(person: str | None, options: dict[str, Any]) -> bool:
    """Whether somebody is to be forgotten; options that do not go together are refused."""
    forget, everybody = options["forget"], options["forget_all"]
    if forget and person is None:
        raise click.UsageError("--forget needs a PERSON; --forget-all forgets everybody")
    if everybody and (forget or person is not None):
        raise click.UsageError("--forget-all forgets everybody: it goes neither with a PERSON nor with --forget")
    if everybody and options["discard"] is not None:
        raise click.UsageError("--discard and --keep go with --forget only: --forget-all changes no judgment")
    if not (forget or everybody) and (options["books"] or options["settled"] or options["discard"] is not None):
        raise click.UsageError("--discard, --keep, --books and --settled go with --forget")
    return bool(forget or everybody)


def _shown(found: list[dict[str, Any]], form: str | None, *, alone: bool) -> str:
    if form == "json":
        return json.dumps(found[0] if alone else found, indent=1, ensure_ascii=False) + "\n"
    if form == "csv":
        return people_as_csv(found)
    return person_as_text(found[0]) if alone else people_as_text(found)
