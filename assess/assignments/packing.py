"""Packing: turn the pairings needed and challenges into the questions of an assignment, in random order and sides."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from assess.model import Challenge, Question
from assess.tournament import Request


def pack(
    needed: Iterable[Request], challenges: Sequence[Challenge], rng: Random, *, by_topic: bool = False
) -> tuple[Question, ...]:
    """Return the needed pairings and the challenges as the questions of an assignment, in the order to ask them.

    Sides are drawn for the pairings with the most missing judgments first, then
    everything is shuffled; *by_topic* keeps the questions of a topic together,
    so that a person reads each topic once. If nothing is needed, there are no
    questions.
    """
    requests = list(needed)
    if not requests:
        return ()
    rng.shuffle(requests)
    requests.sort(key=lambda request: -request.missing)
    questions = [*_sided(requests, rng), *_as_questions(challenges, rng)]
    rng.shuffle(questions)
    return _grouped(questions) if by_topic else tuple(questions)


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


def _as_questions(challenges: Iterable[Challenge], rng: Random) -> list[Question]:
    """Draw sides: expected answers alternate, so that choosing the same side always fails one of two challenges."""
    on_the_left = rng.random() < 0.5
    questions = []
    for challenge in challenges:
        left, right = (challenge.expected, challenge.foil) if on_the_left else (challenge.foil, challenge.expected)
        questions.append(Question(challenge.topic, left, right, challenge=challenge))
        on_the_left = not on_the_left
    return questions


def _grouped(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Group the questions by topic; topics are in the order of their first question."""
    order = list(dict.fromkeys(question.topic for question in questions))
    return tuple(sorted(questions, key=lambda question: order.index(question.topic)))
