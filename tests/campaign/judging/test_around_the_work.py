"""Grading, training, consent, comments, and the states of a campaign."""

from collections.abc import Callable

import pytest

from assess.campaign.access.arrivals import read_arrival
from assess.campaign.access.consent import consent, decline, has_declined, needs_consent
from assess.campaign.inbox.comments import Place, comment
from assess.campaign.judging.answers import Feedback, Reply, save
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.refusals import Reason
from assess.campaign.setup.create import create_campaign
from assess.campaign.setup.lifecycle import close_campaign, open_campaign, pause_campaign
from assess.campaign.setup.sources import Sources
from assess.database.engine import writing
from assess.errors import ConflictError, ParameterError
from assess.formats.items import Item
from assess.store.campaigns import change_campaign
from assess.store.tables import Campaign
from assess.tournament import Parameters
from tests.conftest import Judged, MakeJudged


# A fixture of tests/conftest.py: an open campaign without a judgment.
def in_state(campaign: Judged, change: Callable[..., None]) -> None:
    with writing(campaign.engine) as session:
        change(session, session.get_one(Campaign, campaign.campaign_id), campaign.now)


def test_a_paused_campaign_hands_out_nothing_and_lets_held_work_be_finished(judged: MakeJudged) -> None:
    campaign = judged()
    anna, ben = campaign.invited("anna"), campaign.invited("ben")
    assignment = campaign.taken(anna)
    in_state(campaign, pause_campaign)
    assert campaign.take(ben) is Reason.PAUSED
    assert campaign.answer_all(anna, campaign.taken(anna)).outcome == "kept"
    assert campaign.take(anna) is Reason.PAUSED
    in_state(campaign, open_campaign)
    assert campaign.taken(anna).id != assignment.id


def test_a_closed_campaign_stays_closed(judged: MakeJudged) -> None:
    campaign = judged()
    in_state(campaign, close_campaign)
    assert campaign.take(campaign.invited("anna")) is Reason.CLOSED
    with pytest.raises(ConflictError, match="assess reopen c reopens it"):
        in_state(campaign, open_campaign)
    with pytest.raises(ConflictError, match="only an open one can be paused"):
        in_state(campaign, pause_campaign)


def test_a_campaign_whose_candidates_have_nothing_to_show_does_not_open(judged: MakeJudged) -> None:
    campaign = judged()
    sources = Sources(topics={"t1": "What is it?"}, grades={"t1": {"d1": 1, "d2": 1}})
    with writing(campaign.engine) as session:
        row = create_campaign(session, "e", sources, parameters=Parameters(), seed=1, now=campaign.now)
        with pytest.raises(
            ConflictError, match="found 2 candidates with nothing to show, expected none: t1 d1, t1 d2; assess extend"
        ):
            open_campaign(session, row, campaign.now)


def grade_campaign(campaign: Judged) -> None:
    """A second campaign without grades, whose items are to be graded in the app."""
    sources = Sources(
        topics={"t1": "What is it?"},
        items=[Item(f"d{number}", "t1", text=f"Passage {number}") for number in range(7)],
    )
    with writing(campaign.engine) as session:
        rules = Parameters()
        row = create_campaign(session, "g", sources, parameters=rules, strategy="round-robin", seed=1, now=campaign.now)
        change_campaign(session, row, "parameters", row.parameters | {"grading": True}, campaign.now)
        open_campaign(session, row, campaign.now)
        campaign.campaign_id = row.id


def save_grade(campaign: Judged, token: str, assignment: HeldAssignment, position: int, grade: float) -> None:
    with writing(campaign.engine) as session:
        save(
            session.connection(),
            campaign.key.read(token),
            assignment.id,
            position,
            Reply(grade),
            campaign.now,
            grade=True,
        )


def test_grading_comes_first_and_thinning_follows_from_it(judged: MakeJudged) -> None:
    campaign = judged()
    grade_campaign(campaign)
    anna, ben = campaign.invited("anna"), campaign.invited("ben")
    first, second = campaign.taken(anna), campaign.taken(ben)
    assert [first.kind, len(first.tasks), second.kind, len(second.tasks)] == ["grading", 5, "grading", 2]
    assert [grade.value for grade in first.grades] == [2, 1, 0]
    for token, assignment in ((anna, first), (ben, second)):
        for task in assignment.tasks:
            assert task.right is None
            save_grade(campaign, token, assignment, task.position, 2 if task.left.docno in ("d1", "d2", "d3") else 0)
    campaign.finish(anna, first)
    judging = campaign.taken(anna)
    assert judging.kind == "judging"
    assert {item.docno for task in judging.tasks for item in (task.left, task.right)} == {"d1", "d2", "d3"}


def test_grades_can_be_corrected_and_must_be_of_the_scale(judged: MakeJudged) -> None:
    campaign = judged()
    grade_campaign(campaign)
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    with pytest.raises(ParameterError, match="found the grade 7, expected one of 2, 1, 0"):
        save_grade(campaign, anna, assignment, 1, 7)
    with pytest.raises(ParameterError, match="found a side as the answer in an assignment of grading"):
        campaign.save(anna, assignment, 1, 1)
    save_grade(campaign, anna, assignment, 1, 2)
    save_grade(campaign, anna, assignment, 1, 1)
    assert campaign.taken(anna).tasks[0].answer == 1
    assert campaign.rows("SELECT grade FROM grade WHERE source = 'collected'") == [(1.0,)]
    assert campaign.progress().ungraded == 6


def test_gradings_that_were_held_come_back(judged: MakeJudged) -> None:
    campaign = judged()
    grade_campaign(campaign)
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    save_grade(campaign, anna, assignment, 1, 2)
    campaign.release(anna, assignment)
    assert campaign.rows("SELECT state, count(*) FROM grading GROUP BY state ORDER BY state") == [
        ("graded", 1),
        ("open", 6),
    ]


TRAINING = [{"topic": "t1", "preferred": "dc", "other": "db", "why": "It says more."}]


def test_training_comes_first_tells_what_was_right_and_counts_nowhere(judged: MakeJudged) -> None:
    campaign = judged(training=TRAINING)
    token = campaign.arrived(campaign.shared(pairings=2, challenges=1), "P1")
    assignment = campaign.taken(token)
    assert (assignment.kind, len(assignment.tasks)) == ("training", 1)
    assert campaign.save(token, assignment, 1, 1).feedback == Feedback(False, -1, "It says more.")
    assert campaign.save(token, assignment, 1, -1).feedback == Feedback(True, -1, "It says more.")
    outcome = campaign.finish(token, assignment)
    assert (outcome.outcome, outcome.next, outcome.completion_code) == ("kept", True, None)
    assert campaign.taken(token).kind == "judging"
    assert campaign.rows("SELECT count(*) FROM judgment") == [(0,)]


def test_consent_is_asked_once_for_each_wording_and_declining_keeps_only_the_fact(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    with writing(campaign.engine) as session:
        row = session.get_one(Campaign, campaign.campaign_id)
        change_campaign(session, row, "texts", {"consent": "I agree."}, campaign.now)
        arrived = read_arrival(session, campaign.key, anna, campaign.now)
        assert needs_consent(session, arrived)
        decline(session, arrived, campaign.now)
        assert has_declined(session, arrived)
    assert campaign.rows("SELECT count(*) FROM assessor") == [(0,)]
    with writing(campaign.engine) as session:
        consent(session, read_arrival(session, campaign.key, anna, campaign.now), campaign.now)
        arrived = read_arrival(session, campaign.key, anna, campaign.now)
        assert not needs_consent(session, arrived)
        assert not has_declined(session, arrived)
        change_campaign(session, arrived.campaign, "texts", {"consent": "I agree to more."}, campaign.now)
        assert needs_consent(session, arrived)


def test_a_comment_reaches_the_organiser_and_an_empty_one_does_not(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    with writing(campaign.engine) as session:
        arrived = read_arrival(session, campaign.key, anna, campaign.now)
        comment(session, arrived, "Item 2 is cut off.", Place(), campaign.now)
        with pytest.raises(ParameterError, match="found an empty comment"):
            comment(session, arrived, " ", Place(), campaign.now)
    assert campaign.rows("SELECT text FROM comment") == [("Item 2 is cut off.",)]
