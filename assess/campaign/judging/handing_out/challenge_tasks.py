"""The challenges of one person's assignment: which questions give way to one, and their tasks."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from sqlalchemy.orm import Session

from assess.assignments.challenges import give_way
from assess.campaign.judging.handing_out.graded_items import challenger, graded_items
from assess.campaign.judging.handing_out.terms import Terms
from assess.model import Challenge, Question
from assess.store.assignments import NewTask, seen_challenges
from assess.store.progress import OpenPairing
from assess.store.tables import Campaign
from assess.store.topics import topic_ids


class ChallengeTasks:
    """Draws the challenges of an assignment (`mixed_into`); they are in ``chosen`` then."""

    def __init__(self, session: Session, campaign: Campaign, assessor_id: int) -> None:
        self._session, self._campaign, self._assessor_id = session, campaign, assessor_id
        self.chosen: list[Challenge] = []

    def mixed_into(self, pairings: Sequence[OpenPairing], terms: Terms, rng: Random) -> list[OpenPairing]:
        """Draw challenges; return the pairings that stay.

        As many pairings are chosen as the assignment has questions. Some of them, drawn at random, give way to a
        challenge of the same topic, so that the topics of an assignment say nothing about its challenges.
        """
        if not terms.challenges or not pairings:
            return list(pairings)
        self._read(terms)
        topics = [pairing.topic for pairing in pairings]
        chances = [self._challenger.chance(topic) for topic in topics]
        places = give_way(chances, max(0, len(pairings) - terms.pairings), rng)
        for place in places:
            self._add(topics[place])
        while len(self.chosen) < terms.challenges:  # fewer pairings wait than an assignment has questions
            self._add(self._another_topic([*topics, *(it.topic for it in self.chosen)], rng))
        return [pairing for place, pairing in enumerate(pairings) if place not in places]

    def task(self, question: Question, challenge: Challenge) -> NewTask:
        expected = self._items[challenge.topic][challenge.expected].id
        foil = self._items[challenge.foil_topic][challenge.foil].id
        sides = (expected, foil) if question.left == challenge.expected else (foil, expected)
        round_ = self._challenger.rounds[challenge.topic].number
        return NewTask(self._ids[challenge.topic], *sides, expected=-1 if sides[0] == expected else 1, round_=round_)

    def _read(self, terms: Terms) -> None:
        session, share = self._session, terms.challenges / terms.pairings
        self._ids = topic_ids(session, self._campaign.id)
        self._items = graded_items(session, self._campaign, self._ids)
        self._challenger = challenger(session, self._campaign, self._ids, self._items, share)
        self._seen = seen_challenges(session, self._assessor_id)

    def _add(self, topic: str) -> None:
        shown = self._seen.union(challenge.pairing for challenge in self.chosen)
        self.chosen.append(self._challenger.draw(topic, shown))

    def _another_topic(self, topics: Sequence[str], rng: Random) -> str:
        """The topic of a further challenge: one that does not occur if no other occurs twice, else one that does."""
        if max(Counter(topics).values()) == 1:
            for topic in rng.sample(sorted(self._ids), len(self._ids)):
                if topic not in topics and len(self._challenger.rounds[topic].pool) > 1:
                    return topic
        return rng.choice(topics)
