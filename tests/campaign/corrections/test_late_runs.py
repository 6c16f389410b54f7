"""Late runs: exactly the pairings that they need are put into play, and withdrawn again."""

import pytest

from assess.campaign.corrections.additions import AddContent
from assess.campaign.corrections.asides import SetAside
from assess.campaign.corrections.correction import Correction
from assess.campaign.corrections.late_runs import JudgeRun, Need, need_of_run
from assess.campaign.judging.refusals import Reason
from assess.campaign.setup.sources import Sources
from assess.database.engine import reading, writing
from assess.errors import ConflictError, ParameterError, UnknownNameError
from assess.formats.items import Item
from assess.formats.runs import Ranking, Run
from assess.live.uploads import upload
from assess.store.campaigns import change_campaign
from assess.store.judgments import current_judgments
from assess.store.tables import Campaign, State
from tests.campaign.corrections.test_corrections import corrected, differences, finished, stands, undone
from tests.conftest import Judged, MakeJudged
from tests.snapshots import means


def late(make: MakeJudged, *docnos: str, **settings: int) -> Judged:
    """A finished campaign to which a run with these docnos was uploaded; the texts of dy and dz are known."""
    campaign = finished(make, **settings)
    corrected(campaign, AddContent(Sources({}, [Item("dy", "t1", "y"), Item("dz", "t1", "z")])))
    run = Run("late", {"t1": Ranking(list(docnos), [float(-rank) for rank in range(len(docnos))])})
    with writing(campaign.engine) as session:
        upload(session, session.get_one(Campaign, campaign.campaign_id), [run])
    return campaign


def needed(campaign: Judged, top: int = 10) -> Need:
    with reading(campaign.engine) as session:
        return need_of_run(session, session.get_one(Campaign, campaign.campaign_id), "late", top)


def set_state(campaign: Judged, state: State) -> None:
    with writing(campaign.engine) as session:
        change_campaign(session, session.get_one(Campaign, campaign.campaign_id), "state", state, campaign.now)


def score(campaign: Judged) -> float:
    return means(campaign)["late"]


def test_items_that_nobody_knows_meet_three_items_whose_places_are_known(judged: MakeJudged) -> None:
    # The tournament found de, dd, dc, db.
    campaign = late(judged, "dz", "dy", "de", "a1")
    assert needed(campaign).pairs == {"t1": [(late, old) for late in ("dz", "dy") for old in ("de", "dd", "db")]}
    assert needed(campaign, top=1).judgments == 3
    unfair = score(campaign)
    corrected(campaign, JudgeRun("late"))
    assert (stands(campaign)["t1"].missing, stands(campaign)["t1"].done) == (6, False)
    assert campaign.work(campaign.invited("ben")) is Reason.ALL_DONE
    assert score(campaign) > unfair
    assert (stands(campaign)["t1"].counted, stands(campaign)["t1"].done) == (12, True)
    assert needed(campaign).pairs == {}
    assert differences(campaign) == []


def test_undoing_withdraws_what_nobody_has_judged_and_keeps_the_rest(judged: MakeJudged) -> None:
    campaign = late(judged, "dz", "dy")
    before = stands(campaign)
    number = corrected(campaign, JudgeRun("late"))
    undone(campaign, number)
    assert stands(campaign) == before
    number = corrected(campaign, JudgeRun("late"))
    ben = campaign.invited("ben")
    campaign.save(ben, campaign.taken(ben), 1, 1)
    undone(campaign, number)
    assert (stands(campaign)["t1"].counted, stands(campaign)["t1"].missing, stands(campaign)["t1"].done) == (7, 0, True)
    with reading(campaign.engine) as session:
        assert len(list(current_judgments(session, campaign.campaign_id))) == 7
    assert differences(campaign) == []


def test_a_pairing_of_a_late_run_asks_for_as_many_judgments_as_any_other(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4, votes=2)
    for identity in ("ann", "ben"):
        campaign.work(campaign.invited(identity))
    corrected(campaign, AddContent(Sources({}, [Item("dz", "t1", "z")])))
    with writing(campaign.engine) as session:
        run = Run("late", {"t1": Ranking(["dz"], [1.0])})
        upload(session, session.get_one(Campaign, campaign.campaign_id), [run])
    corrected(campaign, JudgeRun("late"))
    assert stands(campaign)["t1"].missing == 6
    assert differences(campaign) == []


def test_a_second_run_with_the_same_items_needs_nothing_more(judged: MakeJudged) -> None:
    campaign = late(judged, "dz")
    corrected(campaign, JudgeRun("late"))
    with pytest.raises(ConflictError, match="run late needs no pairing that can be asked"):
        corrected(campaign, JudgeRun("late"))
    assert differences(campaign) == []


def test_items_without_a_text_are_named_and_the_others_are_judged(judged: MakeJudged) -> None:
    campaign = late(judged, "x1", "dz", "x2")
    assert needed(campaign).bare == [("t1", "x1"), ("t1", "x2")]
    assert needed(campaign).judgments == 3
    expected = r"2 items have no text yet, such as x1 \(topic t1\), x2 \(topic t1\).*assess extend c --items FILE"
    corrected(campaign, JudgeRun("late"))
    with pytest.raises(ConflictError, match=expected):
        corrected(campaign, JudgeRun("late"))
    assert differences(campaign) == []


def test_before_the_end_of_a_tournament_the_judgments_so_far_say_who_is_met(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4)
    corrected(campaign, AddContent(Sources({}, [Item("dz", "t1", "z")])))
    with writing(campaign.engine) as session:
        run = Run("late", {"t1": Ranking(["dz"], [1.0])})
        upload(session, session.get_one(Campaign, campaign.campaign_id), [run])
    assert needed(campaign).pairs == {"t1": [("dz", "db"), ("dz", "dc"), ("dz", "de")]}
    ann = campaign.invited("ann")
    campaign.save(ann, campaign.taken(ann), 1, 1)
    assert len(needed(campaign).pairs["t1"]) == 2
    corrected(campaign, JudgeRun("late"))
    assert differences(campaign) == []


def test_an_opponent_that_is_set_aside_is_not_asked(judged: MakeJudged) -> None:
    campaign = late(judged, "dz")
    corrected(campaign, JudgeRun("late"))
    corrected(campaign, SetAside("t1", "de"))
    assert stands(campaign)["t1"].missing == 2
    assert differences(campaign) == []


@pytest.mark.parametrize(
    ("state", "correction", "error", "message"),
    [
        ("closed", JudgeRun("late"), ConflictError, "is closed: assess reopen c first"),
        ("open", JudgeRun("other"), UnknownNameError, "found no run 'other'.*expected one of: late"),
        ("open", JudgeRun("late", 0), ParameterError, "found top = 0"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_a_way_out(
    judged: MakeJudged, state: State, correction: Correction, error: type[Exception], message: str
) -> None:
    campaign = late(judged, "dz")
    set_state(campaign, state)
    with pytest.raises(error, match=message):
        corrected(campaign, correction)
    assert differences(campaign) == []
