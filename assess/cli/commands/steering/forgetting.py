"""Forget people: show what is erased and what stays, ask, and erase it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import click
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.author import Author
from assess.campaign.people.lookup import assessor_called
from assess.campaign.privacy.erasure import erasure_of
from assess.campaign.privacy.withdrawal import check_person, record_wish
from assess.campaign.retention import number_invited, people_to_forget
from assess.cli.options.clock import current_time
from assess.cli.options.database import count_people
from assess.cli.output.effect import effect_text
from assess.cli.output.forgetting import erasure_text, waiting_text
from assess.database.engine import writing
from assess.errors import UnknownNameError
from assess.live.preview import Action, preview
from assess.recruit.forgetting import Forgotten, forget_people, open_with
from assess.store.campaigns import campaign_named
from assess.store.forgetting import sweep
from assess.store.links import links_of
from assess.store.tables import Assessor, Campaign


def forget_person(
    engine: Engine,
    name: str,
    person: str,
    author: Author,
    *,
    discard: bool | None,
    books: bool,
    settled: bool,
    yes: bool,
) -> None:
    """Forget one person, after showing what that means."""
    now = current_time()
    with looking(engine) as session:
        campaign = campaign_named(session, name)
        assessor = _called(session, campaign, person)
        again = books and assessor.forgotten_at is not None
        if not again:
            check_person(assessor)
        erasure = erasure_of(session, campaign, assessor, discard=discard)
        open_ = [] if settled else open_with(session, campaign, assessor, now)
    click.echo(erasure_text(erasure, open_, books=books), nl=False)
    if erasure.after == "discard" and erasure.judgments and not again:
        click.echo(effect_text(preview(engine, name, _discarding(person, author, now))), nl=False)
    if not _confirmed(yes=yes):
        return
    done = Forgotten()
    with writing(engine) as session:
        campaign = campaign_named(session, name)
        assessor = _called(session, campaign, person)
        number = assessor.id
        if not again:
            record_wish(session, campaign, assessor, author, now, discard=discard)
    forget_people(engine, campaign.id, [number], author, now, done, books=books, settled=settled)
    _tell(name, done, books=books)
    _sweep(engine)


def forget_everybody(engine: Engine, name: str, author: Author, *, books: bool, settled: bool, yes: bool) -> None:
    """Forget everybody with whom nothing is open; their judgments go on counting."""
    with looking(engine) as session:
        people = people_to_forget(session, campaign_named(session, name))
    click.echo(f"the names, links and comments of {count_people(len(people))} are erased, their judgments stay")
    if not _confirmed(yes=yes):
        return
    done = Forgotten()
    with writing(engine) as session:
        campaign = campaign_named(session, name)
        people = people_to_forget(session, campaign)
    forget_people(engine, campaign.id, people, author, current_time(), done, books=books, settled=settled)
    _tell(name, done, books=books)
    _sweep(engine)


def _confirmed(*, yes: bool) -> bool:
    click.echo("this cannot be undone")
    if yes or click.confirm("Forget them?", err=True):
        return True
    click.echo("nothing was changed", err=True)
    return False


def _discarding(person: str, author: Author, now: datetime) -> Action:
    """Record the wish of a person whose judgments count no more, to see what that does."""

    def action(session: Session, campaign: Campaign) -> None:
        record_wish(session, campaign, _called(session, campaign, person), author, now, discard=True)

    return action


@contextmanager
def looking(engine: Engine) -> Iterator[Session]:
    """A session whose changes are taken back at the end: people who never came get a number to look at."""
    with writing(engine) as session:
        attempt = session.begin_nested()
        yield session
        attempt.rollback()


def _called(session: Session, campaign: Campaign, person: str) -> Assessor:
    """The person; somebody who was invited and never came gets a number first."""
    try:
        return assessor_called(session, campaign, person)
    except UnknownNameError:
        for link in links_of(session, campaign.id):
            if link.kind != "organiser" and link.identity and person in (link.identity, f"{link.kind}:{link.identity}"):
                return session.get_one(Assessor, number_invited(session, campaign, link.kind, link.identity))
        raise


def _sweep(engine: Engine) -> None:
    if not sweep(engine):
        click.echo("others use the file of the database: old bytes in it are removed by a later command", err=True)


def _tell(name: str, done: Forgotten, *, books: bool) -> None:
    if done.people:
        numbers = ", ".join(map(str, done.people[:10])) + (" and more" if len(done.people) > 10 else "")
        click.echo(f"forgotten: {count_people(len(done.people))} (number {numbers})")
    click.echo(waiting_text(name, done.waiting, books=books), nl=False)
