from dataclasses import dataclass

import pytest

from assess.assignments.screening import is_expected, left_behind, screen


@dataclass(frozen=True)
class Page:
    """The part of a stored task that screening needs."""

    id: int
    pairing_id: int | None = None
    expected: int | None = None


PAIRINGS = (Page(1, pairing_id=11), Page(3, pairing_id=13))
LEFT, RIGHT = Page(2, expected=-1), Page(4, expected=1)
TASKS = (PAIRINGS[0], LEFT, PAIRINGS[1], RIGHT)


def test_with_every_challenge_passed_all_judgments_count() -> None:
    verdict = screen(TASKS, {2: -1, 4: 2})
    assert verdict.kept
    assert (verdict.failed, verdict.counting, verdict.back) == ((), PAIRINGS, ())


def test_one_failed_challenge_discards_everything_and_all_pairings_go_back() -> None:
    verdict = screen(TASKS, {2: -1, 4: -1})
    assert not verdict.kept
    assert (verdict.failed, verdict.counting, verdict.back) == ((RIGHT,), (), PAIRINGS)


def test_a_tie_fails_a_challenge() -> None:
    assert screen(TASKS, {2: 0, 4: 1}).failed == (LEFT,)


def test_without_challenges_everything_is_kept() -> None:
    assert screen(PAIRINGS, {}).kept


@pytest.mark.parametrize(
    ("answer", "expected", "right"), [(-2, -1, True), (1, 1, True), (1, -1, False), (0, 1, False), (0, 0, True)]
)
def test_only_the_side_of_an_answer_is_expected(answer: float, expected: int, right: bool) -> None:
    assert is_expected(answer, expected) is right


def test_unanswered_pairings_are_asked_again_when_somebody_leaves() -> None:
    assert left_behind(PAIRINGS, [PAIRINGS[1]], screened=False) == (PAIRINGS[1],)


def test_with_challenges_all_pairings_are_asked_again_when_somebody_leaves() -> None:
    assert left_behind(TASKS, [PAIRINGS[1], RIGHT], screened=True) == PAIRINGS
