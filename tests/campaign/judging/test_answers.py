"""Saving an answer: it is stored once even if sent again; the latest one counts, and the log keeps all of them."""

from typing import Any

import pytest
from sqlalchemy import select

from assess.campaign.judging.answers import Reply
from assess.campaign.judging.refusals import Reason, RefusedError
from assess.campaign.judging.revoking import revoke
from assess.database.engine import writing
from assess.errors import LinkError, ParameterError
from assess.store.tables import Campaign, Link
from tests.conftest import MakeJudged

# A fixture of tests/conftest.py: an open campaign without a judgment.
LOG = "SELECT id, supersedes_id, preferred_id = left_id, strength, seconds, changes FROM judgment ORDER BY id"


def test_an_answer_is_in_the_log_with_side_seconds_and_changes(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    saved = campaign.save(anna, assignment, 1, -1, seconds=2.5, changes=3)
    assert (saved.position, saved.answered, saved.of) == (1, 1, 5)
    assert campaign.rows(LOG) == [(1, None, True, 1, 2.5, 3)]
    assert (campaign.progress().counted, campaign.progress().held) == (1, 4)


def test_the_same_key_again_is_acknowledged_and_not_stored_again(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    for _ in range(3):
        assert campaign.save(anna, assignment, 1, -1, key="k1").answered == 1
    assert len(campaign.rows(LOG)) == 1


def test_a_change_of_mind_supersedes_and_a_late_repetition_of_the_first_does_not(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    campaign.save(anna, assignment, 1, -1, key="k1")
    campaign.save(anna, assignment, 1, 1, key="k2")
    campaign.save(anna, assignment, 1, -1, key="k1")
    assert [row[:3] for row in campaign.rows(LOG)] == [(1, None, True), (2, 1, False)]
    assert campaign.taken(anna).tasks[0].answer == 1
    assert campaign.progress().counted == 1


def test_the_same_answer_without_a_key_is_the_same_judgment(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    campaign.save(anna, assignment, 1, -1)
    campaign.save(anna, assignment, 1, -1, seconds=9)
    assert len(campaign.rows(LOG)) == 1


def test_back_and_forth_is_a_chain_of_corrections(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    for answer in (-1, 1, -1):
        campaign.save(anna, assignment, 1, answer)
    assert [row[:2] for row in campaign.rows(LOG)] == [(1, None), (2, 1), (3, 2)]


def test_a_correction_sets_right_what_the_topic_made_of_the_answer_before(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4, strategy="heap")
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    first, second = assignment.tasks
    campaign.save(anna, assignment, 1, -1)
    campaign.save(anna, assignment, 2, -1)
    final = "SELECT a.docno, b.docno FROM pairing JOIN item a ON a.id = item_a_id JOIN item b ON b.id = item_b_id "
    final += "WHERE pairing.round = 1 AND pairing.id > 2 AND NOT withdrawn"
    assert campaign.rows(final) == [tuple(sorted([first.left.docno, second.left.docno]))]
    campaign.save(anna, assignment, 2, 1)
    assert campaign.rows(final) == [tuple(sorted([first.left.docno, second.right.docno]))]
    assert campaign.progress().missing == 1
    campaign.finish(anna, assignment)
    assert campaign.work(anna) is Reason.ALL_DONE


@pytest.mark.parametrize(
    ("answers", "good", "bad"),
    [(2, (-1, 1), (0, 2)), (3, (-1, 0, 1), (-2,)), (4, (-2, -1, 1, 2), (0, 3)), (5, (-2, 0, 2), (0.5,))],
)
def test_only_the_answers_of_the_campaign_are_taken(judged: MakeJudged, answers: int, good: Any, bad: Any) -> None:
    campaign = judged(answers=answers)
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    for answer in bad:
        with pytest.raises(ParameterError, match=r"found the answer .*, expected one of"):
            campaign.save(anna, assignment, 1, answer)
    for answer in good:
        campaign.save(anna, assignment, 1, answer)
        assert campaign.taken(anna).tasks[0].answer == answer


def test_a_tie_has_no_preferred_item(judged: MakeJudged) -> None:
    campaign = judged(answers=3)
    anna = campaign.invited("anna")
    campaign.save(anna, campaign.taken(anna), 1, 0)
    assert campaign.rows("SELECT preferred_id, strength FROM judgment") == [(None, 1)]


@pytest.mark.parametrize("wrong", [{"seconds": -1}, {"seconds": float("inf")}, {"changes": -1}, {"key": "x" * 65}])
def test_nonsense_around_an_answer_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=r"found .*, expected"):
        Reply(1, **wrong)


def test_an_answer_after_handing_in_is_refused_but_a_repetition_is_acknowledged(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    for task in assignment.tasks:
        campaign.save(anna, assignment, task.position, 1, key=f"k{task.position}")
    campaign.finish(anna, assignment)
    assert campaign.save(anna, assignment, 1, 1, key="k1").answered == 5
    with pytest.raises(RefusedError, match="finished this work already"):
        campaign.save(anna, assignment, 1, -1, key="k9")


def test_a_late_answer_is_welcome_while_nobody_took_the_pairing(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    anna, ben = campaign.invited("anna"), campaign.invited("ben", pairings=1)
    assignment = campaign.taken(anna)
    campaign.later(hours=9)
    taken = campaign.taken(ben).tasks[0]
    for task in assignment.tasks:
        if {task.left.id, task.right.id} == {taken.left.id, taken.right.id}:
            with pytest.raises(RefusedError) as refused:
                campaign.save(anna, assignment, task.position, 1)
            assert refused.value.reason is Reason.EXPIRED
        else:
            campaign.save(anna, assignment, task.position, 1)
    progress = campaign.progress()
    assert (progress.counted, progress.held, progress.missing) == (2, 1, 1)


def test_a_revoked_link_saves_nothing_from_that_moment(judged: MakeJudged) -> None:
    campaign = judged()
    anna = campaign.invited("anna")
    assignment = campaign.taken(anna)
    with writing(campaign.engine) as session:
        revoke(
            session, session.get_one(Campaign, campaign.campaign_id), session.scalars(select(Link)).one(), campaign.now
        )
    with pytest.raises(LinkError, match="withdrawn"):
        campaign.save(anna, assignment, 1, 1)
