"""Corrections: after each of them the campaign is as if it had been known from the start; undoing brings it back."""

from datetime import timedelta
from typing import Any

import pytest

from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.correction import Author, Correction, correct, undo
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.corrections.wording import WORDINGS
from assess.campaign.judging.refusals import Reason
from assess.campaign.judging.topic_state import grades_or_plain
from assess.campaign.setup.sources import Sources
from assess.campaign.verification import Difference, verify_campaign
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.items import Item
from assess.store.judgments import current_judgments
from assess.store.tables import Campaign
from tests.conftest import Judged, MakeJudged
from tests.snapshots import stands as stands

AUTHOR = Author("olga", "a test")


def corrected(judged: Judged, correction: Correction) -> int:
    with writing(judged.engine) as session:
        return correct(session, session.get_one(Campaign, judged.campaign_id), correction, AUTHOR, judged.now).id


def undone(judged: Judged, number: int) -> None:
    with writing(judged.engine) as session:
        undo(session, session.get_one(Campaign, judged.campaign_id), number, KINDS, AUTHOR, judged.now)


def differences(judged: Judged) -> list[Difference]:
    with reading(judged.engine) as session:
        return list(verify_campaign(session, session.get_one(Campaign, judged.campaign_id)))


def assessor(judged: Judged, identity: str) -> int:
    [(number,)] = judged.rows(f"SELECT id FROM assessor WHERE identity = '{identity}'")
    return int(number)


def finished(make: MakeJudged, **settings: Any) -> Judged:
    judged = make(topics=1, candidates=4, **settings)
    assert judged.work(judged.invited("ann")) is Reason.ALL_DONE
    return judged


def test_discarding_an_assessor_asks_their_pairings_again_and_undoing_it_ends_the_topic(judged: MakeJudged) -> None:
    campaign = finished(judged)
    before = stands(campaign)
    assert before["t1"].done
    number = corrected(campaign, Discard(assessor(campaign, "ann")))
    after = stands(campaign)["t1"]
    assert (after.counted, after.missing, after.done, after.top) == (0, 6, False, ())
    assert differences(campaign) == []
    undone(campaign, number)
    assert stands(campaign) == before
    assert differences(campaign) == []


def test_others_judge_what_was_discarded_and_all_judgments_count_once_it_is_taken_back(judged: MakeJudged) -> None:
    campaign = finished(judged)
    number = corrected(campaign, Discard(assessor(campaign, "ann")))
    assert campaign.work(campaign.invited("ben")) is Reason.ALL_DONE
    assert stands(campaign)["t1"].counted == 6
    undone(campaign, number)
    assert (stands(campaign)["t1"].counted, stands(campaign)["t1"].done) == (12, True)
    assert differences(campaign) == []


def test_judgments_before_the_date_of_a_discard_go_on_counting(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    ann = campaign.invited("ann")
    first = campaign.taken(ann)
    campaign.save(ann, first, 1, 1)
    campaign.now += timedelta(minutes=1)
    moment = campaign.now
    for position in range(2, 6):
        campaign.save(ann, first, position, 1)
    corrected(campaign, Discard(assessor(campaign, "ann"), moment))
    assert stands(campaign)["t1"].counted == 1
    assert differences(campaign) == []


def test_an_item_set_aside_is_no_candidate_and_its_judgments_do_not_count(judged: MakeJudged) -> None:
    campaign = finished(judged)
    before = stands(campaign)
    number = corrected(campaign, SetAside("t1", "de"))
    after = stands(campaign)["t1"]
    assert (after.counted, after.missing, after.done, after.pool) == (3, 0, True, 3)
    assert "de" not in after.top
    assert differences(campaign) == []
    undone(campaign, number)
    assert stands(campaign) == before


def test_a_pair_set_aside_is_not_asked_and_counts_as_tied(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2)
    corrected(campaign, SetAside("t1", "db", "dc"))
    after = stands(campaign)["t1"]
    assert (after.missing, after.done, set(after.top)) == (0, True, {"db", "dc"})
    assert campaign.take(campaign.invited("ann")) is Reason.ALL_DONE
    assert differences(campaign) == []


def test_a_smaller_k_needs_no_new_judgment_and_a_larger_vote_asks_again(judged: MakeJudged) -> None:
    campaign = finished(judged)
    corrected(campaign, ChangeSettings({"k": 1}))
    assert stands(campaign)["t1"].top == ("de",)
    number = corrected(campaign, ChangeSettings({"votes": 3}))
    assert stands(campaign)["t1"].missing == 12
    assert differences(campaign) == []
    undone(campaign, number)
    assert stands(campaign)["t1"].done


@pytest.mark.parametrize(
    ("correction", "error", "message"),
    [
        (Discard(99), UnknownNameError, "found no assessor 99"),
        (SetAside("t9", "db"), UnknownNameError, "found no topic 't9'"),
        (SetAside("t1", "xx"), UnknownNameError, "found no item 'xx'"),
        (SetAside("t1", "db", "db"), ConflictError, "expected two items"),
        (ChangeSettings({"k": 0}), ParameterError, "k = 0"),
        (ChangeSettings({"colour": 1}), ParameterError, "found the setting 'colour'"),
        (ChangeSettings({"counted": "dogs"}), ParameterError, "expected people, machines or both"),
        (ChangeSettings({"strategy": "round-robin"}), ConflictError, "already"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused_and_changes_nothing(
    judged: MakeJudged, correction: Correction, error: type[Exception], message: str
) -> None:
    campaign = finished(judged)
    before = stands(campaign)
    with pytest.raises(error, match=message):
        corrected(campaign, correction)
    assert stands(campaign) == before
    assert campaign.rows("SELECT count(*) FROM campaign_change WHERE who IS NOT NULL") == [(0,)]


def test_a_change_is_undone_once_and_an_undo_is_not_undone(judged: MakeJudged) -> None:
    campaign = finished(judged)
    number = corrected(campaign, ChangeSettings({"k": 1}))
    undone(campaign, number)
    with pytest.raises(ConflictError, match="was undone already"):
        undone(campaign, number)
    [(record,)] = campaign.rows(f"SELECT id FROM campaign_change WHERE undoes_id = {number}")
    with pytest.raises(ConflictError, match="took back another one"):
        undone(campaign, record)


def test_machines_judge_beside_people_without_deciding_anything(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    assert campaign.work(campaign.invited("model", kind="machine")) is Reason.COME_BACK_LATER
    assert (campaign.progress().counted, campaign.progress().missing) == (0, 6)
    with reading(campaign.engine) as session:
        assert list(current_judgments(session, campaign.campaign_id)) == []
    assert campaign.work(campaign.invited("ann")) is Reason.ALL_DONE
    assert differences(campaign) == []


def test_machine_judgments_count_from_the_moment_the_organiser_says_so(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    campaign.work(campaign.invited("model", kind="machine"))
    number = corrected(campaign, ChangeSettings({"counted": "both"}))
    assert (stands(campaign)["t1"].counted, stands(campaign)["t1"].done) == (6, True)
    assert differences(campaign) == []
    undone(campaign, number)
    assert (stands(campaign)["t1"].counted, stands(campaign)["t1"].done) == (0, False)
    assert differences(campaign) == []


def test_what_machines_hold_is_taken_back_when_it_changes_whose_judgments_count(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    model = campaign.invited("model", kind="machine")
    held = campaign.taken(model)
    campaign.save(model, held, 1, 1)
    corrected(campaign, ChangeSettings({"counted": "machines"}))
    assert differences(campaign) == []
    assert campaign.work(model) is Reason.ALL_DONE
    assert differences(campaign) == []


def test_an_assignment_shows_what_it_showed_when_it_was_handed_out(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    before = campaign.taken(ann)
    campaign.now += timedelta(seconds=1)
    number = corrected(campaign, CorrectContent(Sources({}, [Item("db", "t1", "a better text")])))
    corrected(campaign, CorrectContent(Sources({"t1": "What else?"})))
    assert campaign.taken(ann).tasks == before.tasks
    campaign.release(ann, before)
    [task] = campaign.taken(ben).tasks
    assert task.question == "What else?"
    assert task.right is not None
    assert {task.left.docno: task.left.body, task.right.docno: task.right.body}["db"] == "a better text"
    undone(campaign, number)
    assert campaign.rows("SELECT body FROM item WHERE docno = 'db'") in ([('"db of t1"',)], [("db of t1",)])


def test_every_kind_of_correction_is_recorded_in_words() -> None:
    assert KINDS.keys() <= WORDINGS.keys()
    share = {"link": 3, "changes": {"quota": 20, "topics": ["t1", "t2"]}}
    assert WORDINGS["share of work"]({"link": 3, "changes": {"quota": None, "topics": []}}, share) == (
        "share of work of link 3: quota all -> 20; topics all -> t1, t2"
    )
    assert WORDINGS["exclude"](None, {"assessor": 2, "at": "2026-01-31"}) == "excluded assessor 2 from further work"
    assert WORDINGS["exclude"](None, {"assessor": 2, "at": None}) == "admitted assessor 2 again"


def test_a_plan_counts_no_item_that_was_set_aside(judged: MakeJudged) -> None:
    campaign = finished(judged)
    corrected(campaign, SetAside("t1", "de"))
    with reading(campaign.engine) as session:
        grades = grades_or_plain(session, session.get_one(Campaign, campaign.campaign_id))
    assert "de" not in grades["t1"]
    assert {"db", "dc", "dd"} <= grades["t1"].keys()
