"""A small campaign with everything in it, to try the program on."""

from datetime import UTC, datetime

import click
from sqlalchemy.orm import Session

from assess import demo as material
from assess.campaign.create import create_campaign
from assess.campaign.sources import Sources
from assess.campaign.status import campaign_status
from assess.cli.campaign import status_text
from assess.cli.database import opened
from assess.files import load
from assess.formats.items import parse_items
from assess.formats.qrels import parse_qrels
from assess.formats.runs import parse_run
from assess.formats.topics import parse_topics
from assess.store.campaigns import all_campaigns
from assess.store.engine import writing
from assess.store.tables import Campaign
from assess.tournament.parameters import Parameters
from assess.tournament.thinning import thin_by_grade

NAME = "demo"
SEED = 1
DATABASE = "sqlite:///assess-demo.db"


@click.command()
@click.option("--db", "database", metavar="URL", default=DATABASE, show_default=True, help="Where the demo is kept.")
def demo(database: str) -> None:
    """Make the demo campaign and show it.

    Ten everyday questions, 244 passages from perfect to off-topic, five systems. A second call finds the
    campaign of the first.

    \b
    Example:
        assess demo
    """
    with opened(database, create=True) as engine, writing(engine) as session:
        status = campaign_status(session, demo_campaign(session, datetime.now(UTC)))
    click.echo(status_text(status))
    for topic, question in load(str(material.TOPICS), parse_topics).items():
        click.echo(f"{topic}  {question}")
        click.echo(f"     candidates: {' '.join(_candidates()[topic])}")


def demo_campaign(session: Session, now: datetime) -> Campaign:
    """The demo campaign of this database, made if it is not there."""
    found = [campaign for campaign in all_campaigns(session) if campaign.name == NAME]
    return (
        found[0] if found else create_campaign(session, NAME, _sources(), parameters=Parameters(), seed=SEED, now=now)
    )


def _sources() -> Sources:
    return Sources(
        topics=load(str(material.TOPICS), parse_topics),
        items=load(str(material.ITEMS), parse_items),
        grades=load(str(material.GRADES), parse_qrels),
        runs=[load(str(path), parse_run) for path in material.RUNS],
    )


def _candidates() -> dict[str, list[str]]:
    grades = load(str(material.GRADES), parse_qrels)
    return {topic: thin_by_grade(graded, Parameters().k) for topic, graded in grades.items()}
