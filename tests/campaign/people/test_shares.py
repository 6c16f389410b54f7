"""Quotas, assigned topics, and invitations by a list."""

from typing import Any

import pytest

from assess.campaign.access.tokens import Claim
from assess.campaign.corrections.correction import Author
from assess.campaign.corrections.shares import ChangeShare
from assess.campaign.invitations import invite_list, invite_with_share
from assess.campaign.judging.refusals import Reason
from assess.database.engine import writing
from assess.errors import ConflictError, FormatError, ParameterError, UnknownNameError
from assess.formats.invitations import parse_invitations
from assess.store.tables import Campaign
from tests.campaign.corrections.test_corrections import corrected, differences, undone
from tests.conftest import Judged, MakeJudged

OLGA = Author("olga")


def invited(judged: Judged, who: str, **share: Any) -> tuple[int, str]:
    """The number and the token of a person's link."""
    with writing(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        link = invite_with_share(session, campaign, ("invited", who), share, OLGA, judged.now)
        return link.id, judged.key.token(Claim(link.id))


def listed(judged: Judged, text: str) -> list[tuple[str, dict[str, Any]]]:
    with writing(judged.engine) as session:
        campaign = session.get_one(Campaign, judged.campaign_id)
        people = parse_invitations(text.encode(), "people.csv").people
        made = invite_list(session, campaign, people, "people.csv", OLGA, judged.now)
        return [(link.identity or "", dict(link.settings)) for _, link in made]


def test_somebody_at_their_quota_gets_no_more_work_until_it_is_raised(judged: MakeJudged) -> None:
    campaign = judged()
    link, ann = invited(campaign, "ann", quota=7)
    assert campaign.work(ann) is Reason.QUOTA
    assert campaign.progress().counted == 7
    again, _ = invited(campaign, "ann", quota=9)
    assert again == link
    assert campaign.work(ann) is Reason.QUOTA
    assert campaign.progress().counted == 9
    [(number, who)] = campaign.rows("SELECT id, who FROM campaign_change WHERE field = 'share of work'")
    assert who == "olga"
    undone(campaign, number)
    assert campaign.take(ann) is Reason.QUOTA
    assert differences(campaign) == []


def test_a_quota_of_a_panel_is_for_each_participant_and_challenges_are_not_counted(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=6)
    link = campaign.shared(pairings=3, challenges=2, quota=4)
    for person in ("P1", "P2"):
        for visit, pairings in (("V1", 3), ("V2", 1)):
            token = campaign.arrived(link, person, visit)
            held = campaign.taken(token)
            assert len(held.tasks) == pairings + 2
            campaign.answer_all(token, held)
        assert campaign.take(campaign.arrived(link, person, "V3")) is Reason.QUOTA
    assert campaign.progress().counted == 8
    assert differences(campaign) == []


def test_work_that_somebody_left_does_not_use_up_their_quota(judged: MakeJudged) -> None:
    campaign = judged()
    _, ann = invited(campaign, "ann", quota=5)
    campaign.release(ann, campaign.taken(ann))
    assert len(campaign.taken(ann).tasks) == 5


@pytest.mark.parametrize("kind", ["invited", "machine"])
def test_somebody_with_topics_gets_only_these_and_others_may_get_them_too(judged: MakeJudged, kind: Any) -> None:
    campaign = judged(topics=3)
    token = campaign.invited("x", kind=kind, topics=["t2"])
    held = campaign.taken(token)
    assert {task.topic for task in held.tasks} == {"t2"}
    campaign.release(token, held)
    assert campaign.work(token) in (Reason.ALL_DONE, Reason.COME_BACK_LATER)
    judged_topics = campaign.rows(
        "SELECT DISTINCT topic.topic FROM judgment JOIN pairing ON pairing.id = pairing_id "
        "JOIN topic ON topic.id = pairing.topic_id"
    )
    assert judged_topics == [("t2",)]
    assert differences(campaign) == []


def test_somebody_whose_topics_are_done_reads_that_all_is_done(judged: MakeJudged) -> None:
    campaign = judged(topics=2)
    _, ann = invited(campaign, "ann", topics=["t1"])
    assert campaign.work(ann) is Reason.ALL_DONE
    assert campaign.progress().missing == 6


@pytest.mark.parametrize(
    ("share", "error", "message"),
    [
        ({"quota": 0}, ParameterError, "found the quota 0"),
        ({"quota": True}, ParameterError, "found the quota True"),
        ({"topics": "t1"}, ParameterError, "expected a list of topics"),
        ({"topics": ["t9"]}, UnknownNameError, "found the topic 't9'"),
        ({"pay": 1}, ParameterError, "expected one of quota, topics, adjudicator"),
    ],
)
def test_a_share_that_makes_no_sense_is_refused(
    judged: MakeJudged, share: dict[str, Any], error: type[Exception], message: str
) -> None:
    campaign = judged()
    link, _ = invited(campaign, "ann")
    with pytest.raises(error, match=message):
        corrected(campaign, ChangeShare(link, share))
    with pytest.raises(UnknownNameError, match="found no link 99"):
        corrected(campaign, ChangeShare(99, {"quota": 1}))


def test_a_share_that_was_changed_again_is_not_undone_first(judged: MakeJudged) -> None:
    campaign = judged()
    link, _ = invited(campaign, "ann")
    first = corrected(campaign, ChangeShare(link, {"quota": 5}))
    corrected(campaign, ChangeShare(link, {"quota": 6, "topics": ["t1"]}))
    with pytest.raises(ConflictError, match="undo that first"):
        undone(campaign, first)


def test_a_list_gives_each_person_a_link_and_inviting_it_again_changes_shares(judged: MakeJudged) -> None:
    campaign = judged()
    heading = "name,email,quota,topics,expires\n"
    first = listed(campaign, heading + "ann,a@example.org,20,t1;t2,2027-01-31\n\nben,b@example.org,,,\n")
    assert first == [("ann", {"quota": 20, "topics": ["t1", "t2"]}), ("ben", {})]
    assert listed(campaign, heading + "ann,,30,,\n") == [("ann", {"quota": 30, "topics": ["t1", "t2"]})]
    assert campaign.rows("SELECT count(*) FROM link WHERE kind = 'invited'") == [(2,)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("who,quota\nann,1\n", "line 1: found 'who, quota', expected columns such as name"),
        ("name,quota\nann,many\n", "line 2, quota: found 'many', expected a whole number"),
        ("name,topics\nann,t1\nben,t9\n", "line 3, topics: found the topic 't9'"),
        ("name,expires\nann,soon\n", "line 2, expires: found 'soon', expected a date"),
        ("name,expires\nann,2020-01-01\n", "line 2, expires: found 2020-01-01, expected a date to come"),
        ("name\nann\nann\n", "line 3, name: found 'ann' again, expected each person once .line 2"),
        ("name,quota\nann\n", "line 2: found 1 columns, expected 2"),
        ("name,quota\n,4\n", "line 2, name: found nothing"),
        ("name\n", "found no person"),
    ],
)
def test_a_fault_in_a_list_names_line_and_column_and_nobody_is_invited(
    judged: MakeJudged, text: str, message: str
) -> None:
    campaign = judged()
    with pytest.raises(FormatError, match=message):
        listed(campaign, text)
    assert campaign.rows("SELECT count(*) FROM link") == [(0,)]
