"""Excluding an assessor of any kind, admitting them again, and discarding the judgments of somebody at work."""

import pytest

from assess.campaign.corrections.discards import Discard
from assess.campaign.corrections.exclusions import Exclude
from assess.campaign.judging.refusals import Reason
from assess.errors import ConflictError, ParameterError
from assess.store.tables import LinkKind
from tests.campaign.corrections.test_corrections import assessor, corrected, differences, stands, undone
from tests.conftest import MakeJudged


@pytest.mark.parametrize("kind", ["invited", "machine", "simulated"])
def test_an_excluded_assessor_of_any_kind_gets_no_more_work_until_that_is_undone(
    judged: MakeJudged, kind: LinkKind
) -> None:
    campaign = judged(topics=1, candidates=4)
    token = campaign.invited("x", kind=kind)
    campaign.answer_all(token, campaign.taken(token))
    counted = stands(campaign)["t1"].counted
    number = corrected(campaign, Exclude(assessor(campaign, "x")))
    assert campaign.take(token) is Reason.EXCLUDED
    assert stands(campaign)["t1"].counted == counted
    assert campaign.rows(f"SELECT field, who, why FROM campaign_change WHERE id = {number}") == [
        ("exclude", "olga", "a test")
    ]
    undone(campaign, number)
    assert campaign.take(token) is not Reason.EXCLUDED
    assert differences(campaign) == []


def test_readmitting_is_a_correction_too_and_can_be_undone(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    ann = campaign.invited("ann")
    campaign.release(ann, campaign.taken(ann))
    who = assessor(campaign, "ann")
    corrected(campaign, Exclude(who))
    number = corrected(campaign, Exclude(who, excluded=False))
    assert campaign.take(ann) is not Reason.EXCLUDED
    undone(campaign, number)
    campaign.release(ann, campaign.taken(ann))
    assert campaign.take(ann) is Reason.EXCLUDED


def test_excluding_twice_or_admitting_somebody_who_is_not_excluded_is_refused(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    ann = campaign.invited("ann")
    campaign.taken(ann)
    who = assessor(campaign, "ann")
    with pytest.raises(ConflictError, match="is not excluded"):
        corrected(campaign, Exclude(who, excluded=False))
    number = corrected(campaign, Exclude(who))
    with pytest.raises(ConflictError, match="is excluded already"):
        corrected(campaign, Exclude(who))
    corrected(campaign, Exclude(who, excluded=False))
    with pytest.raises(ConflictError, match="since: undo that first"):
        undone(campaign, number)
    with pytest.raises(ParameterError, match="expected true or false"):
        Exclude.parse({"assessor": who, "excluded": "yes"})


def test_what_somebody_holds_goes_back_when_their_judgments_are_discarded(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    held = campaign.taken(ann)
    campaign.save(ann, held, 1, 1)
    number = corrected(campaign, Discard(assessor(campaign, "ann")))
    assert campaign.progress().held == 0
    assert differences(campaign) == []
    assert campaign.take(ann) is Reason.EXCLUDED
    assert (campaign.progress().counted, campaign.progress().missing) == (0, 6)
    assert campaign.work(ben) is Reason.ALL_DONE
    undone(campaign, number)
    assert stands(campaign)["t1"].counted == 7
    assert differences(campaign) == []


def test_a_participant_whose_judgments_are_discarded_gets_no_more_work(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=6)
    link = campaign.shared(pairings=5, challenges=2)
    ann = campaign.arrived(link, "ann", "V1")
    campaign.answer_all(ann, campaign.taken(ann))
    number = corrected(campaign, Discard(assessor(campaign, "ann")))
    again = campaign.arrived(link, "ann", "V2")
    assert campaign.take(again) is Reason.EXCLUDED
    assert campaign.progress().counted == 0
    assert differences(campaign) == []
    undone(campaign, number)
    assert campaign.take(again) is not Reason.EXCLUDED
