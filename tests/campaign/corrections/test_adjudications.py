"""Disagreements: listed hardest first, decided by an adjudicator or by command, and that taken back."""

import json
from typing import Any

import pytest

from assess.campaign.corrections.adjudications import Adjudicate
from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.correction import Author, Correction, correct, undo
from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.corrections.shares import ChangeShare
from assess.campaign.export.log import export_log
from assess.campaign.export.preferences import export_preferences
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.disagreements import Disagreement, list_disagreements
from assess.campaign.judging.refusals import Reason
from assess.campaign.judging.topic_state import tournament_state
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError
from assess.store.tables import Campaign
from assess.store.topics import topic_named
from tests.campaign.corrections.test_corrections import differences
from tests.conftest import Judged, MakeJudged

AUTHOR = Author("olga", "read both again")


@pytest.fixture
def split(judged: MakeJudged) -> Judged:
    """Ann prefers later letters everywhere. Ben does not for db and dc, nor for dd and de."""
    campaign = judged(topics=1, candidates=4, overlap=1.0)
    assert campaign.work(campaign.invited("ann")) is Reason.COME_BACK_LATER
    judge_with_slips(campaign, "ben", {("db", "dc"), ("dd", "de")})
    return campaign


def judge_with_slips(campaign: Judged, who: str, slips: set[tuple[str, str]]) -> None:
    """Prefer the later letter, but for these pairs."""
    token = campaign.invited(who)
    while isinstance(held := campaign.take(token), HeldAssignment):
        for task in held.tasks:
            assert task.right
            left, right = task.left.docno, task.right.docno
            later = -1 if left > right else 1
            campaign.save(
                token, held, task.position, -later if (min(left, right), max(left, right)) in slips else later
            )
        campaign.finish(token, held)


def listed(campaign: Judged) -> list[Disagreement]:
    with reading(campaign.engine) as session:
        return list_disagreements(session, session.get_one(Campaign, campaign.campaign_id))


def pairs(campaign: Judged) -> list[tuple[tuple[str, str], bool]]:
    """The pairs that are listed, and whether each is decided."""
    return [(known.pair, bool(known.decisions)) for known in listed(campaign)]


def made(campaign: Judged, correction: Correction) -> int:
    with writing(campaign.engine) as session:
        return correct(session, session.get_one(Campaign, campaign.campaign_id), correction, AUTHOR, campaign.now).id


def undone(campaign: Judged, number: int) -> None:
    with writing(campaign.engine) as session:
        undo(session, session.get_one(Campaign, campaign.campaign_id), number, KINDS, AUTHOR, campaign.now)


def ranking(campaign: Judged) -> tuple[tuple[str, ...], ...]:
    with reading(campaign.engine) as session:
        found = session.get_one(Campaign, campaign.campaign_id)
        return tournament_state(session, found, topic_named(session, found, "t1")).ranking


def log(campaign: Judged) -> list[dict[str, Any]]:
    with reading(campaign.engine) as session:
        text = export_log(session, session.get_one(Campaign, campaign.campaign_id))
    return [json.loads(line) for line in text.splitlines()]


def test_every_pairing_of_the_overlap_is_judged_by_two_people(split: Judged) -> None:
    votes = "SELECT votes, counted, count(DISTINCT assessor_id) FROM pairing JOIN judgment ON pairing_id = pairing.id"
    assert set(split.rows(f"{votes} GROUP BY pairing.id, votes, counted")) == {(2, 2, 2)}
    assert split.progress().counted == 12
    assert ranking(split) == (("dd", "de"), ("db", "dc"))
    assert differences(split) == []


def test_disagreements_say_who_said_what_and_what_hangs_on_them(split: Judged) -> None:
    first, second = listed(split)
    assert {first.pair, second.pair} == {("db", "dc"), ("dd", "de")}
    assert [(row.identity, row.preferred) for row in first.said] == [("ann", first.pair[1]), ("ben", first.pair[0])]
    assert (first.margin, first.stake, second.stake) == (0, 2, 2)


def test_close_splits_come_first_and_then_those_with_more_at_stake(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4, votes=3)
    campaign.work(campaign.invited("ann"))
    judge_with_slips(campaign, "ben", {("db", "de"), ("db", "dc")})
    assert pairs(campaign) == []  # a judgment of each is missing still
    judge_with_slips(campaign, "cleo", {("dd", "de")})
    found = listed(campaign)
    assert [known.margin for known in found] == [1 / 3] * 3
    stakes = [known.stake or 0 for known in found]
    assert stakes == sorted(stakes, reverse=True)
    assert stakes[0] > stakes[-1]


def test_a_decision_by_command_decides_alone_and_is_taken_back(split: Judged) -> None:
    number = made(split, Adjudicate("t1", "de", "dd", "dd"))
    assert ranking(split) == (("dd",), ("de",), ("db", "dc"))
    assert pairs(split) == [(("db", "dc"), False), (("dd", "de"), True)]
    decision = log(split)[-1]
    assert (decision["adjudicates"], decision["counts"], decision["preferred"]) == (True, True, "dd")
    assert decision["assessor"] == {"kind": "organiser", "identity": "organiser"}
    assert differences(split) == []
    undone(split, number)
    assert ranking(split) == (("dd", "de"), ("db", "dc"))
    assert (log(split)[-1]["adjudicates"], log(split)[-1]["counts"]) == (True, False)
    made(split, Adjudicate("t1", "dd", "de", "de"))
    assert ranking(split) == (("de",), ("dd",), ("db", "dc"))
    assert differences(split) == []


def test_a_decision_is_one_more_edge_and_the_others_stay(split: Judged) -> None:
    made(split, Adjudicate("t1", "dd", "de", "dd"))
    with reading(split.engine) as session:
        edges = export_preferences(session, session.get_one(Campaign, split.campaign_id)).splitlines()
    assert sorted(edge for edge in edges if "dd" in edge and "de" in edge) == ["t1 dd de", "t1 dd de", "t1 de dd"]
    assert split.progress().counted == 13


def test_a_pairing_may_be_decided_as_a_tie(split: Judged) -> None:
    made(split, Adjudicate("t1", "dd", "de", None))
    assert pairs(split)[-1] == (("dd", "de"), True)
    assert ranking(split) == (("dd", "de"), ("db", "dc"))


@pytest.mark.parametrize(
    ("decision", "error", "message"),
    [
        (Adjudicate("t1", "db", "de", "de"), ConflictError, "no disagreement on db and de: assess disagreements c"),
        (Adjudicate("t1", "dd", "de", "db"), ParameterError, "found db preferred, expected dd, de or a tie"),
    ],
)
def test_what_cannot_be_decided_is_refused(
    split: Judged, decision: Adjudicate, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        made(split, decision)
    assert differences(split) == []


def test_a_pairing_is_decided_by_command_once(split: Judged) -> None:
    made(split, Adjudicate("t1", "dd", "de", "dd"))
    with pytest.raises(ConflictError, match="decided by command already: assess changes c"):
        made(split, Adjudicate("t1", "dd", "de", "de"))


def test_an_adjudicator_gets_exactly_the_disagreements(split: Judged) -> None:
    token = split.invited("olga", adjudicator=True)
    held = split.taken(token)
    assert {frozenset((task.left.docno, task.right.docno)) for task in held.tasks if task.right} == {
        frozenset(known.pair) for known in listed(split)
    }
    assert split.rows(f"SELECT purpose FROM assignment WHERE id = {held.id}") == [("adjudication",)]
    assert split.take(split.invited("otto", adjudicator=True)) is Reason.COME_BACK_LATER
    assert split.answer_all(token, held).outcome == "kept"
    assert ranking(split) == (("de",), ("dd",), ("dc",), ("db",))
    assert [line["assessor"]["identity"] for line in log(split) if line["adjudicates"]] == ["olga", "olga"]
    assert split.take(token) is Reason.ALL_DONE
    assert differences(split) == []


def test_an_adjudicator_may_change_their_mind(split: Judged) -> None:
    token = split.invited("olga", adjudicator=True)
    held = split.taken(token)
    for answer in (1, -1):
        split.save(token, held, 1, answer)
    preferred = held.tasks[0].left.docno
    [decided] = [known for known in listed(split) if known.decisions]
    assert [row.preferred for row in decided.decisions] == [preferred]
    assert differences(split) == []


def test_nobody_decides_a_pairing_that_they_judged(split: Judged) -> None:
    ann = split.invited("ann", adjudicator=True)
    assert split.take(ann) is Reason.ALL_DONE


def test_work_of_an_adjudicator_goes_back_when_its_time_is_over(split: Judged) -> None:
    olga, otto = split.invited("olga", adjudicator=True), split.invited("otto", adjudicator=True)
    assert len(split.taken(olga).tasks) == 2
    split.later(minutes=45)
    assert len(split.taken(otto).tasks) == 2
    assert differences(split) == []


def test_a_decision_by_command_overrules_an_adjudicator_until_it_is_undone(split: Judged) -> None:
    token = split.invited("olga", adjudicator=True)
    split.answer_all(token, split.taken(token))
    number = made(split, Adjudicate("t1", "dd", "de", "dd"))
    assert ranking(split)[0] == ("dd",)
    undone(split, number)
    assert ranking(split)[0] == ("de",)
    assert differences(split) == []


def test_a_decision_of_a_pair_that_is_set_aside_does_not_count(split: Judged) -> None:
    made(split, Adjudicate("t1", "dd", "de", "dd"))
    number = made(split, SetAside("t1", "dd", "de"))
    assert (ranking(split)[0], pairs(split)) == (("dd", "de"), [(("db", "dc"), False)])
    undone(split, number)
    assert ranking(split)[0] == ("dd",)
    assert differences(split) == []


def test_discarded_decisions_of_the_organiser_do_not_count(split: Judged) -> None:
    made(split, Adjudicate("t1", "dd", "de", "dd"))
    [(organiser,)] = split.rows("SELECT id FROM assessor WHERE kind = 'organiser'")
    number = made(split, Discard(organiser))
    assert ranking(split)[0] == ("dd", "de")
    with pytest.raises(ConflictError, match="decisions of the organiser are discarded"):
        made(split, Adjudicate("t1", "db", "dc", "dc"))
    undone(split, number)
    assert ranking(split)[0] == ("dd",)
    assert differences(split) == []


def test_a_machine_is_no_adjudicator(split: Judged) -> None:
    split.invited("model", kind="machine")
    [(link,)] = split.rows("SELECT id FROM link WHERE kind = 'machine'")
    with pytest.raises(ConflictError, match="only an invited person"):
        made(split, ChangeShare(link, {"adjudicator": True}))


def test_an_invited_person_becomes_an_adjudicator_and_that_is_undone(split: Judged) -> None:
    token = split.invited("olga")
    [(link,)] = split.rows("SELECT id FROM link WHERE identity = 'olga'")
    number = made(split, ChangeShare(link, {"adjudicator": True}))
    held = split.taken(token)
    split.answer_all(token, held)
    assert all(decided for _, decided in pairs(split))
    undone(split, number)
    assert split.take(token) is Reason.ALL_DONE
    assert differences(split) == []
