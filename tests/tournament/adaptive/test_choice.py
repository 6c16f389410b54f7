from itertools import combinations

import numpy as np
import pytest

from assess.tournament.adaptive.choice import Answers, choose
from assess.tournament.adaptive.membership import members

PAIRS = list(combinations(range(8), 2))


@pytest.fixture
def sample() -> np.ndarray:
    return np.random.default_rng(3).normal(np.linspace(1, -1, 8), 1.0, (4000, 8))


def test_the_gain_is_the_variance_of_the_target_that_the_answer_explains(sample: np.ndarray) -> None:
    """Compared with answers that are really drawn, and a regression on them."""
    target, rng = members(sample, 3), np.random.default_rng(4)
    first, second = np.array(PAIRS).T
    gains = Answers(sample, target, first, second, known=0).gains()
    many = np.repeat(sample, 25, axis=0)
    for pair in (0, 9, 27):
        won = rng.random(len(many)) < 1 / (1 + np.exp(many[:, second[pair]] - many[:, first[pair]]))
        explained = sum(np.cov(column, won)[0, 1] ** 2 / won.var() for column in np.repeat(target, 25, axis=0).T)
        assert gains[pair] == pytest.approx(explained, rel=0.1)


def test_pairs_out_with_people_count_like_pairs_chosen_before(sample: np.ndarray) -> None:
    target = members(sample, 3)
    six = [PAIRS[index] for index, _ in choose(sample, target, PAIRS, [], 6)]
    rest = [pair for pair in PAIRS if pair not in six[:3]]
    then = choose(sample, target, rest, six[:3], 3)
    assert [rest[index] for index, _ in then] == six[3:]


def test_the_same_is_not_asked_in_other_words(sample: np.ndarray) -> None:
    """The best pair again tells less after its answer is counted on."""
    target = members(sample, 3)
    [(best, gain)] = choose(sample, target, PAIRS, [], 1)
    [(_, again)] = choose(sample, target, [PAIRS[best]], [PAIRS[best]], 1)
    assert 0 < again < gain


def test_pairs_that_tell_nothing_are_not_chosen(sample: np.ndarray) -> None:
    assert choose(sample, members(sample, 8), PAIRS, [], 5) == [], "all items are in the top 8"
    assert choose(sample, members(sample, 3), [], [], 5) == []
    assert len(choose(sample, members(sample, 3), PAIRS[:4], [], 9)) == 4
