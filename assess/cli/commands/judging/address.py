"""The address at which others reach the server."""

import click

from assess.campaign.access.public_address import choose_address, is_chosen, known_address, public_address
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading, writing


@click.command()
@click.argument("url", required=False)
@database_option
def address(url: str | None, database: str) -> None:
    """Show or choose the address that links begin with.

    It is kept in the database, for all campaigns. assess serve --url chooses it too. As long as nobody
    chooses one, it is the address of the last server.

    \b
    Example:
        assess address https://judge.example.org
        assess address
    """
    with opened(database) as engine:
        if url is not None:
            with writing(engine) as session:
                click.echo(choose_address(session, url))
            return
        with reading(engine) as session:
            click.echo(public_address(session))
            if not is_chosen(session):
                served = known_address(session) is not None
                origin = "the address of the last server" if served else "the usual address: no server was started yet"
                click.echo(f"{origin}; assess address URL chooses another", err=True)
