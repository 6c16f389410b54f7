"""Prior: how much grades and machines tell about the top k, by the judgments of a campaign or of a state file."""

from dataclasses import replace
from pathlib import Path

import click

from assess.campaign.judging.topic_state import all_hints, played_tournament
from assess.cli.options.database import database_option, opened
from assess.database.engine import reading
from assess.errors import ConflictError
from assess.files import load
from assess.store.campaigns import campaign_named
from assess.store.topics import topics_of
from assess.tournament import Tally, Tournament
from assess.tournament.adaptive.posterior import SPREAD
from assess.tournament.adaptive.prior import CHANCE, HintWeight, Prior, fit_prior
from assess.tournament.record_file import parse_record

# The parameter with the weight -> what it is the weight of.
UNITS = {"grade_weight": "a grade more", "machine_weight": "by machines"}
NOTHING = "no weights: chance explains as much"


@click.command()
@click.argument("source", metavar="STATE|CAMPAIGN")
@database_option
def prior(source: str, database: str) -> None:
    """Show how much grades and machines tell about the top k.

    By the judgments so far, of a state file or a campaign. With the strategy topk, grades that tell something save
    judgments: give their weight to assess start --grade-weight, or to assess change. So do judgments of machines in a
    campaign that counts those of people. What tells nothing gets no weight.

    \b
    Example:
        assess prior cast
        assess change cast grade_weight=0.6 --why 'as assess prior found'
    """
    topics = _of_file(source) if Path(source).exists() else _of_campaign(source, database)
    judged = [(tournament, tally) for tournament, tally in topics if tally.results()]
    if not judged:
        raise ConflictError(f"found no judgments in {source}, expected some: they tell what grades are worth")
    click.echo(_as_text(fit_prior(judged)), nl=False)


def _of_file(path: str) -> list[tuple[Tournament, Tally]]:
    record = load(path, parse_record)
    return [(record.tournament(topic), tally) for topic, tally in record.tallies.items()]


def _of_campaign(name: str, database: str) -> list[tuple[Tournament, Tally]]:
    with opened(database) as engine, reading(engine) as session:
        campaign = campaign_named(session, name)
        found = []
        for topic in topics_of(session, campaign.id):
            tournament, played = played_tournament(session, campaign, topic)
            tally = Tally(tournament.topic, tournament.candidates, played, tournament.aside)
            hints = all_hints(session, campaign, topic, tournament.candidates)
            found.append((replace(tournament, hints=hints), tally))
        return found


def _as_text(found: Prior) -> str:
    lines = [("judged", f"{found.topics:,} topics, {found.judgments:,} judgments")]
    lines += [(UNITS[hint.name], _worth(hint)) for hint in found.weights]
    lines.append(("strengths", f"differ by {found.spread:.2f} around that; topk assumes {SPREAD:g}"))
    lines.append(
        ("use", " ".join(f"{hint.name}={hint.weight:.2f}" for hint in found.weights if hint.weight) or NOTHING)
    )
    return "".join(f"{name:<13} {text}\n" for name, text in lines)


def _worth(hint: HintWeight) -> str:
    return (
        f"{hint.fitted:+.2f} on the logistic scale, with a support of {hint.support:.1f} "
        f"(what tells nothing exceeds {CHANCE:.1f} once in a hundred times)"
    )
