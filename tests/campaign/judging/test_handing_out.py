"""Handing out work: who gets what, what is reclaimed, and when a topic advances."""

import pytest

from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.refusals import Reason
from assess.errors import UnknownNameError
from tests.conftest import Judged, MakeJudged


# A fixture of tests/conftest.py: an open campaign without a judgment.
def test_one_assessor_judges_everything_and_is_told_so(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=4)
    anna = campaign.invited("anna")
    assert campaign.work(anna) is Reason.ALL_DONE
    progress = campaign.progress()
    assert (progress.counted, progress.missing, progress.held, progress.done) == (12, 0, 0, 2)
    assert campaign.rows("SELECT count(*), count(DISTINCT pairing_id) FROM judgment") == [(12, 12)]


def test_a_topic_moves_on_by_itself_through_the_rounds_of_its_strategy(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=8, strategy="heap", votes=1)
    assert campaign.work(campaign.invited("anna")) is Reason.ALL_DONE
    rounds = campaign.rows("SELECT DISTINCT round FROM pairing ORDER BY round")
    assert rounds == [(1,), (2,), (3,), (4,), (5,)]
    assert campaign.progress().done == 2


def test_asking_again_gives_the_same_hit_on_any_device(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    campaign.save(anna, assignment, 2, 1)
    again = campaign.taken(anna)
    assert again.id == assignment.id
    assert [task.answer for task in again.tasks] == [None, 1, None, None, None]


def test_two_people_never_hold_the_same_judgment(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    first, second = campaign.taken(campaign.invited("anna")), campaign.taken(campaign.invited("ben"))
    assert [len(first.tasks), len(second.tasks)] == [5, 1]
    assert campaign.take(campaign.invited("carl")) is Reason.COME_BACK_LATER


def test_each_pairing_is_judged_as_often_as_asked_by_different_people(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=3, votes=3)
    assert campaign.work(campaign.invited("anna")) is Reason.COME_BACK_LATER
    assert campaign.work(campaign.invited("anna")) is Reason.COME_BACK_LATER
    campaign.work(campaign.invited("ben"))
    assert campaign.work(campaign.invited("carl")) is Reason.ALL_DONE
    assert campaign.rows("SELECT pairing_id, count(DISTINCT assessor_id) FROM judgment GROUP BY pairing_id") == [
        (pairing, 3) for pairing in range(1, 7)
    ]


def test_what_is_released_goes_to_the_next_at_once_and_may_come_back(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    anna, ben = campaign.invited("anna"), campaign.invited("ben")
    assignment = campaign.taken(anna)
    campaign.save(anna, assignment, 1, 1)
    campaign.release(anna, assignment)
    assert len(campaign.taken(anna).tasks) == 2
    campaign.release(anna, campaign.taken(anna))
    assert len(campaign.taken(ben).tasks) == 2


def test_a_lease_that_ended_is_reclaimed_by_whoever_asks_next(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    anna, ben = campaign.invited("anna"), campaign.invited("ben")
    assignment = campaign.taken(anna)
    campaign.later(minutes=29)
    assert campaign.take(ben) is Reason.COME_BACK_LATER
    campaign.later(minutes=2)
    assert len(campaign.taken(ben).tasks) == 3
    assert campaign.rows(f"SELECT state FROM assignment WHERE id = {assignment.id}") == [("expired",)]


def test_answering_renews_the_lease_of_a_dedicated_assessor(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    anna, ben = campaign.invited("anna"), campaign.invited("ben")
    assignment = campaign.taken(anna)
    for position in (1, 2, 3):
        campaign.later(minutes=20)
        campaign.save(anna, assignment, position, 1)
    assert len(campaign.taken(ben).tasks) == 1


def test_nobody_can_look_at_or_finish_the_hit_of_another(judged: MakeJudged) -> None:
    campaign = judged()
    assignment = campaign.taken(campaign.invited("anna"))
    ben = campaign.invited("ben")
    for act in (lambda: campaign.finish(ben, assignment), lambda: campaign.save(ben, assignment, 1, 1)):
        with pytest.raises(UnknownNameError, match="expected one that was handed out to you"):
            act()


def test_finishing_is_idempotent_and_refused_while_answers_are_missing(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    assert campaign.finish(anna, assignment).outcome == "unfinished"
    first = campaign.answer_all(anna, assignment)
    assert (first.outcome, first.next) == ("kept", True)
    assert campaign.finish(anna, assignment) == first


def crowd_assignment(campaign: Judged, person: str, external_id: str = "V1") -> tuple[str, HeldAssignment]:
    token = campaign.arrived(campaign.shared(pairings=4, challenges=2), person, external_id)
    return token, campaign.taken(token)


def test_a_crowd_hit_mixes_topics_and_challenges_that_look_like_pairings(judged: MakeJudged) -> None:
    campaign = judged(topics=4, candidates=4)
    _, assignment = crowd_assignment(campaign, "P1")
    assert len(assignment.tasks) == 6
    assert len({task.topic for task in assignment.tasks}) == 4
    assert campaign.rows("SELECT count(*) FROM task WHERE expected IS NOT NULL") == [(2,)]


def test_answers_with_challenges_count_when_all_are_passed(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    token, assignment = crowd_assignment(campaign, "P1")
    for task in assignment.tasks:
        campaign.save(token, assignment, task.position, -1 if task.left.docno > task.right.docno else 1)
    assert campaign.progress().counted == 0
    assert campaign.finish(token, assignment).outcome == "kept"
    assert (campaign.progress().counted, campaign.progress().held) == (4, 0)
    assert campaign.rows("SELECT count(*) FROM judgment") == [(4,)]


def test_a_failed_challenge_sets_the_hit_aside_and_excludes_the_worker(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    token, assignment = crowd_assignment(campaign, "P1")
    for task in assignment.tasks:
        campaign.save(token, assignment, task.position, 1 if task.left.docno > task.right.docno else -1)
    outcome = campaign.finish(token, assignment)
    assert (outcome.outcome, outcome.next) == ("discarded", False)
    assert outcome.completion_code
    progress = campaign.progress()
    assert (progress.counted, progress.held, progress.missing) == (0, 0, 6)
    assert campaign.take(token) is Reason.ALREADY_TAKEN
    assert campaign.take(campaign.arrived(campaign.shared(), "P1", "V2")) is Reason.EXCLUDED


def test_discarded_judgments_stay_in_the_log_and_the_pairings_go_to_others(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    token, assignment = crowd_assignment(campaign, "P1")
    for task in assignment.tasks:
        campaign.save(token, assignment, task.position, 1 if task.left.docno > task.right.docno else -1)
    campaign.finish(token, assignment)
    assert campaign.work(campaign.invited("anna")) is Reason.ALL_DONE
    assert campaign.rows("SELECT count(*) FROM judgment") == [(6,)]
    assert campaign.progress().counted == 3


def test_unfinished_answers_of_an_abandoned_crowd_hit_do_not_count(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    token, assignment = crowd_assignment(campaign, "P1")
    for position in range(1, len(assignment.tasks)):
        campaign.save(token, assignment, position, 1)
    campaign.later(minutes=61)
    assert campaign.work(campaign.invited("anna")) is Reason.ALL_DONE
    assert campaign.progress().counted == 3


def test_a_submitted_assignment_is_over_and_the_next_one_is_new(judged: MakeJudged) -> None:
    campaign = judged(topics=4, candidates=4)
    link = campaign.shared(pairings=4, challenges=2)
    token = campaign.arrived(link, "P1", "V1")
    campaign.answer_all(token, campaign.taken(token))
    assert campaign.take(token) is Reason.ALREADY_TAKEN
    assert isinstance(campaign.take(campaign.arrived(link, "P1", "V2")), HeldAssignment)


def test_the_same_platform_id_of_two_people_is_two_assignments(judged: MakeJudged) -> None:
    campaign = judged(topics=4, candidates=4)
    link = campaign.shared(pairings=4, challenges=2)
    first, second = (campaign.taken(campaign.arrived(link, person, "V1")) for person in ("P1", "P2"))
    assert first.id != second.id


def test_a_cap_on_assignments_per_person_holds(judged: MakeJudged) -> None:
    campaign = judged(topics=4, candidates=4)
    link = campaign.shared(pairings=2, challenges=1, assignments_per_person=1)
    token = campaign.arrived(link, "P1", "V1")
    campaign.answer_all(token, campaign.taken(token))
    assert campaign.take(campaign.arrived(link, "P1", "V2")) is Reason.ALREADY_TAKEN
