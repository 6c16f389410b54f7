"""Topics, items, grades and texts that are added to a campaign under way, or corrected."""

import json
from dataclasses import replace
from typing import Any

import pytest

from assess.campaign.corrections.additions import AddContent
from assess.campaign.corrections.correction import Correction
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.judging.refusals import Reason
from assess.campaign.setup.sources import Sources
from assess.database.engine import writing
from assess.errors import ConflictError, UnknownNameError
from assess.formats.items import Item, Result
from assess.store.campaigns import change_campaign
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import corrected, differences, finished, stands, undone
from tests.conftest import Judged, MakeJudged, small_sources


def texts(**docnos: str) -> list[Item]:
    return [Item(docno, "t1", text=text) for docno, text in docnos.items()]


def changes(campaign: Judged) -> int:
    return int(campaign.rows("SELECT count(*) FROM campaign_change WHERE who IS NOT NULL")[0][0])


def test_a_new_topic_of_an_open_campaign_gets_its_first_pairings_and_undoing_removes_it(judged: MakeJudged) -> None:
    campaign = finished(judged)
    before = stands(campaign)
    number = corrected(campaign, AddContent(small_sources(2, 4)))
    assert (stands(campaign)["t2"].missing, stands(campaign)["t2"].done) == (6, False)
    assert stands(campaign)["t1"] == before["t1"]
    assert differences(campaign) == []
    undone(campaign, number)
    assert stands(campaign) == before
    assert campaign.rows("SELECT count(*) FROM item") == [(6,)]
    assert differences(campaign) == []


def test_what_is_the_same_is_passed_over_and_counted(judged: MakeJudged) -> None:
    campaign = finished(judged)
    number = corrected(campaign, AddContent(small_sources(2, 4)))
    [(new,)] = campaign.rows(f"SELECT new FROM campaign_change WHERE id = {number}")
    recorded = new if isinstance(new, dict) else json.loads(new)
    # One topic, six items and six grades.
    assert (recorded["same"], recorded["topics"]) == (13, ["t2"])
    with pytest.raises(ConflictError, match="has all of this already: 26 the same"):
        corrected(campaign, AddContent(small_sources(2, 4)))


def test_a_new_candidate_meets_the_others_and_what_was_judged_goes_on_counting(judged: MakeJudged) -> None:
    campaign = finished(judged)
    before = stands(campaign)
    new = Sources({}, texts(dz="better than all"), {"t1": {"dz": 1}})
    number = corrected(campaign, AddContent(new))
    after = stands(campaign)["t1"]
    assert (after.counted, after.missing, after.pool) == (6, 4, 5)
    undone(campaign, number)
    assert stands(campaign) == before
    corrected(campaign, AddContent(new))
    assert campaign.work(campaign.invited("ben")) is Reason.ALL_DONE
    assert stands(campaign)["t1"].top[0] == "dz"
    assert differences(campaign) == []


def test_what_somebody_was_asked_about_cannot_be_removed_again(judged: MakeJudged) -> None:
    campaign = finished(judged)
    number = corrected(campaign, AddContent(Sources({}, texts(dz="z"), {"t1": {"dz": 1}})))
    campaign.taken(campaign.invited("ben"))
    before = stands(campaign)
    with pytest.raises(ConflictError, match=r"asked about item d[a-z] already"):
        undone(campaign, number)
    assert stands(campaign) == before
    assert differences(campaign) == []


def test_an_item_without_a_text_gets_one_and_loses_it_again(judged: MakeJudged) -> None:
    campaign = judged(sources=Sources({"t1": "?"}, texts(db="b", dc="c"), {"t1": {"db": 1, "dc": 1, "a1": 0}}))
    number = corrected(campaign, AddContent(Sources({}, [Item("a1", text="now it has a text")])))
    assert campaign.rows("SELECT count(*) FROM item WHERE body IS NULL") == [(0,)]
    undone(campaign, number)
    assert campaign.rows("SELECT docno FROM item WHERE body IS NULL") == [("a1",)]
    assert differences(campaign) == []


def test_with_grading_new_items_are_asked_for_and_the_topic_waits(judged: MakeJudged) -> None:
    campaign = finished(judged, grading=True)
    before = stands(campaign)
    number = corrected(campaign, AddContent(Sources({}, texts(dz="z"))))
    assert (stands(campaign)["t1"].ungraded, stands(campaign)["t1"].done) == (1, False)
    undone(campaign, number)
    assert stands(campaign) == before
    corrected(campaign, AddContent(Sources({}, texts(dz="z"))))
    # The grade comes by a file after all: nobody needs to give it.
    corrected(campaign, AddContent(Sources({}, (), {"t1": {"dz": 1}})))
    assert (stands(campaign)["t1"].ungraded, stands(campaign)["t1"].missing) == (0, 4)
    assert differences(campaign) == []


def test_the_first_grades_of_a_plain_comparison_choose_the_candidates_of_every_topic(judged: MakeJudged) -> None:
    items = [Item(docno, topic, docno) for topic in ("t1", "t2") for docno in ("db", "dc", "dd")]
    campaign = judged(sources=Sources({"t1": "?", "t2": "?"}, items))
    before = stands(campaign)
    assert [standing.missing for standing in before.values()] == [3, 3]
    number = corrected(campaign, AddContent(Sources({}, (), {"t1": {"db": 1, "dc": 2}})))
    assert [standing.missing for standing in stands(campaign).values()] == [1, 0]
    assert differences(campaign) == []
    undone(campaign, number)
    assert [standing.missing for standing in stands(campaign).values()] == [3, 3]
    assert differences(campaign) == []


def test_a_corrected_grade_changes_the_candidates_and_judgments_stay_edges(judged: MakeJudged) -> None:
    campaign = finished(judged)
    before = stands(campaign)
    number = corrected(campaign, CorrectContent(Sources({}, (), {"t1": {"de": 0, "db": 1}})))
    after = stands(campaign)["t1"]
    assert (after.counted, after.pool, after.done, "de" in after.top) == (6, 3, True, False)
    assert differences(campaign) == []
    undone(campaign, number)
    assert stands(campaign) == before
    assert differences(campaign) == []


def test_a_larger_k_that_lets_in_items_without_a_text_is_refused_and_changes_nothing(judged: MakeJudged) -> None:
    sources = small_sources(1, 5)
    campaign = judged(sources=replace(sources, grades={"t1": sources.grades["t1"] | {"bare": 0.5}}))
    with pytest.raises(ConflictError, match=r"t1: bare would be compared.* assess extend c --items"):
        corrected(campaign, ChangeSettings({"k": 6}))
    assert changes(campaign) == 0
    corrected(campaign, AddContent(Sources({}, texts(bare="a text"))))
    corrected(campaign, ChangeSettings({"k": 6}))
    assert stands(campaign)["t1"].pool == 6


def test_texts_pages_and_questions_are_corrected_in_one_change(judged: MakeJudged) -> None:
    campaign = finished(judged)
    page = Item("dc", "t1", results=(Result("Bridges"),))
    number = corrected(campaign, CorrectContent(Sources({"t1": "Really?"}, [*texts(db="other"), page])))
    assert changes(campaign) == 1
    assert campaign.rows("SELECT material FROM item WHERE docno = 'dc'") == [("results",)]
    with pytest.raises(ConflictError, match="has all of this already: 3 the same"):
        corrected(campaign, CorrectContent(Sources({"t1": "Really?"}, [*texts(db="other"), page])))
    later = corrected(campaign, CorrectContent(Sources({}, texts(db="another"))))
    with pytest.raises(ConflictError, match="corrected again since"):
        undone(campaign, number)
    # Undoing in the other order brings everything back.
    undone(campaign, later)
    assert campaign.rows("SELECT count(*) FROM former_text") == [(5,)]
    assert differences(campaign) == []


@pytest.mark.parametrize(
    ("correction", "error", "message"),
    [
        (AddContent(Sources({}, texts(db="other"))), ConflictError, "item db already, and differently: assess correct"),
        (AddContent(Sources({"t1": "other"})), ConflictError, "topic t1 already, and differently"),
        (AddContent(Sources({}, [Item("x", "t9", "x")])), UnknownNameError, "topic 't9'.*assess extend c --topics"),
        (AddContent(Sources({}, (), {"t1": {"dz": 1}})), ConflictError, "dz would be compared, but nothing"),
        (AddContent(Sources({}, [Item("dz", text="x")])), ConflictError, "1 items name no topic"),
        (CorrectContent(Sources({}, texts(dz="z", dy="y"))), UnknownNameError, "item dz and 1 more: assess extend c"),
        (CorrectContent(Sources({"t2": "?"})), UnknownNameError, "does not have topic t2: assess extend"),
        (CorrectContent(Sources({}, (), {"t1": {"dz": 1}})), UnknownNameError, "assess extend"),
        (CorrectContent(Sources({})), ConflictError, "0 the same"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(
    judged: MakeJudged, correction: Correction, error: type[Exception], message: str
) -> None:
    campaign = finished(judged)
    before = stands(campaign)
    with pytest.raises(error, match=message):
        corrected(campaign, correction)
    assert stands(campaign) == before
    assert (changes(campaign), differences(campaign)) == (0, [])


def test_a_closed_campaign_is_not_extended(judged: MakeJudged) -> None:
    campaign = finished(judged)
    with writing(campaign.engine) as session:
        change_campaign(session, session.get_one(Campaign, campaign.campaign_id), "state", "closed", campaign.now)
    with pytest.raises(ConflictError, match="is closed: assess reopen c first"):
        corrected(campaign, AddContent(small_sources(2, 4)))
    assert differences(campaign) == []


def test_content_is_read_from_json_as_from_files(judged: MakeJudged) -> None:
    campaign = finished(judged)
    fields: dict[str, Any] = {
        "topics": [{"topic": "t2", "question": "What?", "description": "A good one."}],
        "items": [{"topic": "t2", "docno": "x", "text": "x"}, {"topic": "t2", "docno": "y", "text": "y"}],
        "grades": [{"topic": "t2", "docno": "x", "grade": 1}, {"topic": "t2", "docno": "y", "grade": 2}],
    }
    corrected(campaign, AddContent.parse(fields))
    assert stands(campaign)["t2"].missing == 1
    assert campaign.rows("SELECT description FROM topic WHERE topic = 't2'") == [("A good one.",)]
    assert differences(campaign) == []
