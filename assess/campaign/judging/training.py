"""Training: a short assignment with feedback before the real work, if the organiser sets one.

Its pairs are items of the campaign, set with `assess brief`.
"""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from assess.campaign.settings import TrainingPair, settings_of
from assess.errors import ParameterError
from assess.store.assignments import NewTask, has_finished
from assess.store.tables import Campaign, StoredItem, StoredTopic


def choose_training(session: Session, campaign: Campaign, assessor_id: int) -> list[NewTask]:
    """The tasks of the campaign's training, if the assessor has not finished it yet. Sides alternate."""
    pairs = settings_of(campaign).training
    if not pairs or has_finished(session, assessor_id, "training"):
        return []
    return [_task(session, campaign, pair, number % 2 == 0) for number, pair in enumerate(pairs)]


def check_training(session: Session, campaign: Campaign, pairs: Iterable[TrainingPair]) -> None:
    """Refuse a pair whose items the campaign does not have."""
    for pair in pairs:
        _task(session, campaign, pair, True)


def explanation(campaign: Campaign, position: int) -> str:
    """The organiser's explanation of the training pair at this position of the assignment."""
    return settings_of(campaign).training[position - 1].why


def _task(session: Session, campaign: Campaign, pair: TrainingPair, preferred_left: bool) -> NewTask:
    topic_id, preferred = _item(session, campaign, pair.topic, pair.preferred)
    _, other = _item(session, campaign, pair.topic, pair.other)
    if preferred_left:
        return NewTask(topic_id, preferred, other, expected=-1)
    return NewTask(topic_id, other, preferred, expected=1)


def _item(session: Session, campaign: Campaign, topic: str, docno: str) -> tuple[int, int]:
    query = select(StoredItem.topic_id, StoredItem.id).join(StoredTopic, StoredTopic.id == StoredItem.topic_id)
    found = session.execute(
        query.where(StoredTopic.campaign_id == campaign.id, StoredTopic.topic == topic, StoredItem.docno == docno)
    ).first()
    if found is None:
        raise ParameterError(f"training: found topic {topic} and item {docno}, expected an item of the campaign")
    return found[0], found[1]
