import pytest

from assess.assignments.screening import screen
from assess.errors import ParameterError
from assess.model import Challenge, Hit, Judgment, Pairing, Question

CHALLENGE = Challenge("t", expected="good", foil="bad", foil_topic="t")
HIT = Hit(
    (
        Question("t", "a", "b", round_=2),
        Question("t", "bad", "good", challenge=CHALLENGE),
        Question("u", "d", "c", round_=1),
    )
)


def test_a_hit_with_every_challenge_passed_is_kept() -> None:
    verdict = screen(HIT, {0: "b", 1: "good", 2: None})
    assert verdict.kept
    assert verdict.judgments == (Judgment("t", "a", "b", "b", 2), Judgment("u", "d", "c", None, 1))
    assert verdict.back == ()


@pytest.mark.parametrize("answer", ["bad", None])
def test_a_failed_challenge_sets_the_hit_aside_and_all_its_pairings_go_back(answer: str | None) -> None:
    verdict = screen(HIT, {0: "b", 1: answer, 2: "c"})
    assert not verdict.kept
    assert verdict.failed == (CHALLENGE,)
    assert verdict.back == (Pairing("t", "a", "b"), Pairing("u", "c", "d"))
    assert len(verdict.judgments) == 2


def test_of_a_hit_left_unfinished_only_pairings_without_an_answer_go_back() -> None:
    verdict = screen(HIT, {2: "c"})
    assert verdict.kept
    assert verdict.judgments == (Judgment("u", "d", "c", "c", 1),)
    assert verdict.back == (Pairing("t", "a", "b"),)


def test_an_unfinished_hit_with_a_failed_challenge_is_set_aside_too() -> None:
    verdict = screen(HIT, {0: "a", 1: "bad"})
    assert not verdict.kept
    assert len(verdict.back) == 2


def test_a_challenge_is_never_among_the_judgments() -> None:
    assert all("good" not in (j.docno_a, j.docno_b) for j in screen(HIT, {0: "a", 1: "good", 2: "d"}).judgments)


def test_an_answer_to_a_question_that_was_not_asked_is_refused() -> None:
    with pytest.raises(ParameterError, match="found an answer to question 3, expected 0 to 2"):
        screen(HIT, {3: "a"})
    with pytest.raises(ParameterError, match="found c preferred, expected a or b"):
        screen(HIT, {0: "c"})
