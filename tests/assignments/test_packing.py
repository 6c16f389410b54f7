from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assess.assignments.challenges import Challenger
from assess.assignments.packing import Packing, pack, pack_for
from assess.errors import ParameterError
from assess.model import Hit, Pairing
from assess.tournament import Parameters, Request, Tournament, play

TOPICS = ("t", "u", "v")
POOL = tuple(f"d{number:02}" for number in range(12))
CHALLENGER = Challenger(
    {topic: dict.fromkeys(POOL, 1) | {f"x{number}": 0 for number in range(5)} for topic in TOPICS},
    dict.fromkeys(TOPICS, POOL),
)
QUICK = settings(max_examples=40, deadline=None, derandomize=True)


def needed_in(*topics: str, votes: int = 1) -> list[Request]:
    """The first round of a pool of twelve: 42 pairings a topic."""
    return [
        request for topic in topics for request in play(Tournament(topic, POOL, Parameters(votes=votes)), []).needed
    ]


def sizes(hits: list[Hit]) -> list[int]:
    return sorted(len(hit.pairings) for hit in hits)


def asked(hits: list[Hit]) -> Counter[Pairing]:
    return Counter(question.pairing for hit in hits for question in hit.pairings)


def test_a_hit_holds_ten_pairings_and_three_challenges() -> None:
    hits = pack(needed_in("t")[:20], Packing(CHALLENGER), Random(1))
    assert [(len(hit.pairings), len(hit.challenges)) for hit in hits] == [(10, 3), (10, 3)]


def test_every_needed_pairing_is_packed_as_often_as_judgments_are_missing() -> None:
    needed = needed_in(*TOPICS, votes=3)
    hits = pack(needed, Packing(CHALLENGER), Random(1))
    assert asked(hits) == Counter({request.pairing: 3 for request in needed})
    assert all(max(asked([hit]).values()) == 1 for hit in hits)


def test_pairings_are_spread_evenly_so_that_no_last_hit_is_nearly_empty() -> None:
    assert sizes(pack(needed_in("t")[:23], Packing(CHALLENGER), Random(1))) == [7, 8, 8]


def test_a_single_pairing_with_three_votes_makes_three_hits() -> None:
    assert sizes(pack(needed_in("t", votes=3)[:1], Packing(CHALLENGER), Random(1))) == [1, 1, 1]


def test_topics_are_mixed_unless_one_topic_is_asked_for() -> None:
    needed = needed_in(*TOPICS)
    mixed = pack(needed, Packing(CHALLENGER), Random(1))
    assert all(len({question.topic for question in hit.questions}) > 1 for hit in mixed)
    apart = pack(needed, Packing(CHALLENGER, one_topic=True), Random(1))
    assert all(len({question.topic for question in hit.questions}) == 1 for hit in apart)
    assert asked(apart) == asked(mixed)
    assert sizes(apart) == [8] * 9 + [9] * 6


def test_nothing_needed_makes_no_hit() -> None:
    assert pack([], Packing(CHALLENGER), Random(1)) == []
    assert pack([], Packing(CHALLENGER, one_topic=True), Random(1)) == []
    assert pack_for((), [], Packing(CHALLENGER, one_topic=True), Random(1)) is None


def test_items_are_about_as_often_on_the_left_as_on_the_right() -> None:
    hits = pack(needed_in("t"), Packing(CHALLENGER), Random(1))
    lead: Counter[str] = Counter()
    for hit in hits:
        for question in hit.pairings:
            lead.update({question.left: 1})
            lead.subtract({question.right: 1})
    assert max(map(abs, lead.values())) <= 3


def test_sides_do_not_follow_the_docnos() -> None:
    hits = [hit for seed in range(20) for hit in pack(needed_in("t"), Packing(CHALLENGER), Random(seed))]
    smaller_left = [question.left < question.right for hit in hits for question in hit.pairings]
    assert 0.45 < sum(smaller_left) / len(smaller_left) < 0.55


def test_repetitions_of_a_pairing_are_shown_from_both_sides() -> None:
    hits = pack(needed_in("t", votes=2)[:1], Packing(CHALLENGER), Random(1))
    first, second = (hit.pairings[0] for hit in hits)
    assert (first.left, first.right) == (second.right, second.left)


@pytest.mark.parametrize("challenges", [2, 3, 6])
def test_always_the_same_side_fails_a_challenge(challenges: int) -> None:
    for hit in pack(needed_in(*TOPICS), Packing(CHALLENGER, challenges=challenges), Random(1)):
        expected_left = [q.left == q.challenge.expected for q in hit.questions if q.challenge]
        assert abs(2 * sum(expected_left) - challenges) <= 1


def test_challenges_stand_anywhere_in_the_hit() -> None:
    hits = [hit for seed in range(60) for hit in pack(needed_in("t")[:10], Packing(CHALLENGER), Random(seed))]
    positions = Counter(place for hit in hits for place, question in enumerate(hit.questions) if question.challenge)
    assert set(positions) == set(range(13))


def test_challenges_of_a_hit_differ() -> None:
    for hit in pack(needed_in(*TOPICS), Packing(CHALLENGER, challenges=8), Random(1)):
        assert len({challenge.pairing for challenge in hit.challenges}) == 8


def test_hits_without_challenges_need_no_grades() -> None:
    hits = pack(needed_in("t"), Packing(Challenger({}, {}), challenges=0), Random(1))
    assert all(not hit.challenges for hit in hits)


def test_a_hit_of_no_pairings_or_negative_challenges_is_refused() -> None:
    with pytest.raises(ParameterError, match="found 0 pairings in a HIT"):
        Packing(CHALLENGER, pairings=0)
    with pytest.raises(ParameterError, match="found -1 challenges in a HIT"):
        Packing(CHALLENGER, challenges=-1)


@QUICK
@given(seed=st.integers(0, 999), size=st.integers(1, 12), one_topic=st.booleans(), votes=st.integers(1, 3))
def test_nobody_gets_a_pairing_twice_and_everybody_may_finish(
    seed: int, size: int, one_topic: bool, votes: int
) -> None:
    """One person draws HITs until nothing is new: every pairing once, challenges never twice."""
    rng = Random(seed)
    needed = needed_in("t", "u", votes=votes)
    packing = Packing(CHALLENGER, pairings=size, challenges=1, one_topic=one_topic)
    seen: set[Pairing] = set()
    shown = 0
    while hit := pack_for(seen, needed, packing, rng):
        assert len({question.topic for question in hit.questions}) == 1 or not one_topic
        shown += len(hit.questions)
        seen |= {question.pairing for question in hit.questions}
        assert len(seen) == shown
    assert {request.pairing for request in needed} <= seen


def test_the_pairings_that_miss_most_judgments_come_first() -> None:
    needed = [Request(r.pairing, r.round_, missing=3 if place < 5 else 1) for place, r in enumerate(needed_in("t"))]
    hit = pack_for((), needed, Packing(CHALLENGER, pairings=5), Random(1))
    assert hit is not None
    assert set(asked([hit])) == {request.pairing for request in needed[:5]}


def test_with_one_topic_a_hit_one_topic_that_fills_it_is_preferred() -> None:
    needed = needed_in("t")[:4] + needed_in("u")[:10] + needed_in("v")[:9]
    for seed in range(10):
        hit = pack_for((), needed, Packing(CHALLENGER, one_topic=True), Random(seed))
        assert hit is not None
        assert {question.topic for question in hit.questions} == {"u"}


@QUICK
@given(seed=st.integers(0, 999))
def test_the_same_randomness_packs_the_same_hits(seed: int) -> None:
    needed = needed_in(*TOPICS)
    assert pack(needed, Packing(CHALLENGER), Random(seed)) == pack(needed, Packing(CHALLENGER), Random(seed))
    one, other = (pack_for((), needed, Packing(CHALLENGER), Random(seed)) for _ in range(2))
    assert one == other
