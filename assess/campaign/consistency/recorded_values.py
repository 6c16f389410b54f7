"""What one recorded change says about the campaign since then, as keys and values.

`...` as a value means that the record does not tell any more.
"""

from typing import Any

from assess.store.tables import CampaignChange

# What a value belongs to, such as a topic and a docno.
Key = tuple[Any, ...]
Values = dict[Key, Any]


def changed_field(change: CampaignChange) -> Values:
    return {(change.field,): change.new}


def changed_settings(change: CampaignChange) -> Values:
    """Name to value; None is the default."""
    return {(name,): value for name, value in change.new.items()}


def discarded_from(change: CampaignChange) -> Values:
    return {(change.new["assessor"],): change.new["from"]}


def is_excluded(change: CampaignChange) -> Values:
    """Whether the assessor is excluded. Somebody who was admitted can fail a challenge later, without a record."""
    return {(change.new["assessor"],): ... if change.new["at"] is None else True}


def share_of_work(change: CampaignChange) -> Values:
    return {(change.new["link"], name): value for name, value in change.new["changes"].items()}


def item_aside(change: CampaignChange) -> Values:
    made = _made(change)
    return {} if "other" in made else {(made["topic"], made["docno"]): change.new is not None}


def pair_aside(change: CampaignChange) -> Values:
    made = _made(change)
    return {pair_key(made["topic"], made["docno"], made["other"]): change.new is not None} if "other" in made else {}


def extra_pairings(change: CampaignChange) -> Values:
    pairs = [(topic, pair) for topic, found in _made(change)["pairs"].items() for pair in found]
    return {pair_key(topic, *pair): change.new is not None for topic, pair in pairs}


def is_closed(change: CampaignChange) -> Values:
    return {(change.new["topic"],): change.new["closed"]}


def imported_grade(change: CampaignChange) -> Values:
    """Topic and docno to grade; None after an addition that was undone."""
    rows = [(topic, docno, grade) for topic, of in _made(change)["grades"].items() for docno, grade in of.items()]
    return {(topic, docno): None if change.new is None else grade for topic, docno, grade in rows}


def run_name(change: CampaignChange) -> Values:
    """The number of a run to its name; None if it was replaced."""
    return {(change.old["id"],): None, (change.new["id"],): change.new["run"]}


def pair_key(topic: str, one: str, other: str) -> Key:
    return topic, min(one, other), max(one, other)


def _made(change: CampaignChange) -> dict[str, Any]:
    """What was made, or taken back."""
    made: dict[str, Any] = change.new or change.old
    return made
