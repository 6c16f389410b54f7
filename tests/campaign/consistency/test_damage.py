"""What `verify` finds: nothing in a campaign with everything in it, and each damage of the database where it is."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from assess.campaign.corrections.additions import AddContent
from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.exclusions import Exclude
from assess.campaign.corrections.late_runs import JudgeRun
from assess.campaign.corrections.replacements import CorrectContent
from assess.campaign.corrections.run_replacement import ReplaceRun
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.corrections.shares import ChangeShare
from assess.campaign.corrections.topic_closing import CloseTopic
from assess.campaign.judging.answers import Reply, save
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.refusals import Reason
from assess.campaign.setup.sources import Sources
from assess.campaign.verification import Check, check_campaign
from assess.database.engine import writing
from assess.formats.items import Item
from assess.formats.runs import Ranking, Run
from assess.live.rescoring import Scorer
from assess.live.uploads import upload
from assess.live.verification import check_scores
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import assessor, corrected, undone
from tests.conftest import Judged, MakeJudged, small_sources

# What is found: the check, where, what, what is stored and what it should be.
Found = list[tuple[str, str, str, object, object]]


class _RolledBack(Exception):  # noqa: N818
    """Ends a transaction that must leave nothing behind."""


def found_after(judged: Judged, damage: str, checks: Callable[[Session, Campaign], list[Check]]) -> Found:
    """What differs after one statement, which is rolled back."""
    found: Found = []
    try:
        with writing(judged.engine) as session:
            if damage:
                assert session.execute(text(damage)).rowcount >= 1, damage  # type: ignore[attr-defined]
            for check in checks(session, session.get_one(Campaign, judged.campaign_id)):
                found += [(check.what, one.where, one.what, one.stored, one.rebuilt) for one in check.differences]
            raise _RolledBack
    except _RolledBack:
        return found


def run(name: str, *docnos: str) -> Run:
    return Run(name, {"t1": Ranking(list(docnos), [float(-rank) for rank in range(len(docnos))])})


@pytest.fixture
def corrected_campaign(judged: MakeJudged) -> Judged:
    """A campaign of four topics in which everything was corrected once: t1 is done and t4 closed."""
    campaign = judged(topics=4, candidates=4)
    ann, ben, eve = (campaign.invited(name) for name in ("ann", "ben", "eve"))
    model = campaign.invited("model", kind="machine")
    held = campaign.taken(ann)
    campaign.save(ann, held, 1, 1)
    for token in (eve, model):
        campaign.answer_all(token, campaign.taken(token))
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        upload(session, stored, [run("late", "dz", "de"), run("old", "db", "de")])
    corrected(campaign, AddContent(Sources({}, [Item("dz", "t1", "z")], grades={"t2": {"dx": 0.0}})))
    corrected(campaign, CorrectContent(Sources({}, grades={"t2": {"a1": -1.0}})))
    corrected(campaign, ReplaceRun(run("old", "de", "db")))
    corrected(campaign, Discard(assessor(campaign, "eve"), campaign.now - timedelta(days=1)))
    corrected(campaign, Exclude(assessor(campaign, "eve")))
    corrected(campaign, SetAside("t2", "de"))
    corrected(campaign, SetAside("t3", "db", "dc"))
    corrected(campaign, ChangeSettings({"k": 3}))
    corrected(campaign, CloseTopic("t4"))
    corrected(campaign, JudgeRun("late"))
    [(link,)] = campaign.rows("SELECT id FROM link WHERE identity = 'ben'")
    corrected(campaign, ChangeShare(link, {"quota": 200}))
    undone(campaign, corrected(campaign, SetAside("t2", "db")))
    undone(campaign, corrected(campaign, Exclude(assessor(campaign, "model"))))
    assert campaign.work(ben) is Reason.COME_BACK_LATER
    Scorer(campaign.engine).score_all()
    return campaign


T1 = "topic t1"
ITEMS = "(SELECT id FROM item WHERE docno = '{}' AND topic_id = (SELECT id FROM topic WHERE topic = '{}'))"
PAIR = f"item_a_id = {ITEMS.format('db', 't1')} AND item_b_id = {ITEMS.format('dc', 't1')}"
RULES = {"few": 9, "per_item": 7, "votes": 1, "strategy": "round-robin"}
DAMAGE: dict[str, Found] = {
    "UPDATE campaign SET state = 'paused'": [("changed settings", "the campaign", "state", "paused", "open")],
    f"UPDATE campaign SET parameters = '{json.dumps(RULES | {'k': 4})}'": [
        ("changed settings", "the campaign", "k", 4, 3)
    ],
    "UPDATE assessor SET discarded_from = NULL WHERE identity = 'eve'": [
        ("discarded assessors", "assessor 2", "discarded from", None, "2026-01-30T12:00:00+00:00"),
    ],
    "UPDATE assessor SET excluded_at = NULL WHERE identity = 'eve'": [
        ("excluded assessors", "assessor 2", "excluded", False, True)
    ],
    "UPDATE assessor SET counted = NOT counted WHERE identity = 'model'": [
        ("counted assessors", "assessor 3", "counted", True, False)
    ],
    "UPDATE link SET settings = '{\"quota\": 2000}' WHERE identity = 'ben'": [
        ("shares of work", "link 2", "quota", 2000, 200)
    ],
    "UPDATE item SET aside_at = NULL WHERE aside_at IS NOT NULL": [
        ("items set aside", "topic t2, item de", "set aside", False, True)
    ],
    "DELETE FROM pair_aside": [("pairs set aside", "topic t3, items db and dc", "set aside", False, True)],
    "UPDATE grade SET grade = -2 WHERE grade = -1": [("changed grades", "topic t2, item a1", "grade", -2.0, -1.0)],
    "UPDATE topic SET closed_at = NULL": [("closed topics", "topic t4", "closed", False, True)],
    f"DELETE FROM extra_pairing WHERE item_a_id = {ITEMS.format('dd', 't1')}": [
        ("extra pairings", "topic t1, items dd and dz", "asked for", False, True)
    ],
    "UPDATE run SET replaced_by_id = NULL WHERE replaced_by_id IS NOT NULL": [
        ("replaced runs", "run 2", "name", "old (replaced, run 2)", None)
    ],
    f"UPDATE pairing SET counted = 0 WHERE {PAIR}": [
        ("pairings", "topic t1, round 1, items db and dc", "counted", 0, 1),
    ],
    "UPDATE topic SET counted = counted + 1 WHERE topic = 't1'": [("pairings", T1, "judgments", 10, 9)],
    "UPDATE topic SET missing = missing + 1 WHERE topic = 't1'": [("rounds", T1, "missing", 1, 0)],
    "UPDATE topic SET held = held + 1 WHERE topic = 't1'": [("rounds", T1, "held", 1, 0)],
    "UPDATE topic SET done_at = NULL WHERE topic = 't1'": [("rounds", T1, "done", False, True)],
    "UPDATE topic SET ungraded = 1 WHERE topic = 't1'": [("gradings", T1, "items to grade", 1, 0)],
}


def test_every_damage_of_a_campaign_is_found_where_it_is(corrected_campaign: Judged) -> None:
    assert found_after(corrected_campaign, "", check_campaign) == []
    for damage, expected in DAMAGE.items():
        found = found_after(corrected_campaign, damage, check_campaign)
        # A mark that was changed has consequences for what is counted by it, which are found too.
        assert [one for one in found if one[0] == expected[0][0]] == expected, damage
    held = found_after(corrected_campaign, "UPDATE pairing SET held = 0 WHERE held > 0", check_campaign)
    assert [(what, *rest) for check, _, what, *rest in held if check == "pairings"] == [("held", 0, 1)] * 4


def test_every_damage_of_scores_is_found_where_it_is(corrected_campaign: Judged) -> None:
    assert found_after(corrected_campaign, "", check_scores) == []
    of_t1 = "topic_id = (SELECT id FROM topic WHERE topic = 't1')"
    other = f"SELECT o.\"values\" FROM topic_score o WHERE o.{of_t1} AND o.measure = 'known@10'"
    damage: dict[str, Found] = {
        f"UPDATE topic_score SET judgments = 99 WHERE measure = 'pgc' AND {of_t1}": [
            ("scores of runs", "topic t1", "judgments behind pgc", 99, 9)
        ],
        f"DELETE FROM topic_score WHERE measure = 'pgc' AND {of_t1}": [
            ("scores of runs", "topic t1", "pgc is stored", False, True)
        ],
        "UPDATE standing SET judgments = 1000 WHERE judgments = 15": [
            ("points of the history", "history of pgc", "judgments of a point", 1000, "at most 15")
        ],
    }
    for statement, expected in damage.items():
        assert found_after(corrected_campaign, statement, check_scores) == expected, statement
    swapped = f"UPDATE topic_score SET \"values\" = ({other}) WHERE measure = 'pgc' AND {of_t1}"
    values = found_after(corrected_campaign, swapped, check_scores)
    assert {where for _, where, *_ in values} == {"topic t1, run late", "topic t1, run old"}


def test_a_topic_that_waits_to_be_scored_is_no_difference(corrected_campaign: Judged) -> None:
    with writing(corrected_campaign.engine) as session:
        session.execute(text("UPDATE topic SET version = version + 1"))
        scores, _ = check_scores(session, session.get_one(Campaign, corrected_campaign.campaign_id))
    assert (scores.number, scores.differences, scores.note) == (0, (), "4 topics wait to be scored")


def give_grade(campaign: Judged, token: str, work: HeldAssignment, position: int, grade: float) -> None:
    with writing(campaign.engine) as session:
        claim = campaign.key.read(token)
        save(session.connection(), claim, work.id, position, Reply(grade), campaign.now, grade=True)


def test_every_damage_of_gradings_is_found_where_it_is(judged: MakeJudged) -> None:
    texts = small_sources(topics=1, candidates=8)
    campaign = judged(sources=Sources(texts.topics, texts.items), grading=True)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    first, second = campaign.taken(ann), campaign.taken(ben)
    for task in first.tasks:
        give_grade(campaign, ann, first, task.position, 1)
    give_grade(campaign, ann, first, 1, 2)
    give_grade(campaign, ben, second, 1, 1)
    assert found_after(campaign, "", check_campaign) == []
    graded, held = first.tasks[0].left.docno, second.tasks[1].left.docno
    of_item = f"item_id = (SELECT id FROM item WHERE docno = '{graded}')"
    damage: dict[str, Found] = {
        f"UPDATE grading SET state = 'open' WHERE {of_item}": [
            ("gradings", f"topic t1, item {graded}", "grading", "open", "graded")
        ],
        f"UPDATE grading SET state = 'open' WHERE item_id = (SELECT id FROM item WHERE docno = '{held}')": [
            ("gradings", f"topic t1, item {held}", "grading", "open", "held")
        ],
        f"UPDATE grade SET grade = 0 WHERE {of_item}": [
            ("gradings", f"topic t1, item {graded}", "collected grade", 0.0, 2.0)
        ],
        "UPDATE topic SET ungraded = ungraded - 1": [("gradings", "topic t1", "items to grade", 3, 4)],
    }
    for statement, expected in damage.items():
        assert found_after(campaign, statement, check_campaign) == expected, statement
