"""The error that the topics share: larger while tournaments go on, and smaller with every judgment."""

import pytest

from assess.stats.tournament_error import FINISHED, UNFINISHED, TopicProgress, tournament_error


def test_no_topics_have_no_error() -> None:
    assert tournament_error([]) == 0


@pytest.mark.parametrize(("finished", "variance"), [(True, FINISHED), (False, UNFINISHED)])
def test_the_variance_falls_with_the_judgments_per_item(finished: bool, variance: float) -> None:
    few, many = (tournament_error([TopicProgress(judgments, 10, finished)]) for judgments in (5, 20))
    assert few**2 == pytest.approx(variance)
    assert many**2 == pytest.approx(variance / 4)


def test_a_finished_topic_has_less_of_it() -> None:
    assert tournament_error([TopicProgress(5, 10, True)]) < tournament_error([TopicProgress(5, 10, False)])


def test_more_topics_do_not_reduce_it_because_they_share_it() -> None:
    topics = [TopicProgress(5, 10, finished=number < 3) for number in range(4)]
    assert tournament_error(topics) == pytest.approx((3 * FINISHED**0.5 + UNFINISHED**0.5) / 4)
    assert tournament_error(topics * 10) == pytest.approx(tournament_error(topics))


def test_a_topic_of_grades_alone_counts_as_one_with_a_judgment_per_item() -> None:
    assert tournament_error([TopicProgress(0, 10, finished=False)]) == pytest.approx(UNFINISHED**0.5)
