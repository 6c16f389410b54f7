"""Held work: who has it until when, and taking it back at once."""

import threading
from typing import Any

import pytest

from assess.campaign.judging.held_work import Chosen, HeldWork, held_work, reclaim
from assess.campaign.judging.refusals import Reason, RefusedError
from assess.campaign.judging.revoking import revoke
from assess.campaign.verification import verify_campaign
from assess.database.engine import reading, writing
from assess.errors import LinkError, UnknownNameError
from assess.store.tables import Campaign, Link
from tests.conftest import Judged, MakeJudged


def held(judged: Judged) -> list[HeldWork]:
    with reading(judged.engine) as session:
        return held_work(session, session.get_one(Campaign, judged.campaign_id))


def reclaimed(judged: Judged, **chosen: Any) -> list[HeldWork]:
    with writing(judged.engine) as session:
        return reclaim(session, session.get_one(Campaign, judged.campaign_id), Chosen(**chosen), judged.now)


def verified(judged: Judged) -> bool:
    with reading(judged.engine) as session:
        return not list(verify_campaign(session, session.get_one(Campaign, judged.campaign_id)))


def test_held_work_says_who_holds_it_and_until_when(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    ann = campaign.invited("ann")
    assignment = campaign.taken(ann)
    campaign.save(ann, assignment, 1, 1)
    [work] = held(campaign)
    assert (work.kind, work.identity, work.questions, work.open) == ("invited", "ann", 3, 2)
    assert (work.topics, work.until) == (("t1",), campaign.now.replace(minute=30))


def test_work_taken_back_goes_to_others_at_once_and_answers_stay(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    assignment = campaign.taken(ann)
    campaign.save(ann, assignment, 1, 1)
    assert campaign.take(ben) is Reason.COME_BACK_LATER
    [work] = reclaimed(campaign, person="ann")
    assert work.open == 2
    assert held(campaign) == []
    assert verified(campaign)
    assert campaign.work(ben) is Reason.ALL_DONE
    assert campaign.progress().counted == 3
    assert verified(campaign)


def test_somebody_whose_work_was_taken_back_is_told_and_may_go_on(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    assignment = campaign.taken(ann)
    reclaimed(campaign)
    campaign.work(ben)
    with pytest.raises(RefusedError, match="went back to others"):
        campaign.save(ann, assignment, 1, 1)
    assert campaign.take(ann) is Reason.ALL_DONE


def test_an_answer_that_is_still_needed_is_kept_after_taking_back(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    ann = campaign.invited("ann")
    assignment = campaign.taken(ann)
    reclaimed(campaign)
    campaign.save(ann, assignment, 1, 1)
    assert campaign.progress().counted == 1
    assert verified(campaign)


def test_an_assignment_with_challenges_is_asked_again_as_a_whole(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    worker = campaign.arrived(campaign.shared(pairings=4, challenges=2), "w")
    assignment = campaign.taken(worker)
    campaign.save(worker, assignment, 1, 1)
    reclaimed(campaign, assignment=assignment.id)
    assert (campaign.progress().held, campaign.progress().missing) == (0, 6)
    assert verified(campaign)
    assert campaign.work(campaign.invited("ann")) is Reason.ALL_DONE


def test_only_what_is_named_is_taken_back(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=5)
    for name in ("ann", "ben", "eve"):
        campaign.taken(campaign.invited(name))
    [eve] = [work for work in held(campaign) if work.identity == "eve"]
    assert [work.identity for work in reclaimed(campaign, person="ann")] == ["ann"]
    assert [work.identity for work in reclaimed(campaign, link=eve.link)] == ["eve"]
    with pytest.raises(UnknownNameError, match="found no assignment 99 that somebody holds in campaign c"):
        reclaimed(campaign, assignment=99)
    with pytest.raises(UnknownNameError, match="found no assessor 'nobody'"):
        reclaimed(campaign, person="nobody")
    assert [work.identity for work in held(campaign)] == ["ben"]
    assert verified(campaign)


def test_revoking_a_link_takes_back_what_is_held_by_it(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=3)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    assignment = campaign.taken(ann)
    campaign.save(ann, assignment, 1, 1)
    with writing(campaign.engine) as session:
        [link] = [link for link in session.query(Link) if link.identity == "ann"]
        [work] = revoke(session, session.get_one(Campaign, campaign.campaign_id), link, campaign.now)
    assert (work.identity, work.open) == ("ann", 2)
    assert campaign.work(ben) is Reason.ALL_DONE
    with pytest.raises(LinkError, match="withdrawn"):
        campaign.save(ann, assignment, 2, 1)
    assert campaign.progress().counted == 3
    assert verified(campaign)


def test_taking_back_and_finishing_at_the_same_time_end_without_a_deadlock(judged: MakeJudged) -> None:
    campaign = judged(topics=4, candidates=5)
    tokens = [campaign.invited(f"p{number}") for number in range(6)]
    taken = [campaign.taken(token) for token in tokens]
    failures: list[Exception] = []

    def finish() -> None:
        try:
            for token, assignment in zip(tokens, taken, strict=True):
                campaign.answer_all(token, assignment)
        except RefusedError:
            pass
        except Exception as error:  # a deadlock is reported by the thread that meets it
            failures.append(error)

    worker = threading.Thread(target=finish)
    worker.start()
    reclaimed(campaign)
    worker.join()
    assert failures == []
    assert verified(campaign)
