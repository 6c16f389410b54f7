"""The terms of an assignment: how much work somebody gets at a time, and for how long they may hold it."""

from dataclasses import dataclass
from datetime import timedelta

from assess.campaign.access.arrivals import Arrival
from assess.campaign.access.link_settings import LinkSettings
from assess.campaign.judging.leases import CROWD_MINUTES, DEDICATED_MINUTES
from assess.campaign.settings import AssignmentSize, settings_of

# A dedicated assessor holds a few pairings while they are at work; a worker's assignment has the size from the paper.
DEDICATED = AssignmentSize(pairings=5, challenges=0, minutes=DEDICATED_MINUTES)
CROWD = AssignmentSize(pairings=10, challenges=3, minutes=CROWD_MINUTES)


@dataclass(frozen=True)
class Terms:
    """What one person gets: the size of an assignment, its challenges, and its lease.

    ``renews``: each answer renews the lease. ``by_topic``: one topic after the other instead of a mixture. ``quota`` is
    the largest number of judgments by one person, ``topics`` are the only ones that they get; empty means all.
    """

    pairings: int
    challenges: int
    lease: timedelta
    renews: bool
    by_topic: bool
    assignments_per_person: int | None
    quota: int | None = None
    topics: tuple[str, ...] = ()

    @property
    def lease_seconds(self) -> int | None:
        """How long an answer renews the lease; None if it ends at a fixed time."""
        return int(self.lease.total_seconds()) if self.renews else None


def terms_of(arrival: Arrival) -> Terms:
    """The terms of somebody who arrived: the link's settings, then the campaign's (for a crowd), then the defaults."""
    if arrival.own_link:
        return _terms(arrival.settings, AssignmentSize(), DEDICATED, dedicated=True)
    return crowd_terms(arrival.settings, settings_of(arrival.campaign).assignment_size)


def crowd_terms(link: LinkSettings, campaign: AssignmentSize) -> Terms:
    """The terms for everybody who comes by a recruiting link."""
    return _terms(link, campaign, CROWD, dedicated=False)


def _terms(link: LinkSettings, campaign: AssignmentSize, default: AssignmentSize, *, dedicated: bool) -> Terms:
    return Terms(
        pairings=_first(link.pairings, campaign.pairings, default.pairings),
        challenges=_first(link.challenges, campaign.challenges, default.challenges),
        lease=timedelta(minutes=_first(link.minutes, campaign.minutes, default.minutes)),
        renews=dedicated,
        by_topic=dedicated if link.by_topic is None else link.by_topic,
        assignments_per_person=link.assignments_per_person,
        quota=link.quota,
        topics=link.topics,
    )


def _first(*values: int | None) -> int:
    """The first number that is not None."""
    return next(value for value in values if value is not None)
