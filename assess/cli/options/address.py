"""The option --url, and the address that links begin with."""

import click
from sqlalchemy.orm import Session

from assess.campaign.access.public_address import checked_address, public_address

url_option = click.option(
    "--url",
    metavar="URL",
    show_default="assess address",
    help="Begin the links with this address, this time only.",
)


def address_or_default(session: Session, url: str | None) -> str:
    """The address given on the command line, else the one that the database keeps."""
    return public_address(session) if url is None else checked_address(url)
