"""The weighed rule in a campaign: slips forgiven, earlier lucky work taken back, the organiser's word holds."""

from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.refusals import Reason
from tests.campaign.corrections.test_corrections import assessor, corrected, differences, undone
from tests.conftest import Judged, MakeJudged


def weighed(make: MakeJudged, **rest: object) -> Judged:
    return make(topics=2, candidates=6, screening="weighed", **rest)


def is_challenge(task: object) -> bool:
    docnos = {task.left.docno, task.right.docno}  # type: ignore[attr-defined]  # a task of a pair
    return bool(docnos & {"a1", "a2"})


def answer(judged: Judged, token: str, held: HeldAssignment, slips: int, **rest: float) -> str:
    """Answer all, so many challenges wrongly, and submit; return the outcome."""
    for task in held.tasks:
        assert task.right
        right = -1 if task.left.docno > task.right.docno else 1
        if is_challenge(task) and slips:
            right, slips = -right, slips - 1
        judged.save(token, held, task.position, right, **rest)
    return judged.finish(token, held).outcome


def visit(judged: Judged, link: str, person: str, number: int, slips: int = 0, **rest: float) -> str:
    token = judged.arrived(link, person, f"V{number}")
    return answer(judged, token, judged.taken(token), slips, **rest)


def test_a_slip_after_good_work_is_forgiven_and_the_assignment_counts(judged: MakeJudged) -> None:
    campaign = weighed(judged)
    link = campaign.shared(pairings=4, challenges=3)
    assert [visit(campaign, link, "P1", number) for number in (1, 2)] == ["kept", "kept"]
    assert visit(campaign, link, "P1", 3, slips=1) == "kept"
    assert campaign.progress().counted == 12
    assert differences(campaign) == []


def test_a_first_assignment_with_a_slip_is_discarded_and_the_person_may_go_on(judged: MakeJudged) -> None:
    campaign = weighed(judged)
    link = campaign.shared(pairings=4, challenges=3)
    assert visit(campaign, link, "P1", 1, slips=1) == "discarded"
    assert campaign.progress().counted == campaign.progress().held == 0
    assert visit(campaign, link, "P1", 2) == "kept"
    assert campaign.progress().counted == 4
    assert differences(campaign) == []


def test_somebody_found_careless_loses_earlier_lucky_work_and_what_they_hold(judged: MakeJudged) -> None:
    campaign = weighed(judged)
    link = campaign.shared(pairings=4, challenges=3)
    assert visit(campaign, link, "P1", 1) == "kept"
    other = campaign.arrived(link, "P1", "V9")
    campaign.save(other, campaign.taken(other), 1, 1)
    assert visit(campaign, link, "P1", 2, slips=3) == "discarded"
    assert (campaign.progress().counted, campaign.progress().held) == (0, 0)
    assert campaign.take(campaign.arrived(link, "P1", "V3")) is Reason.EXCLUDED
    changes = campaign.rows("SELECT field, who, why FROM campaign_change WHERE who IS NOT NULL ORDER BY id")
    assert [(field, who) for field, who, _ in changes] == [("exclude", "screening"), ("discard", "screening")]
    assert changes[0][2].startswith("careless with probability 0.9")
    assert differences(campaign) == []


def test_an_organiser_may_take_the_verdict_back_and_only_later_work_is_weighed_then(judged: MakeJudged) -> None:
    campaign = weighed(judged)
    link = campaign.shared(pairings=4, challenges=3)
    visit(campaign, link, "P1", 1)
    visit(campaign, link, "P1", 2, slips=3)
    campaign.later(minutes=1)
    for (number,) in campaign.rows("SELECT id FROM campaign_change WHERE who = 'screening' ORDER BY id DESC"):
        undone(campaign, number)
    assert campaign.progress().counted == 4
    campaign.later(minutes=1)
    assert visit(campaign, link, "P1", 3) == "kept"
    assert campaign.progress().counted == 8
    assert differences(campaign) == []


def test_fast_answers_and_disagreement_count_against_somebody_with_a_slip(judged: MakeJudged) -> None:
    campaign = weighed(judged, votes=2)
    link = campaign.shared(pairings=10, challenges=3)
    for number in (1, 2, 3):
        assert visit(campaign, link, "careful", number, seconds=30) == "kept"
    token = campaign.arrived(link, "quick", "V1")
    held = campaign.taken(token)
    slips = 1
    for task in held.tasks:
        assert task.right
        right = -1 if task.left.docno > task.right.docno else 1
        wrong = not is_challenge(task) or slips > 0
        slips -= is_challenge(task)
        campaign.save(token, held, task.position, -right if wrong else right, seconds=1)
    assert campaign.finish(token, held).outcome == "discarded"
    assert campaign.take(campaign.arrived(link, "quick", "V2")) is Reason.EXCLUDED
    assert differences(campaign) == []


def test_the_rule_can_be_changed_under_way(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=6)
    link = campaign.shared(pairings=4, challenges=3)
    visit(campaign, link, "P1", 1)
    visit(campaign, link, "P1", 2)
    number = corrected(campaign, ChangeSettings({"screening": "weighed"}))
    assert visit(campaign, link, "P1", 3, slips=1) == "kept"
    undone(campaign, number)
    assert visit(campaign, link, "P1", 4, slips=1) == "discarded"
    assert campaign.rows("SELECT count(*) FROM assessor WHERE excluded_at IS NOT NULL") == [(1,)]
    assert assessor(campaign, "P1")
    assert differences(campaign) == []
