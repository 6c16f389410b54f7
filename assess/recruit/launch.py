"""Launching a campaign: where, on what terms, at which address; and the crowd that follows from it."""

import secrets
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from assess.campaign.access.link_settings import PRESETS, SUBMIT_ORIGINS, LinkSettings
from assess.campaign.access.links import Claim, Key, signing_key
from assess.campaign.settings import change_settings, settings_of
from assess.campaign.setup.recruiting_links import recruit
from assess.campaign.setup.states import open_campaign
from assess.clock import clock
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError
from assess.recruit.mturk.client import ENDPOINTS, MTurk, connect, create_hit_type
from assess.recruit.mturk.qualifications import find_or_create
from assess.recruit.offer import Offer, as_terms, read_terms
from assess.recruit.recruiter import Recruiter
from assess.settings import Settings
from assess.store.launches import crowd_launch, hold_books
from assess.store.tables import Campaign, Launch

# Workers can read this: it says nothing about anybody.
EXCLUSION = "Keeps a study from being offered again."


def launch_campaign(
    session: Session,
    campaign: Campaign,
    environment: str,
    offer: Offer,
    url: str,
    now: datetime,
    submit_to: str | None = None,
) -> Launch:
    """Put a campaign on offer, or on offer again; nothing is said to the platform yet."""
    _check_addresses(environment, url)
    hold_books(session, campaign.id)
    if campaign.state != "open":
        open_campaign(session, campaign, now)
    known = crowd_launch(session, campaign)
    if known is not None:
        return _again(known, campaign, environment, offer, url)
    origin = submit_to or SUBMIT_ORIGINS.get(environment) or _origin(environment)
    link = recruit(session, campaign, "worker", _link_settings(offer, origin), now)
    launch = Launch(
        campaign_id=campaign.id,
        link_id=link.id,
        platform="mturk",
        environment=environment,
        terms=as_terms(offer) | {"url": url.rstrip("/")},
        salt=secrets.token_hex(6),
        state="open",
        launched_at=now,
    )
    session.add(launch)
    session.flush()
    return launch


def set_budget(session: Session, campaign: Campaign, budget: Decimal, now: datetime) -> None:
    """Give the campaign a budget; what was changed is on record."""
    if budget != settings_of(campaign).budget:
        change_settings(session, campaign, {"budget": f"{budget:.2f}"}, now)


def crowd_of(engine: Engine, launch_id: int, key: Key) -> MTurk:
    """The crowd of a launch. What it needs at the platform, a qualification and a HIT type, is made at first use."""
    with reading(engine) as session:
        launch = session.get_one(Launch, launch_id)
    client, offer = connect(launch.environment), read_terms(launch.terms)
    # Both can be made again after a crash: the name of the one and the terms of the other say which it is.
    exclusion = launch.exclusion or find_or_create(client, f"Study {launch.salt}", EXCLUSION)
    hit_type = launch.hit_type or create_hit_type(client, offer, launch.environment, exclusion)
    if launch.hit_type is None:
        with writing(engine) as session:
            kept = session.get_one(Launch, launch_id)
            kept.exclusion, kept.hit_type = exclusion, hit_type
    address = f"{launch.terms['url']}/mturk/{key.token(Claim(launch.link_id))}"
    return MTurk(client, offer, hit_type, exclusion, address, launch.salt)


def recruiter_of(engine: Engine, launch_id: int, settings: Settings) -> Recruiter:
    """The recruiter that acts for a launch, by the clock and the secret of the settings."""
    with writing(engine) as session:
        key = signing_key(session, settings.secret)
    return Recruiter(engine, launch_id, crowd_of(engine, launch_id, key), clock(settings.clock))


def _again(launch: Launch, campaign: Campaign, environment: str, offer: Offer, url: str) -> Launch:
    """The launch that is there, going on: its terms were promised to people and stay."""
    if launch.environment != environment:
        raise ConflictError(
            f"campaign {campaign.name} was launched at {launch.environment}, where other people work than at "
            f"{environment}: make a new campaign for that"
        )
    if read_terms(launch.terms) != offer:
        changed = [name for name, value in as_terms(offer).items() if launch.terms.get(name) != value]
        raise ConflictError(
            f"campaign {campaign.name} was launched with another {', '.join(changed)}: what was offered cannot change"
        )
    launch.terms = launch.terms | {"url": url.rstrip("/")}
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
        hits_per_person=offer.hits_per_person,
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


def known_offer(launch: Launch, **changed: Any) -> Offer:
    """The offer of a launch, with what somebody asks for instead."""
    return replace(read_terms(launch.terms), **changed)
