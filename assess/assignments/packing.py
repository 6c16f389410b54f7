"""Packing: pairings that are needed, and challenges -> HITs, sides drawn and order shuffled."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from assess.assignments.challenges import Challenger
from assess.errors import ParameterError
from assess.model import Hit, Pairing, Question
from assess.tournament import Request


@dataclass(frozen=True)
class Packing:
    """How a HIT is made up; the defaults are those of the paper."""

    challenger: Challenger
    pairings: int = 10
    challenges: int = 3
    one_topic: bool = False

    def __post_init__(self) -> None:
        if self.pairings < 1:
            raise ParameterError(f"found {self.pairings} pairings in a HIT, expected at least 1")
        if self.challenges < 0:
            raise ParameterError(f"found {self.challenges} challenges in a HIT, expected 0 or more")


def pack(needed: Iterable[Request], packing: Packing, rng: Random) -> list[Hit]:
    """Return HITs that hold every needed pairing as often as judgments are missing, in no HIT twice.

    The last HIT is not filled up with pairings nobody needs, nor left nearly
    empty: all HITs, or all of a topic, get equally many pairings up to one, so
    that equal pay is for equal work. 23 pairings make HITs of 8, 8 and 7.
    """
    requests = list(needed)
    if not packing.one_topic:
        return _pack_evenly(requests, packing, rng)
    topics = dict.fromkeys(request.pairing.topic for request in requests)
    hits = [
        hit for topic in topics for hit in _pack_evenly([r for r in requests if r.pairing.topic == topic], packing, rng)
    ]
    rng.shuffle(hits)
    return hits


def pack_for(seen: Collection[Pairing], needed: Iterable[Request], packing: Packing, rng: Random) -> Hit | None:
    """Return a HIT for somebody who has *seen* these pairings; None when nothing needed is new to them.

    Pairings that miss most judgments come first, so that they do not wait for
    people who have not seen them yet. The HIT is shorter where not enough is
    needed; with one topic per HIT, a topic that can fill it is preferred.
    """
    new = [request for request in needed if request.pairing not in seen]
    if packing.one_topic:
        new = _fullest_topic(new, packing.pairings, rng)
    if not new:
        return None
    rng.shuffle(new)
    new.sort(key=lambda request: -request.missing)
    return _hit(_sided(new[: packing.pairings], rng), seen, packing, rng)


def _fullest_topic(requests: Sequence[Request], size: int, rng: Random) -> list[Request]:
    """The requests of a topic that has *size* of them; of the one with most where none has."""
    if not requests:
        return []
    numbers = Counter(request.pairing.topic for request in requests)
    fullest = min(size, max(numbers.values()))
    topic = rng.choice(sorted(topic for topic, number in numbers.items() if number >= fullest))
    return [request for request in requests if request.pairing.topic == topic]


def _pack_evenly(requests: Sequence[Request], packing: Packing, rng: Random) -> list[Hit]:
    if not requests:
        return []
    shuffled = rng.sample(requests, len(requests))
    repeated = [request for request in shuffled for _ in range(request.missing)]
    most = max(request.missing for request in shuffled)
    number = max(-(-len(repeated) // packing.pairings), most)
    # Dealt like cards: the repetitions of a pairing follow each other, so they fall into different HITs.
    questions = _sided(repeated, rng)
    return [_hit(questions[first::number], (), packing, rng) for first in range(number)]


def _sided(requests: Iterable[Request], rng: Random) -> list[Question]:
    """Draw sides: whoever was more often on the left goes to the right, a coin decides between equals."""
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


def _hit(pairings: Sequence[Question], seen: Collection[Pairing], packing: Packing, rng: Random) -> Hit:
    """Add challenges of the same topics, and shuffle."""
    questions = list(pairings)
    shown = set(seen)
    # Expected answers alternate sides: with two challenges or more, always the same key fails one.
    on_the_left = rng.random() < 0.5
    for _ in range(packing.challenges):
        challenge = packing.challenger.draw(rng.choice(pairings).topic, shown, rng)
        shown.add(challenge.pairing)
        left, right = (challenge.expected, challenge.foil) if on_the_left else (challenge.foil, challenge.expected)
        questions.append(Question(challenge.topic, left, right, challenge=challenge))
        on_the_left = not on_the_left
    rng.shuffle(questions)
    return Hit(tuple(questions))
