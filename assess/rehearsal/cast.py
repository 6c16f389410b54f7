"""What takes part in a rehearsal: the servers, the campaign's copy and its launch, the people, and the truth."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from random import Random

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from assess.assignments.weighing import Screening
from assess.campaign.access.tokens import signing_key
from assess.campaign.judging.topic_state import grades_or_plain
from assess.campaign.settings import change_settings, settings_of
from assess.campaign.setup.copy import copy_campaign
from assess.database.engine import reading, writing
from assess.errors import ConflictError
from assess.formats import items as formats
from assess.recruit.crowd import Crowd
from assess.recruit.launch import LaunchPlan, crowd_of, launch_campaign
from assess.recruit.offer import Offer
from assess.recruit.recruiter import Recruiter
from assess.rehearsal.people import SECONDS, Kind, Person, draw_people
from assess.rehearsal.processes import Server
from assess.rehearsal.programs import run_judging_app, run_marketplace
from assess.rehearsal.stage import Stage
from assess.settings import Settings
from assess.simulation.assessors import SPREAD, SimulatedCrowd, Truth, draw_truth
from assess.simulation.text_worker import truth_of_texts
from assess.store.campaigns import campaign_named
from assess.store.progress import progress_of
from assess.store.schema import open_database
from assess.store.tables import Assessor, Assignment, Hit, Launch, StoredItem, StoredTopic
from assess.store.topics import topic_ids
from assess.tournament.candidates import thin_by_grade


@dataclass(frozen=True)
class Script:
    """What is rehearsed: the terms, the money, the people, and how the servers misbehave."""

    name: str
    offer: Offer
    budget: Decimal
    people: int
    shares: dict[Kind, float]
    crowd: SimulatedCrowd
    seed: int
    spread: float = SPREAD
    faults: Mapping[str, float] = field(default_factory=dict)
    kills: int = 0
    seconds: float = SECONDS
    screening: Screening | None = None


@dataclass(frozen=True)
class Cast:
    """Everybody and everything that takes part in a rehearsal."""

    script: Script
    folder: Path
    engine: Engine
    launch_id: int
    marketplace: Server
    app: Server
    stage: Stage
    people: Sequence[Person]
    truths: Mapping[str, Truth]
    began: datetime

    @cached_property
    def crowd(self) -> Crowd:
        with writing(self.engine) as session:
            key = signing_key(session)
        return crowd_of(self.engine, self.launch_id, key)

    def recruiter(self) -> Recruiter:
        return Recruiter(self.engine, self.launch_id, self.crowd, lambda: self.stage.now)

    def is_over(self) -> bool:
        """Whether everything is judged, paid and withdrawn."""
        with reading(self.engine) as session:
            return session.get_one(Launch, self.launch_id).state == "stopped"

    def creditors(self) -> set[str]:
        """People for whom a HIT is on offer that makes up for lost work."""
        query = (
            select(Assessor.identity)
            .join(Assignment, Assignment.assessor_id == Assessor.id)
            .join(Hit, Hit.compensates_id == Assignment.id)
            .where(Hit.launch_id == self.launch_id, Hit.closed_at.is_(None))
        )
        with reading(self.engine) as session:
            return set(session.scalars(query))

    def is_judged(self) -> bool:
        with reading(self.engine) as session:
            campaign = session.get_one(Launch, self.launch_id).campaign_id
            return not progress_of(session, campaign).missing


def clock_in(folder: Path) -> Path:
    return folder / "clock"


def market_in(folder: Path) -> Path:
    return folder / "marketplace.db"


def database_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'assess.db'}"


@contextmanager
def prepared(source: Engine, script: Script, folder: Path) -> Iterator[Cast]:
    """The servers running in *folder*, the campaign copied and launched there, the people drawn."""
    engine = open_database(database_in(folder))
    with _marketplace(script, folder) as marketplace:
        stage = Stage(clock_in(folder), marketplace)
        marketplace.post("/admin/faults", script.faults)
        truths = _copy(source, engine, script, stage.now)
        with _app(script, folder) as app:
            launch_id = _launch(engine, script, marketplace, app, stage.now)
            people = _people(engine, script, truths)
            yield Cast(script, folder, engine, launch_id, marketplace, app, stage, people, truths, stage.now)
    engine.dispose()


def _marketplace(script: Script, folder: Path) -> Server:
    arguments = str(market_in(folder)), script.budget, script.seed
    return Server(run_marketplace, *arguments, log=folder / "marketplace.log")


def _app(script: Script, folder: Path) -> Server:
    settings = Settings(database_in(folder), clock=str(clock_in(folder)), seed=f"{script.seed}/app")
    return Server(run_judging_app, settings, log=folder / "serve.log")


def _copy(source: Engine, target: Engine, script: Script, now: datetime) -> dict[str, Truth]:
    """Copy the campaign; return the true order of its items, drawn around the grades as in every simulation."""
    with reading(source) as session, writing(target) as copy:
        made = copy_campaign(session, campaign_named(session, script.name), copy, now)
        change_settings(copy, made, {"screening": script.screening} if script.screening else {}, now)
    with reading(target) as session:
        campaign = campaign_named(session, script.name)
        k, graded = settings_of(campaign).parameters.k, grades_or_plain(session, campaign)
        if graded.keys() != topic_ids(session, campaign.id).keys():
            raise _lacks_grades(campaign.name)
        return {
            topic: draw_truth(
                {docno: grades[docno] for docno in thin_by_grade(grades, k)},
                grades,
                Random(f"{script.seed}/{topic}/truth"),
                script.spread,
            )
            for topic, grades in graded.items()
        }


def _launch(engine: Engine, script: Script, marketplace: Server, app: Server, now: datetime) -> int:
    with writing(engine) as session:
        campaign = campaign_named(session, script.name)
        # Another site than the marketplace's, as in reality: a browser sends it no cookies inside the frame.
        address = app.url.replace("127.0.0.1", "localhost")
        plan = LaunchPlan(script.name, marketplace.url, script.offer, address, script.budget)
        launch = launch_campaign(session, plan, now)
        if progress_of(session, campaign.id).ungraded:
            raise _lacks_grades(campaign.name)
        return launch.id


def _lacks_grades(name: str) -> ConflictError:
    return ConflictError(
        f"campaign {name} lacks grades, from which simulated people know what is better: "
        "have its items graded first, or import grades"
    )


def _people(engine: Engine, script: Script, truths: Mapping[str, Truth]) -> list[Person]:
    """People who know the true order of the texts that they see."""
    with reading(engine) as session:
        known = truth_of_texts(_texts(session), {topic: truth.values for topic, truth in truths.items()})
    return draw_people(script.people, script.shares, known, script.crowd, script.seed, script.seconds)


def _texts(session: Session) -> list[formats.Item]:
    query = select(StoredItem.docno, StoredTopic.topic, StoredItem.body).join(
        StoredTopic, StoredTopic.id == StoredItem.topic_id
    )
    return [formats.Item(docno, topic, text=body) for docno, topic, body in session.execute(query)]
