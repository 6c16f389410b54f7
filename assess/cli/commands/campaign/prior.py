"""Prior: how much grades tell about the top k, by the judgments of a campaign or a tournament on files."""

from dataclasses import replace
from pathlib import Path

import click

from assess.campaign.judging.topic_state import tournament_and_tally
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.errors import ConflictError
from assess.files import load
from assess.store.campaigns import campaign_named
from assess.store.grades import grades_of_topic
from assess.store.topics import topics_of
from assess.tournament import Tally, Tournament
from assess.tournament.adaptive.grade_prior import CHANCE, GradePrior, grade_prior
from assess.tournament.adaptive.posterior import SPREAD
from assess.tournament.record_file import parse_record


@click.command()
@click.argument("source", metavar="STATE|CAMPAIGN")
@database_option
def prior(source: str, database: str) -> None:
    """Show how much grades tell about the top k.

    By the judgments so far, of a state file or a campaign. With the strategy topk, grades that tell something save
    judgments: give their weight to assess start --grade-weight, or to assess change. Grades that tell nothing get 0.

    \b
    Example:
        assess prior cast
        assess change cast grade_weight=0.6 --why 'as assess prior found'
    """
    topics = _of_file(source) if Path(source).exists() else _of_campaign(source, database)
    judged = [(tournament, tally) for tournament, tally in topics if tally.results()]
    if not judged:
        raise ConflictError(f"found no judgments in {source}, expected some: they tell what grades are worth")
    click.echo(_as_text(grade_prior(judged)), nl=False)


def _of_file(path: str) -> list[tuple[Tournament, Tally]]:
    record = load(path, parse_record)
    return [(record.tournament(topic), tally) for topic, tally in record.tallies.items()]


def _of_campaign(name: str, database: str) -> list[tuple[Tournament, Tally]]:
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        found = []
        for topic in topics_of(session, campaign.id):
            tournament, tally = tournament_and_tally(session, campaign, topic)
            found.append((replace(tournament, grades=grades_of_topic(session, topic.id)), tally))
        return found


def _as_text(found: GradePrior) -> str:
    lines = {
        "judged": f"{found.topics:,} topics, {found.judgments:,} judgments",
        "a grade more": f"{found.fitted:+.2f} on the logistic scale, with a support of {found.support:.1f} "
        f"(grades that tell nothing exceed {CHANCE:.1f} once in a hundred times)",
        "strengths": f"differ by {found.spread:.2f} around that; topk assumes {SPREAD:g}",
        "use": f"grade_weight={found.weight:.2f}" if found.weight else "no grade_weight: chance explains as much",
    }
    return "".join(f"{name:<13} {text}\n" for name, text in lines.items())
