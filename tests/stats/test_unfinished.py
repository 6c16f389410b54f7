"""The change still to come: none from finished topics, and less with every judgment."""

import pytest

from assess.stats.unfinished import CHANGE, TopicProgress, change_to_come


def test_finished_topics_do_not_change_any_more() -> None:
    assert change_to_come([TopicProgress(3, 4, finished=True)] * 5) == 0


def test_no_topics_have_no_change_to_come() -> None:
    assert change_to_come([]) == 0


def test_the_variance_falls_with_the_judgments_per_item() -> None:
    few, many = (change_to_come([TopicProgress(judgments, 10, finished=False)]) for judgments in (5, 20))
    assert few**2 == pytest.approx(CHANGE)
    assert many**2 == pytest.approx(CHANGE / 4)


def test_the_change_is_shared_by_the_topics_so_that_it_falls_with_the_unfinished_ones_alone() -> None:
    topics = [TopicProgress(5, 10, finished=number < 3) for number in range(4)]
    assert change_to_come(topics) == pytest.approx(CHANGE**0.5 / 4)
    assert change_to_come(topics * 10) == pytest.approx(CHANGE**0.5 / 4)


def test_a_topic_of_grades_alone_counts_as_one_with_a_judgment_per_item() -> None:
    assert change_to_come([TopicProgress(0, 10, finished=False)]) == pytest.approx(CHANGE**0.5)
