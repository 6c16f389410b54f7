"""The graded items of each topic, from which challenges are drawn. They are read when they are needed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

from sqlalchemy.orm import Session

from assess.assignments.challenges import Challenger
from assess.campaign.judging.topic_state import PLAIN_GRADE, is_plain
from assess.campaign.settings import CampaignSettings
from assess.store.grades import ShownGrade, shown_grades, shown_items
from assess.store.tables import Campaign
from assess.tournament.candidates import thin_by_grade

V = TypeVar("V")


class ByTopic(Mapping[str, V]):
    """A mapping from topic to what *read* returns for it. Each topic is read at the first use and then cached."""

    def __init__(self, topics: Iterable[str], read: Callable[[str], V]) -> None:
        self._topics, self._read = dict.fromkeys(topics), cache(read)

    def __getitem__(self, topic: str) -> V:
        if topic not in self._topics:
            raise KeyError(topic)
        return self._read(topic)

    def __iter__(self) -> Iterator[str]:
        return iter(self._topics)

    def __len__(self) -> int:
        return len(self._topics)


Items = ByTopic[dict[str, ShownGrade]]


def graded_items(session: Session, campaign: Campaign, topic_ids: Mapping[str, int]) -> Items:
    """Topic to docno to the item's id and grade, of all graded items that can be shown.

    In a plain comparison all items count as equally good, so challenges set them against items of other topics.
    """
    if is_plain(session, campaign):
        return ByTopic(topic_ids, lambda topic: shown_items(session, topic_ids[topic], PLAIN_GRADE))
    return ByTopic(topic_ids, lambda topic: shown_grades(session, topic_ids[topic]))


def challenger(items: Items, settings: CampaignSettings) -> Challenger:
    """Draws challenges from the graded items of a campaign. The page of a run is another one in each topic."""
    k = settings.parameters.k
    grades = ByTopic(items, lambda topic: {docno: shown.grade for docno, shown in items[topic].items()})
    candidates = ByTopic(items, lambda topic: thin_by_grade(grades[topic], k))
    return Challenger(grades, candidates, same_everywhere=settings.pages is None)
