"""Whether the campaign is what the record of its changes says; the last change of each thing decides."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from assess.campaign.consistency import recorded_values as recorded
from assess.campaign.consistency import stored_values as stored
from assess.campaign.consistency.check import Check, Difference, compared
from assess.campaign.consistency.recorded_values import Key, Values
from assess.store.changes import changes_of
from assess.store.tables import Campaign, CampaignChange


def _nothing(_: Session, __: Campaign, ___: Key) -> object:
    return None


def _unknown(_: Session, __: Campaign, ___: Key) -> object:
    return ...


@dataclass(frozen=True)
class RecordedThing:
    """A kind of thing that changes are recorded of: what a change says about it, and what is stored.

    ``where`` and ``value`` name it in words. ``unrecorded`` is the value of a thing that no change speaks of, where
    every change is recorded. ``absent`` is the value of one that is not stored. `...` is not compared.
    """

    what: str
    where: str
    value: str
    said: Mapping[str, Callable[[CampaignChange], Values]]
    stored: Callable[[Session, Campaign], Values]
    unrecorded: object = ...
    absent: Callable[[Session, Campaign, Key], object] = _unknown


THINGS = (
    RecordedThing(
        "changed settings",
        "the campaign",
        "{0}",
        dict.fromkeys(("name", "state", "texts"), recorded.changed_field)
        | dict.fromkeys(("parameters", "settings"), recorded.changed_settings),
        stored.stored_settings,
        absent=_nothing,
    ),
    RecordedThing(
        "discarded assessors",
        "assessor {0}",
        "discarded from",
        {"discard": recorded.discarded_from},
        stored.stored_discards,
        unrecorded=None,
    ),
    RecordedThing(
        "excluded assessors", "assessor {0}", "excluded", {"exclude": recorded.is_excluded}, stored.stored_exclusions
    ),
    RecordedThing("shares of work", "link {0}", "{1}", {"share of work": recorded.share_of_work}, stored.stored_shares),
    RecordedThing(
        "items set aside",
        "topic {0}, item {1}",
        "set aside",
        {"aside": recorded.item_aside},
        stored.stored_asides,
        unrecorded=False,
    ),
    RecordedThing(
        "pairs set aside",
        "topic {0}, items {1} and {2}",
        "set aside",
        {"aside": recorded.pair_aside},
        stored.stored_pairs_aside,
        unrecorded=False,
        absent=stored.missing_pair,
    ),
    RecordedThing(
        "changed grades",
        "topic {0}, item {1}",
        "grade",
        dict.fromkeys(("extend", "correct"), recorded.imported_grade),
        stored.stored_grades,
        absent=_nothing,
    ),
    RecordedThing("closed topics", "topic {0}", "closed", {"topic": recorded.is_closed}, stored.stored_closings),
    RecordedThing(
        "extra pairings",
        "topic {0}, items {1} and {2}",
        "asked for",
        {"judge": recorded.extra_pairings},
        stored.stored_extras,
        absent=stored.missing_pair,
    ),
    RecordedThing("replaced runs", "run {0}", "name", {"replace": recorded.run_name}, stored.stored_runs),
)


def check_recorded_changes(session: Session, campaign: Campaign) -> list[Check]:
    """Compare what is stored with what the recorded changes made of it."""
    changes = changes_of(session, campaign)
    return [_check(session, campaign, thing, changes) for thing in THINGS]


def _check(session: Session, campaign: Campaign, thing: RecordedThing, changes: Iterable[CampaignChange]) -> Check:
    values, said = thing.stored(session, campaign), Values()
    for change in changes:
        if change.field in thing.said:
            said |= thing.said[change.field](change)
    if thing.unrecorded is not ...:
        said = dict.fromkeys(values, thing.unrecorded) | said
    found: list[Difference] = []
    for key, rebuilt in said.items():
        value = values[key] if key in values else thing.absent(session, campaign, key)
        if value is not ... and rebuilt is not ...:
            found += compared(thing.where.format(*key), thing.value.format(*key), value, rebuilt)
    return Check(thing.what, len(said), tuple(found))
