"""Change settings of a campaign under way: parameters of the tournament, the strategy, whose judgments count."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.correction import Corrected
from assess.campaign.judging.leases import take_back
from assess.campaign.settings import parse_settings, settings_of
from assess.errors import ConflictError, ParameterError
from assess.store.assessors import set_counted
from assess.store.assignments import held_assignments
from assess.store.pairings import withdraw_free
from assess.store.progress import lock_topics
from assess.store.tables import Campaign, CampaignChange
from assess.store.topics import topic_ids
from assess.tournament import Parameters, Tournament, play

# Settings that a correction may change.
CHANGEABLE = {known.name for known in fields(Parameters)} | {"strategy", "counted", "answers", "screening"}


@dataclass(frozen=True)
class ChangeSettings:
    """Give these settings new values; every topic is counted again and its tournament played by the new rules.

    Judgments that the new rules do not ask for stay edges of the graph.
    """

    field: ClassVar[str] = "settings"
    changes: Mapping[str, Any]

    def apply(self, session: Session, campaign: Campaign, now: datetime) -> Corrected:
        if unknown := sorted(self.changes.keys() - CHANGEABLE):
            raise ParameterError(f"found the setting {unknown[0]!r}, expected one of {', '.join(sorted(CHANGEABLE))}")
        old = {name: campaign.parameters.get(name) for name in self.changes}
        if old == dict(self.changes):
            raise ConflictError(f"campaign {campaign.name} has these settings already")
        return _set(session, campaign, self.changes, now)

    @classmethod
    def undo(cls, session: Session, campaign: Campaign, change: CampaignChange, now: datetime) -> Corrected:
        current = {name: campaign.parameters.get(name) for name in change.new}
        if current != change.new:
            raise ConflictError("these settings were changed again since: undo that first")
        return _set(session, campaign, change.old, now)

    @classmethod
    def parse(cls, fields: Mapping[str, Any]) -> "ChangeSettings":
        changes = fields.get("changes")
        if not isinstance(changes, dict) or not changes:
            raise ParameterError(f'found changes = {changes!r}, expected an object such as {{"k": 7}}')
        return cls(changes)


def _set(session: Session, campaign: Campaign, changes: Mapping[str, Any], now: datetime) -> Corrected:
    """Store the settings; a value of None means the default."""
    old = {name: campaign.parameters.get(name) for name in changes}
    changed = {name: value for name, value in (campaign.parameters | dict(changes)).items() if value is not None}
    settings = parse_settings(changed, campaign.name)
    # Play an empty tournament: it refuses invalid parameters.
    play(Tournament("", (), settings.parameters), (), settings.strategy)
    if settings.counted != settings_of(campaign).counted:
        _take_back_from_machines(session, campaign, now)
        set_counted(session, campaign.id, {True: settings.counts("machine"), False: settings.counts("invited")})
    if settings.strategy != settings_of(campaign).strategy:
        _withdraw_free(session, campaign)
    campaign.parameters = changed
    session.flush()
    return Corrected(topic_ids(session, campaign.id).values(), old, dict(changes))


def _withdraw_free(session: Session, campaign: Campaign) -> None:
    """Withdraw what nobody holds: a strategy that chooses freely would keep what the one before asked for."""
    topics = topic_ids(session, campaign.id).values()
    lock_topics(session.connection(), topics)
    for topic_id in topics:
        withdraw_free(session, topic_id)


def _take_back_from_machines(session: Session, campaign: Campaign, now: datetime) -> None:
    """End what is held, because work that was handed out beside the tournament cannot become part of it."""
    for assignment_id in held_assignments(session, campaign.id):
        take_back(session, assignment_id, now)
