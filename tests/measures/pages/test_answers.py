"""Answers folded to three, and their majority."""

import pytest

from assess.errors import ParameterError
from assess.formats.images import ImagePair
from assess.measures.pages.answers import fold_answer, majority


def test_five_answers_fold_to_three() -> None:
    assert [fold_answer(vote) for vote in (-2, -1, 0, 1, 2)] == ["left", "left", "tie", "right", "right"]
    texts = ("definitely left", "left", "tie", "right", "definitely right")
    assert [fold_answer(text) for text in texts] == ["left", "left", "tie", "right", "right"]


def test_four_answers_fold_to_two() -> None:
    assert {fold_answer(vote) for vote in (-2, -1, 1, 2)} == {"left", "right"}


def test_a_vote_written_as_a_float_folds_like_the_others() -> None:
    assert fold_answer(-1.0) == "left"


@pytest.mark.parametrize("answer", [3, 0.5, "both", float("nan")])
def test_an_unknown_answer_is_refused(answer: str | float) -> None:
    with pytest.raises(ParameterError, match=r"found answer .*, expected -2 to 2, or left, tie, right"):
        fold_answer(answer)


@pytest.mark.parametrize(
    ("answers", "first", "tie"),
    [
        ([-2, -1, 1], "left", "left"),
        ([0, 0, -2], "tie", "tie"),
        ([1, 2, 0, -1], "right", "right"),
        ([-1, 0, 1], "left", "tie"),
        ([0, 1], "tie", "tie"),
        ([-1, 2], "left", "tie"),
    ],
)
def test_a_split_goes_to_the_first_side_or_to_neither(answers: list[int], first: str, tie: str) -> None:
    assert (majority(answers), majority(answers, split="tie")) == (first, tie)


def test_a_majority_needs_an_answer_and_a_known_rule() -> None:
    with pytest.raises(ParameterError, match="found no answer"):
        majority([])
    with pytest.raises(ParameterError, match="found split 'right', expected first or tie"):
        majority([0], split="right")


def test_the_majorities_of_the_image_pairs(image_pairs: list[ImagePair]) -> None:
    """README of the images: 10,860 / 13,975 / 16,703, with five pairs split three ways that count as left."""
    sides = [majority(pair.votes) for pair in image_pairs]
    assert [sides.count(side) for side in ("left", "tie", "right")] == [10_860, 13_975, 16_703]
    split = [pair for pair in image_pairs if majority(pair.votes) != majority(pair.votes, split="tie")]
    assert len(split) == 5
