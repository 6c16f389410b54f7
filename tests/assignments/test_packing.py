import itertools
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assess.assignments.packing import pack
from assess.model import Challenge, Question
from assess.tournament import Parameters, Request, Tournament, play

TOPICS = ("t", "u", "v")
POOL = tuple(f"d{number:02}" for number in range(12))
CHALLENGES = [Challenge(topic, "d03", f"x{number}", topic) for number, topic in enumerate("ttu")]
QUICK = settings(max_examples=40, deadline=None, derandomize=True)


def needed_in(*topics: str) -> list[Request]:
    """The first round of a pool of twelve: 42 pairings per topic."""
    return [request for topic in topics for request in play(Tournament(topic, POOL, Parameters()), []).needed]


def pairings(questions: tuple[Question, ...]) -> list[Question]:
    return [question for question in questions if question.challenge is None]


def challenges(questions: tuple[Question, ...]) -> list[Challenge]:
    return [question.challenge for question in questions if question.challenge is not None]


def test_every_needed_pairing_and_every_challenge_is_asked_once() -> None:
    needed = needed_in("t")[:10]
    questions = pack(needed, CHALLENGES, Random(1))
    assert Counter(question.pairing for question in pairings(questions)) == Counter(r.pairing for r in needed)
    assert Counter(challenges(questions)) == Counter(CHALLENGES)


def test_nothing_needed_makes_no_questions() -> None:
    assert pack([], CHALLENGES, Random(1)) == ()


def test_topics_are_mixed_unless_they_are_asked_one_after_the_other() -> None:
    needed = needed_in(*TOPICS)
    mixed = [question.topic for question in pack(needed, CHALLENGES, Random(1))]
    grouped = [question.topic for question in pack(needed, CHALLENGES, Random(1), by_topic=True)]
    assert sum(one != other for one, other in itertools.pairwise(grouped)) == len(TOPICS) - 1
    assert sum(one != other for one, other in itertools.pairwise(mixed)) > len(TOPICS)
    assert Counter(grouped) == Counter(mixed)


def test_items_are_about_as_often_on_the_left_as_on_the_right() -> None:
    lead: Counter[str] = Counter()
    for question in pack(needed_in("t"), (), Random(1)):
        lead.update({question.left: 1})
        lead.subtract({question.right: 1})
    assert max(map(abs, lead.values())) <= 3


def test_sides_do_not_follow_the_docnos() -> None:
    asked = [question for seed in range(20) for question in pack(needed_in("t"), (), Random(seed))]
    assert 0.45 < sum(question.left < question.right for question in asked) / len(asked) < 0.55


@pytest.mark.parametrize("number", [2, 3, 6])
def test_always_the_same_side_fails_a_challenge(number: int) -> None:
    asked = [Challenge("t", "d03", f"x{foil}", "t") for foil in range(number)]
    for seed in range(10):
        questions = pack(needed_in(*TOPICS), asked, Random(seed))
        expected_left = [q.left == q.challenge.expected for q in questions if q.challenge]
        assert abs(2 * sum(expected_left) - number) <= 1


def test_challenges_are_at_random_positions() -> None:
    positions = Counter(
        place
        for seed in range(60)
        for place, question in enumerate(pack(needed_in("t")[:10], CHALLENGES, Random(seed)))
        if question.challenge
    )
    assert set(positions) == set(range(13))


@QUICK
@given(seed=st.integers(0, 999), by_topic=st.booleans())
def test_the_same_randomness_packs_the_same_questions(seed: int, by_topic: bool) -> None:
    needed = needed_in(*TOPICS)
    first = pack(needed, CHALLENGES, Random(seed), by_topic=by_topic)
    assert first == pack(needed, CHALLENGES, Random(seed), by_topic=by_topic)
