"""Live scores in the database: what marks a topic for scoring, what replaces scores, and the process lease."""

from datetime import timedelta
from types import SimpleNamespace

from sqlalchemy.orm import Session

from assess.formats.runs import Ranking, Run
from assess.store.process_leases import acquire_lease, release_lease
from assess.store.progress import count_pairing, recount_progress, take_pairings
from assess.store.runs import add_run
from assess.store.scores import (
    ScoredTopic,
    add_standing,
    drop_other_measures,
    latest_standing,
    mark_topics,
    marked_topics,
    outlook_of,
    put_outlook,
    put_scores,
    scores_of,
    standings_of,
    versions_of,
)
from tests.store.conftest import Small

LENGTH = timedelta(seconds=10)


def add_a_run(session: Session, small: Small) -> int:
    return add_run(session, small.id, Run("sys", {"31_1": Ranking(["d1", "d2"], [2.0, 1.0])}), small.topics)


def work_off(session: Session) -> None:
    for topic in marked_topics(session, 100):
        put_scores(session, topic, {})


def waiting(session: Session) -> list[str]:
    return [topic.topic for topic in marked_topics(session, 100)]


def test_topics_wait_for_their_first_scores_once_there_is_a_run(session: Session, small: Small) -> None:
    assert waiting(session) == []
    add_a_run(session, small)
    assert waiting(session) == ["31_1", "31_2"]


def test_a_counted_judgment_marks_its_topic_alone(session: Session, small: Small) -> None:
    add_a_run(session, small)
    work_off(session)
    pairing, topic = small.pairings["d1", "d2"], small.topics["31_1"]
    take_pairings(session.connection(), [pairing])
    assert waiting(session) == []
    count_pairing(session.connection(), SimpleNamespace(pairing_id=pairing, topic_id=topic))
    assert waiting(session) == ["31_1"]


def test_a_topic_that_is_looked_at_again_is_marked(session: Session, small: Small) -> None:
    add_a_run(session, small)
    work_off(session)
    recount_progress(session, small.topics["31_2"], None)
    assert waiting(session) == ["31_2"]


def test_what_changes_while_a_topic_is_scored_stays_marked(session: Session, small: Small) -> None:
    add_a_run(session, small)
    taken = marked_topics(session, 100)
    mark_topics(session, small.id)
    for topic in taken:
        put_scores(session, topic, {})
    assert waiting(session) == ["31_1", "31_2"]


def test_new_scores_replace_the_old_ones_exactly(session: Session, small: Small) -> None:
    run = add_a_run(session, small)
    topic = marked_topics(session, 1)[0]
    put_scores(session, topic, {"pgc": ScoredTopic({run: 0.25}, 3)})
    put_scores(session, topic, {"pgc": ScoredTopic({run: 0.1 + 0.2, run + 1: 0.0}, 4)})
    assert scores_of(session, small.id, "pgc") == {"31_1": ScoredTopic({run: 0.1 + 0.2, run + 1: 0.0}, 4)}
    put_scores(session, topic, {"pgc": None})
    assert scores_of(session, small.id, "pgc") == {}


def test_scores_of_measures_no_longer_wanted_are_dropped(session: Session, small: Small) -> None:
    run = add_a_run(session, small)
    topic = marked_topics(session, 1)[0]
    for measure in ("pgc", "compat"):
        put_scores(session, topic, {measure: ScoredTopic({run: 0.5}, 1)})
        add_standing(session, small.id, measure, 1, {run: 0.5}, small.now)
    drop_other_measures(session, small.id, ["pgc"])
    assert scores_of(session, small.id, "compat") == {}
    assert standings_of(session, small.id, "compat") == []
    assert latest_standing(session, small.id, "pgc") == 1


def test_points_of_the_plot_come_back_in_order(session: Session, small: Small) -> None:
    for number in (10, 2, 10):
        add_standing(session, small.id, "pgc", number, {7: number / 100}, small.now)
    assert standings_of(session, small.id, "pgc") == [(2, {7: 0.02}), (10, {7: 0.1})]
    assert latest_standing(session, small.id, "pgc") == 10


def test_the_outlook_is_the_latest_one(session: Session, small: Small) -> None:
    put_outlook(session, small.id, 5, {"order": 0.5}, small.now)
    put_outlook(session, small.id, 6, {"order": 0.75}, small.now)
    session.expire_all()
    found = outlook_of(session, small.id)
    assert found is not None
    assert (found.judgments, found.figures) == (6, {"order": 0.75})


def test_versions_change_with_marks_and_with_scores(session: Session, small: Small) -> None:
    add_a_run(session, small)
    before = versions_of(session, small.id)
    work_off(session)
    after = versions_of(session, small.id)
    mark_topics(session, small.id)
    assert len({before, after, versions_of(session, small.id)}) == 3


def test_a_lease_has_one_holder_until_it_ends(session: Session, small: Small) -> None:
    now = small.now
    assert acquire_lease(session, "scorer", "a", now, LENGTH)
    assert not acquire_lease(session, "scorer", "b", now + LENGTH / 2, LENGTH)
    assert acquire_lease(session, "scorer", "a", now + LENGTH / 2, LENGTH)
    assert not acquire_lease(session, "scorer", "b", now + LENGTH, LENGTH)
    assert acquire_lease(session, "scorer", "b", now + 2 * LENGTH, LENGTH)


def test_a_lease_given_up_is_free_at_once(session: Session, small: Small) -> None:
    now = small.now
    acquire_lease(session, "scorer", "a", now, LENGTH)
    release_lease(session, "scorer", "b", now)
    assert not acquire_lease(session, "scorer", "b", now, LENGTH)
    release_lease(session, "scorer", "a", now)
    assert acquire_lease(session, "scorer", "b", now, LENGTH)
