"""What challenges are drawn from: the graded items of each topic, read when they are asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

from sqlalchemy.orm import Session

from assess.assignments.challenges import Challenger
from assess.store.grades import ShownGrade, shown_grades
from assess.tournament.thinning import thin_by_grade

V = TypeVar("V")


class ByTopic(Mapping[str, V]):
    """Topic to whatever *read* finds for it, read once and only when somebody asks."""

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


def graded_items(session: Session, topic_ids: Mapping[str, int]) -> Items:
    """Topic to docno to the item's id and grade, of all items that can be shown."""
    return ByTopic(topic_ids, lambda topic: shown_grades(session, topic_ids[topic]))


def challenger(items: Items, k: int) -> Challenger:
    """Draws challenges from the graded items of a campaign."""
    grades = ByTopic(items, lambda topic: {docno: shown.grade for docno, shown in items[topic].items()})
    return Challenger(grades, ByTopic(items, lambda topic: thin_by_grade(grades[topic], k)))
