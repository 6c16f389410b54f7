"""Launch a campaign: where, on what terms, with which budget; and get the recruiter that acts for a launch."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import LinkSettings
from assess.campaign.access.platform_parameters import PRESETS, SUBMIT_ORIGINS
from assess.campaign.access.tokens import Claim, Key, signing_key
from assess.campaign.settings import settings_of
from assess.campaign.setup.lifecycle import open_campaign
from assess.campaign.setup.recruiting_links import recruit
from assess.clock import clock
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError
from assess.recruit.accounting.books import Books, books_of
from assess.recruit.accounting.budget import set_budget
from assess.recruit.hit_supply import supply_of
from assess.recruit.mturk.client import ENDPOINTS, MTurk, connect, create_hit_type
from assess.recruit.mturk.qualifications import find_or_create
from assess.recruit.offer import Offer, app_url, as_terms, changed_terms, read_terms
from assess.recruit.recruiter import Recruiter
from assess.settings import Settings
from assess.store.campaigns import campaign_named
from assess.store.launches import add_launch, crowd_launch
from assess.store.ledger import hold_books
from assess.store.progress import progress_of
from assess.store.tables import Campaign, Launch

# Workers can read this: it says nothing about any of them.
EXCLUSION = "Keeps a study from being offered again."


@dataclass(frozen=True)
class LaunchPlan:
    """What is to be launched: which campaign, where, on what terms, and for how much at most.

    ``url`` is where workers reach the judging app, ``submit_to`` where they submit if a proxy stands before a
    marketplace.
    """

    name: str
    environment: str
    offer: Offer
    url: str
    budget: Decimal
    submit_to: str | None = None


@dataclass(frozen=True)
class Bill:
    """What a launch is about to cost: judgments asked for now, the HITs for them, and the money so far."""

    judgments: int
    hits: int
    books: Books


def bill_of(engine: Engine, plan: LaunchPlan, now: datetime) -> Bill:
    """What the plan would cost; nothing of it is stored."""
    with writing(engine) as session:
        launch = launch_campaign(session, plan, now)
        campaign = session.get_one(Campaign, launch.campaign_id)
        supply = supply_of(session, campaign, launch, plan.offer, now)
        bill = Bill(progress_of(session, campaign.id).missing, supply.shortage, books_of(session, campaign))
        session.rollback()
    return bill


def launch_campaign(session: Session, plan: LaunchPlan, now: datetime) -> Launch:
    """Put a campaign on offer within its budget, or on offer again; nothing is said to the platform yet."""
    _check_addresses(plan.environment, plan.url)
    campaign = campaign_named(session, plan.name)
    hold_books(session, campaign.id)
    if campaign.state != "open":
        open_campaign(session, campaign, now)
    known = crowd_launch(session, campaign)
    launch = _add_launch(session, campaign, plan, now) if known is None else _again(known, campaign, plan)
    set_budget(session, campaign, plan.budget, now)
    return launch


def _add_launch(session: Session, campaign: Campaign, plan: LaunchPlan, now: datetime) -> Launch:
    origin = plan.submit_to or SUBMIT_ORIGINS.get(plan.environment) or _origin(plan.environment)
    link = recruit(session, campaign, "worker", _link_settings(plan.offer, origin), now)
    return add_launch(session, link, "mturk", plan.environment, as_terms(plan.offer, plan.url), now)


def crowd_of(engine: Engine, launch_id: int, key: Key) -> MTurk:
    """The crowd of a launch. Its qualification and HIT type are created at the platform at first use."""
    with reading(engine) as session:
        launch = session.get_one(Launch, launch_id)
    client, offer = connect(launch.environment), read_terms(launch.terms)
    # Both can be created again after a crash: the same name and the same terms give the same ids.
    exclusion = launch.exclusion or find_or_create(client, f"Study {launch.salt}", EXCLUSION)
    hit_type = launch.hit_type or create_hit_type(client, offer, launch.environment, exclusion)
    if launch.hit_type is None:
        with writing(engine) as session:
            kept = session.get_one(Launch, launch_id)
            kept.exclusion, kept.hit_type = exclusion, hit_type
    address = f"{app_url(launch.terms)}/mturk/{key.token(Claim(launch.link_id))}"
    return MTurk(client, offer, hit_type, exclusion, address, launch.salt)


def recruiter_of(engine: Engine, launch_id: int, settings: Settings) -> Recruiter:
    """The recruiter that acts for a launch, by the clock and the secret of the settings."""
    with writing(engine) as session:
        key = signing_key(session, settings.secret)
    return Recruiter(engine, launch_id, crowd_of(engine, launch_id, key), clock(settings.clock))


def _again(launch: Launch, campaign: Campaign, plan: LaunchPlan) -> Launch:
    """Continue a launch; its terms were promised to people and stay."""
    if launch.environment != plan.environment:
        raise ConflictError(
            f"campaign {campaign.name} was launched at {launch.environment}, where other people work than at "
            f"{plan.environment}: make a new campaign for that"
        )
    if changed := changed_terms(read_terms(launch.terms), plan.offer):
        raise ConflictError(
            f"campaign {campaign.name} was launched with another {', '.join(changed)}: what was offered cannot change"
        )
    launch.terms = launch.terms | as_terms(plan.offer, plan.url)
    launch.state, launch.stopped_at = "open", None
    return launch


def _link_settings(offer: Offer, submit_to: str) -> LinkSettings:
    """What the link tells the judging app."""
    return LinkSettings(
        parameters=PRESETS["mturk"],
        submit_to=(submit_to,),
        pairings=offer.pairings,
        challenges=offer.challenges,
        minutes=offer.minutes,
        assignments_per_person=offer.assignments_per_person,
    )


def _check_addresses(environment: str, url: str) -> None:
    if environment not in ENDPOINTS and urlsplit(environment).scheme not in ("http", "https"):
        raise ParameterError(f"found the endpoint {environment!r}, expected sandbox, live or a URL")
    if environment in ENDPOINTS and urlsplit(url).scheme != "https":
        raise ParameterError(
            f"found the address {url!r} of the judging app, expected https://…: Mechanical Turk asks so"
        )


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def offer_of(campaign: Campaign, launch: Launch | None, **given: Any) -> Offer:
    """The terms: what is given, else what was launched, else the campaign's own texts and sizes."""
    if launch is not None:
        return replace(read_terms(launch.terms), **given)
    own = {name: campaign.texts[name] for name in ("title", "description") if campaign.texts.get(name)}
    return Offer(**own | settings_of(campaign).assignment_size.chosen() | given)
