"""See who judges, how well it agrees with others, and what each person does to the result."""

import json
from typing import Any

import click

from assess.campaign.people.lookup import assessor_called
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
@database_option
def people(name: str, person: str | None, form: str | None, database: str) -> None:
    """List the people of a campaign; or show one of them.

    Invited people, participants of panels, workers, machines and simulated people alike. PERSON is a name, or a
    number of the list.

    \b
    Example:
        assess people cast
        assess people cast ben
    """
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        number = assessor_called(session, campaign, person).id if person else None
        found = people_records(session, campaign, current_time())
    if number is not None:
        found = [record for record in found if record["number"] == number]
    click.echo(_shown(found, form, alone=number is not None), nl=False)


def _shown(found: list[dict[str, Any]], form: str | None, *, alone: bool) -> str:
    if form == "json":
        return json.dumps(found[0] if alone else found, indent=1, ensure_ascii=False) + "\n"
    if form == "csv":
        return people_as_csv(found)
    return person_as_text(found[0]) if alone else people_as_text(found)
