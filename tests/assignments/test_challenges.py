from collections import Counter
from random import Random

import pytest

from assess.assignments.challenges import Challenger
from assess.errors import ParameterError
from assess.model import Challenge, Pairing

GRADES = {"t": {"good": 2, "fair": 1, "bad": 0, "worse": -1}, "u": {"other": 1, "good": 1}}
CANDIDATES = {"t": ["good", "fair"], "u": ["other", "good"]}


def test_a_challenge_pairs_a_candidate_with_an_item_graded_zero_of_the_topic() -> None:
    rng = Random(1)
    drawn = Counter(Challenger(GRADES, CANDIDATES).draw("t", (), rng) for _ in range(400))
    assert set(drawn) == {Challenge("t", e, f, "t") for e in ("good", "fair") for f in ("bad", "worse")}
    assert min(drawn.values()) > 60


def test_without_an_item_graded_zero_the_foil_comes_from_another_topic() -> None:
    rng = Random(1)
    foils = {Challenger(GRADES, CANDIDATES).draw("u", (), rng).foil for _ in range(50)}
    assert foils == {"fair", "bad", "worse"}, "good is relevant to both topics"
    assert Challenger(GRADES, CANDIDATES).draw("u", (), rng).foil_topic == "t"


def test_a_challenge_already_seen_is_not_drawn_while_there_is_another() -> None:
    challenger = Challenger(GRADES, CANDIDATES)
    seen: set[Pairing] = set()
    drawn = []
    for number in range(6):
        drawn.append(challenger.draw("t", seen, Random(number)))
        seen.add(drawn[-1].pairing)
    assert len(seen) == 6
    assert [challenge.foil_topic for challenge in drawn] == ["t"] * 4 + ["u"] * 2


def test_when_all_challenges_were_seen_one_comes_again() -> None:
    challenger = Challenger({"t": {"good": 1, "bad": 0}}, {"t": ["good"]})
    assert challenger.draw("t", {Pairing("t", "bad", "good")}, Random(1)).foil == "bad"


def test_ungraded_candidates_of_another_topic_serve_as_foils() -> None:
    challenger = Challenger({}, {"t": ["a", "b"], "u": ["b", "c"]})
    assert {challenger.draw("t", (), Random(number)).foil for number in range(20)} == {"c"}


def test_without_any_foil_the_error_names_the_topic_and_the_remedy() -> None:
    with pytest.raises(ParameterError, match=r"topic t: no challenge can be made.*; grade one item 0, or ask for no"):
        Challenger({"t": {"good": 1}}, {"t": ["good"]}).draw("t", (), Random(1))


def test_the_order_of_grades_and_candidates_does_not_matter() -> None:
    turned = {topic: dict(reversed(grades.items())) for topic, grades in reversed(GRADES.items())}
    backwards = {topic: docnos[::-1] for topic, docnos in CANDIDATES.items()}
    for number in range(10):
        drawn = Challenger(GRADES, CANDIDATES).draw("u", (), Random(number))
        assert drawn == Challenger(turned, backwards).draw("u", (), Random(number))
