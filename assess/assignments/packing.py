"""Packing: turn the pairings needed and challenges into the questions of an assignment, in random order and sides."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from assess.assignments.challenges import Challenger
from assess.errors import ParameterError
from assess.model import Pairing, Question
from assess.tournament import Request


@dataclass(frozen=True)
class Packing:
    """How an assignment is composed.

    Parameters
    ----------
    challenger
        Draws the challenges.
    challenges
        How many are mixed in; 3 in the paper.
    by_topic
        Keep the questions of a topic together, so that a person reads each topic once.
    """

    challenger: Challenger
    challenges: int = 3
    by_topic: bool = False

    def __post_init__(self) -> None:
        if self.challenges < 0:
            raise ParameterError(f"found {self.challenges} challenges in an assignment, expected 0 or more")


def pack(needed: Iterable[Request], seen: Collection[Pairing], packing: Packing, rng: Random) -> tuple[Question, ...]:
    """Return the needed pairings and new challenges as the questions of an assignment, in the order to ask them.

    Sides are drawn for the pairings with the most missing judgments first, then
    everything is shuffled. A challenge that this person has *seen* is repeated
    only if there is no other. If nothing is needed, there are no questions.
    """
    requests = list(needed)
    if not requests:
        return ()
    rng.shuffle(requests)
    requests.sort(key=lambda request: -request.missing)
    questions = _with_challenges(_sided(requests, rng), seen, packing, rng)
    return _grouped(questions) if packing.by_topic else questions


def _sided(requests: Iterable[Request], rng: Random) -> list[Question]:
    """Draw sides: the item that was on the left more often goes to the right; ties are decided at random."""
    lead: Counter[tuple[str, str]] = Counter()
    questions = []
    for request in requests:
        topic = request.pairing.topic
        left, right = _in_random_order(request.pairing.docno_a, request.pairing.docno_b, rng)
        if lead[topic, left] > lead[topic, right]:
            left, right = right, left
        lead[topic, left] += 1
        lead[topic, right] -= 1
        questions.append(Question(topic, left, right, request.round_))
    return questions


def _in_random_order(one: str, other: str, rng: Random) -> tuple[str, str]:
    return (one, other) if rng.random() < 0.5 else (other, one)


def _with_challenges(
    pairings: Sequence[Question], seen: Collection[Pairing], packing: Packing, rng: Random
) -> tuple[Question, ...]:
    """Add challenges of the same topics, and shuffle."""
    questions = list(pairings)
    shown = set(seen)
    # Expected answers alternate sides: with two or more challenges, choosing the same side always fails one.
    on_the_left = rng.random() < 0.5
    for _ in range(packing.challenges):
        challenge = packing.challenger.draw(rng.choice(pairings).topic, shown, rng)
        shown.add(challenge.pairing)
        left, right = (challenge.expected, challenge.foil) if on_the_left else (challenge.foil, challenge.expected)
        questions.append(Question(challenge.topic, left, right, challenge=challenge))
        on_the_left = not on_the_left
    rng.shuffle(questions)
    return tuple(questions)


def _grouped(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Group the questions by topic; topics are in the order of their first question."""
    order = list(dict.fromkeys(question.topic for question in questions))
    return tuple(sorted(questions, key=lambda question: order.index(question.topic)))
