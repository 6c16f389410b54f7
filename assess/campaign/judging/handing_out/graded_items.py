"""The graded items of each topic, from which challenges are drawn. They are read when they are needed."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

from sqlalchemy.orm import Session

from assess.assignments.challenges import SHARE, Challenger, RoundInPlay
from assess.campaign.judging.topic_state import PLAIN_GRADE, is_plain
from assess.campaign.settings import settings_of
from assess.model import Pairing
from assess.store.assignments import asked_challenges
from assess.store.grades import ShownGrade, shown_grades, shown_items
from assess.store.pairings import every_round, latest_round
from assess.store.tables import Campaign
from assess.tournament import FREE
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


def challenger(
    session: Session, campaign: Campaign, topic_ids: Mapping[str, int], items: Items, share: float = SHARE
) -> Challenger:
    """Draws challenges from the graded items of a campaign. The page of a run is another one in each topic."""
    settings = settings_of(campaign)
    grades = ByTopic(items, lambda topic: {docno: shown.grade for docno, shown in items[topic].items()})

    def round_in_play(topic: str) -> RoundInPlay:
        connection, topic_id = session.connection(), topic_ids[topic]
        # A strategy that chooses freely knows no rounds: all that it asked is one.
        free = settings.strategy in FREE
        found = every_round(connection, topic_id) if free else latest_round(connection, topic_id)
        if not found:
            return RoundInPlay(0, thin_by_grade(grades[topic], settings.parameters.k))
        number = 1 if free else found[0].round_
        asked = Counter(Pairing(topic, *pair) for pair in asked_challenges(connection, topic_id, number))
        return RoundInPlay(
            number,
            sorted({docno for pairing in found for docno in (pairing.docno_a, pairing.docno_b)}),
            tuple(pairing.votes for pairing in found),
            sum(pairing.missing for pairing in found),
            asked,
        )

    rounds = ByTopic(items, round_in_play)
    return Challenger(grades, rounds, str(campaign.seed), share, same_everywhere=settings.pages is None)
