from collections import Counter
from random import Random

import pytest

from assess.assignments.challenges import Challenger, RoundInPlay, give_way
from assess.errors import ParameterError
from assess.model import Challenge, Pairing

GRADES = {"t": {"good": 2, "fair": 1, "bad": 0, "worse": -1}, "u": {"other": 1, "good": 1}}
ROUNDS = {"t": RoundInPlay(1, ["good", "fair"], [1]), "u": RoundInPlay(1, ["other", "good"], [1])}


def drawn(challenger: Challenger, topic: str, number: int) -> list[Challenge]:
    """So many challenges for one person, who sees none twice while there are others."""
    found: list[Challenge] = []
    for _ in range(number):
        found.append(challenger.draw(topic, {challenge.pairing for challenge in found}))
    return found


def test_a_challenge_pairs_an_item_in_play_with_an_item_graded_zero_of_the_topic() -> None:
    found = set(drawn(Challenger(GRADES, ROUNDS), "t", 2))
    assert found <= {Challenge("t", e, f, "t") for e in ("good", "fair") for f in ("bad", "worse")}
    assert len(found) == 2


def test_without_an_item_graded_zero_the_foil_comes_from_another_topic_where_it_is_not_in_play() -> None:
    foils = {Challenger(GRADES, ROUNDS, str(seed)).draw("u", ()).foil for seed in range(30)}
    assert foils == {"bad", "worse"}
    assert Challenger(GRADES, ROUNDS).draw("u", ()).foil_topic == "t"


def test_ungraded_items_of_another_topic_serve_as_foils_unless_they_are_known() -> None:
    rounds = {"t": RoundInPlay(1, ["a", "b"], [1]), "u": RoundInPlay(1, ["b", "c"], [1])}
    assert {Challenger({}, rounds, str(seed)).draw("t", ()).foil for seed in range(20)} == {"c"}
    pages = {Challenger({}, rounds, str(seed), same_everywhere=False).draw("t", ()).foil for seed in range(20)}
    assert pages == {"b", "c"}


def test_when_all_challenges_were_seen_one_comes_again() -> None:
    challenger = Challenger({"t": {"good": 1, "bad": 0}}, {"t": RoundInPlay(1, ["good"])})
    assert challenger.draw("t", {Pairing("t", "bad", "good")}).foil == "bad"


def test_without_any_foil_the_error_names_the_topic_and_the_remedy() -> None:
    with pytest.raises(ParameterError, match=r"topic t: no challenge can be made.*; grade one item 0, or ask for no"):
        Challenger({"t": {"good": 1}}, {"t": RoundInPlay(1, ["good"])}).draw("t", ())


def test_the_order_of_grades_and_items_does_not_matter() -> None:
    turned = {topic: dict(reversed(grades.items())) for topic, grades in reversed(GRADES.items())}
    backwards = {topic: RoundInPlay(1, play.pool[::-1], [1]) for topic, play in reversed(ROUNDS.items())}
    for seed in map(str, range(10)):
        assert Challenger(GRADES, ROUNDS, seed).draw("u", ()) == Challenger(turned, backwards, seed).draw("u", ())


POOL = [f"d{number:02}" for number in range(40)]
LARGE = {"t": dict.fromkeys(POOL, 1) | {f"x{number}": 0 for number in range(30)}}


def asked_in_turn(number: int, votes: int = 1) -> list[Challenge]:
    """The challenges that many people get in a round of 140 pairings, each of them one."""
    asked, found = Counter[Pairing](), []
    for _ in range(number):
        play = RoundInPlay(1, POOL, [votes] * 140, asked=asked)
        found.append(Challenger(LARGE, {"t": play}).draw("t", ()))
        asked[found[-1].pairing] += 1
    return found


def test_foils_are_seen_as_often_as_items_in_play() -> None:
    found = asked_in_turn(42)
    foils, met = Counter(it.foil for it in found), Counter(it.expected for it in found)
    # 140 pairings of 40 items are 7 an item, and 42 challenges one more. The last foil may have just begun.
    assert all(7 <= number <= 9 for number in sorted(foils.values())[1:])
    assert set(met.values()) <= {1, 2}


@pytest.mark.parametrize("votes", [1, 3])
def test_a_challenge_is_asked_as_often_as_a_pairing(votes: int) -> None:
    times = Counter(asked_in_turn(36 * votes, votes))
    assert set(times.values()) == {votes}


def test_foils_of_a_smaller_round_were_foils_before() -> None:
    before = {it.foil for it in drawn(Challenger(LARGE, {"t": RoundInPlay(1, POOL, [1] * 140)}), "t", 36)}
    after = {it.foil for it in drawn(Challenger(LARGE, {"t": RoundInPlay(2, POOL[:20], [1] * 70)}), "t", 18)}
    assert after < before


def test_the_share_of_challenges_falls_with_those_asked() -> None:
    fresh = Challenger(LARGE, {"t": RoundInPlay(1, POOL, [1] * 140, waiting=140)}).chance("t")
    assert fresh == pytest.approx(3 / 13, abs=0.04)
    asked = {challenge.pairing: 1 for challenge in asked_in_turn(42)}
    assert Challenger(LARGE, {"t": RoundInPlay(1, POOL, [1] * 140, waiting=140, asked=asked)}).chance("t") < 0.02


def test_questions_give_way_with_their_chances_and_others_only_if_too_few_have_one() -> None:
    places = Counter(place for seed in range(200) for place in give_way([0.4, 0.1, 0.0, 0.4], 2, Random(seed)))
    assert places[0] > 2 * places[1] > 0
    assert places[2] == 0
    assert 2 in give_way([0.4, 0.0, 0.0], 3, Random(1))
