"""Change settings of a campaign under way: parameters of the tournament, the strategy, whose judgments count."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy.orm import Session

from assess.campaign.corrections.content import check_shown
from assess.campaign.corrections.correction import Corrected
from assess.campaign.judging.leases import take_back
from assess.campaign.settings import parse_settings, settings_of
from assess.errors import ConflictError, ParameterError
from assess.store.assessors import set_counted
from assess.store.assignments import held_assignments
from assess.store.graders import want_grades
from assess.store.pairings import withdraw_free
from assess.store.progress import lock_topics
from assess.store.removal import recount_ungraded
from assess.store.tables import Campaign, CampaignChange
from assess.store.topics import topic_ids
from assess.tournament import Parameters, Tournament, play

# Settings that a correction may change, and those of them that no tournament depends on.
OTHERS = {"strategy", "counted", "answers", "screening", "graders", "retention"}
CHANGEABLE = {known.name for known in fields(Parameters)} | OTHERS
BESIDE = {"retention"}

# The settings that are no whole numbers.
SHARES = ("overlap", "recall", "effort", "grade_weight", "machine_weight")
WORDS = ("strategy", "counted", "screening")
TYPES: Mapping[str, type] = {"floor": bool} | dict.fromkeys(SHARES, float) | dict.fromkeys(WORDS, str)
TYPE_NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "a word"}


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
        for name, value in self.changes.items():
            _check_type(name, value)
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


def _check_type(name: str, value: Any) -> None:
    """Raise if the value is of another type than the setting. None is the default of every setting."""
    expected = TYPES.get(name, int)
    allowed = (int, float) if expected is float else (expected,)
    if value is not None and type(value) not in allowed:
        raise ParameterError(f"found {name} = {value!r}, expected {TYPE_NAMES[expected]}")


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
    topics = topic_ids(session, campaign.id).values()
    if settings.graders != settings_of(campaign).graders:
        lock_topics(session.connection(), topics)
        want_grades(session, topics, settings.graders)
        recount_ungraded(session, topics)
    if settings.strategy != settings_of(campaign).strategy:
        _withdraw_free(session, campaign)
    campaign.parameters = changed
    session.flush()
    if "k" in changes and campaign.state != "draft":
        check_shown(session, campaign, topics)  # a larger k may let in items without a text
    return Corrected(() if changes.keys() <= BESIDE else topics, old, dict(changes))


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
