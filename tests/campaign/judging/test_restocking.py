"""Campaigns with topk: work can be handed out at any time, and everything agrees with the log."""

from collections import Counter

from sqlalchemy import select

from assess.campaign.corrections.correction import Author, correct
from assess.campaign.corrections.settings_change import ChangeSettings
from assess.campaign.export.qrels import export_qrels
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.judging.refusals import Reason
from assess.campaign.judging.restocking import FEW, Restocker, top_up_at_once
from assess.campaign.judging.topic_state import all_hints, candidates_of, played_tournament
from assess.campaign.setup.lifecycle import close_campaign
from assess.campaign.verification import verify_campaign
from assess.database.engine import reading, writing
from assess.live.service import POLL, LiveService
from assess.store.tables import Campaign, StoredPairing
from assess.store.topics import topics_of
from assess.tournament import Parameters
from assess.tournament.strategies.topk import most_judgments
from tests.conftest import Judged, MakeJudged

MOST = most_judgments(12, Parameters())


def verified(campaign: Judged) -> None:
    with reading(campaign.engine) as session:
        assert list(verify_campaign(session, session.get_one(Campaign, campaign.campaign_id))) == []


def restock(campaign: Judged) -> int:
    return Restocker(campaign.engine, lambda: campaign.now).work()


def asked_pairs(campaign: Judged) -> list[tuple[int, int, int, float | None]]:
    return campaign.rows("SELECT topic_id, item_a_id, item_b_id, gain FROM pairing WHERE NOT withdrawn ORDER BY id")


def test_a_campaign_is_judged_to_the_end(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=12, strategy="topk")
    assert campaign.work(campaign.invited("ann")) is Reason.ALL_DONE
    progress = campaign.progress()
    assert (progress.counted, progress.missing, progress.held, progress.done) == (2 * MOST, 0, 0, 2)
    verified(campaign)
    with reading(campaign.engine) as session:
        qrels = export_qrels(session, session.get_one(Campaign, campaign.campaign_id))
    best = [line.split()[2] for line in qrels.splitlines() if line.startswith("t1 ") and int(line.split()[3]) >= 10]
    assert len(best) == 5
    assert set(best) & {"dj", "dk", "dl", "dm"}, "the later letters are preferred"


def test_the_largest_gains_of_all_topics_are_handed_out_first(judged: MakeJudged) -> None:
    campaign = judged(topics=3, candidates=12, strategy="topk")
    held = campaign.taken(campaign.arrived(campaign.shared(pairings=18, challenges=0), "ann"))
    gains = [gain for *_, gain in asked_pairs(campaign)]
    openings = [gain for gain in gains if gain == 1]
    assert len(held.tasks) == len(openings) == 18, "everybody meets somebody, in every topic"
    assert None not in gains
    with reading(campaign.engine) as session:
        rows = session.scalars(select(StoredPairing.gain).where(StoredPairing.held == 1))
        assert set(rows) == {1.0}


def test_many_people_get_work_while_nobody_has_finished_any(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=12, strategy="topk")
    crowd = campaign.shared(pairings=4, challenges=0)
    got = [campaign.take(campaign.arrived(crowd, f"p{number}", f"V{number}")) for number in range(32)]
    held = [assignment for assignment in got if isinstance(assignment, HeldAssignment)]
    assert sum(len(assignment.tasks) for assignment in held) == 2 * 12, "no more than two batches"
    assert {refused for refused in got if not isinstance(refused, HeldAssignment)} == {Reason.COME_BACK_LATER}
    assert max(Counter(pair[:3] for pair in asked_pairs(campaign)).values()) == 1, "no pair twice at a time"
    verified(campaign)


def test_topics_are_topped_up_in_the_background_until_they_have_enough(judged: MakeJudged) -> None:
    campaign = judged(topics=2, candidates=12, strategy="topk")
    assert restock(campaign) == 0
    campaign.taken(campaign.arrived(campaign.shared(pairings=18, challenges=0), "ann"))
    assert restock(campaign) == 2
    progress = campaign.progress()
    assert progress.missing - progress.held >= 2 * FEW
    assert restock(campaign) == 0
    verified(campaign)


def test_a_topic_that_asked_for_all_it_may_ask_is_not_topped_up(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4, strategy="topk")
    taken = campaign.taken(campaign.invited("ann"))
    restocker = Restocker(campaign.engine, lambda: campaign.now)
    assert (restocker.work(), restocker.work()) == (0, 0)
    assert campaign.progress().missing == len(taken.tasks) == most_judgments(4, Parameters())


def test_campaigns_of_other_strategies_are_left_alone(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4, strategy="two-stage")
    campaign.taken(campaign.invited("ann"))
    assert restock(campaign) == 0
    assert not top_up_at_once(campaign.engine, campaign.campaign_id, campaign.now)


def test_what_was_asked_for_since_is_not_asked_for_again(judged: MakeJudged) -> None:
    """Two processes compute what a topic should ask next; the second one to store it changes nothing."""
    campaign = judged(topics=1, candidates=12, strategy="topk")
    campaign.taken(campaign.arrived(campaign.shared(pairings=10, challenges=0), "ann"))
    first, second = (Restocker(campaign.engine, lambda: campaign.now) for _ in range(2))
    assert first.work() == 1
    before = asked_pairs(campaign)
    assert second.work() == 0
    assert asked_pairs(campaign) == before


def test_a_topic_that_reaches_its_recall_ends_when_what_is_held_is_judged(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=12, strategy="topk", recall=0.55)
    ann, ben = campaign.invited("ann"), campaign.invited("ben")
    of_ben = campaign.taken(ben)
    while campaign.progress().missing > campaign.progress().held:
        of_ann = campaign.taken(ann)
        campaign.answer_all(ann, of_ann)
        restock(campaign)
    verified(campaign)
    assert campaign.progress().done == 0
    assert campaign.progress().held == len(of_ben.tasks)
    campaign.answer_all(ben, of_ben)
    assert campaign.progress().done == 1
    assert campaign.progress().counted < most_judgments(12, Parameters(recall=0.55))
    verified(campaign)


def test_a_campaign_that_is_closed_has_the_top_k_known_so_far(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=12, strategy="topk")
    ann = campaign.invited("ann")
    campaign.answer_all(ann, campaign.taken(ann))
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        assert "\nt1 Q0 dm 50" not in export_qrels(session, stored)
        close_campaign(session, stored, campaign.now)
        levels = [int(line.split()[3]) for line in export_qrels(session, stored).splitlines()]
    assert sum(level >= 10 for level in levels) == 5
    verified(campaign)


def test_a_campaign_under_way_can_change_to_topk_and_back(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=12, strategy="two-stage")
    ann = campaign.invited("ann")
    campaign.answer_all(ann, campaign.taken(ann))
    for strategy, most in (("topk", 12), ("two-stage", 42), ("topk", 12)):
        with writing(campaign.engine) as session:
            stored = session.get_one(Campaign, campaign.campaign_id)
            correct(session, stored, ChangeSettings({"strategy": strategy}), Author("olga"), campaign.now)
        verified(campaign)
        assert 0 < campaign.progress().missing <= most, "it asks by its own rules only"
    assert campaign.work(ann) is Reason.ALL_DONE
    verified(campaign)


def test_the_background_of_a_server_tops_up(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=12, strategy="topk")
    service = LiveService(campaign.engine)
    service.update_all()
    assert service.restock() == POLL, "there is enough"
    campaign.taken(campaign.arrived(campaign.shared(pairings=8, challenges=0), "ann"))
    assert service.restock() == 0
    progress = campaign.progress()
    assert progress.missing - progress.held >= FEW
    other = LiveService(campaign.engine)
    other.update_all()
    assert other.restock() == POLL, "the first one has the lease"


def test_judgments_of_machines_are_a_hint_for_people_if_they_have_a_weight(judged: MakeJudged) -> None:
    """The model prefers the later letters in all it judged; only the weight makes that count."""
    campaign = judged(topics=1, candidates=12, strategy="topk")
    campaign.work(campaign.invited("model", kind="machine"))
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        [topic] = topics_of(session, stored.id)
        known = all_hints(session, stored, topic, candidates_of(session, stored, topic.id))
        assert not played_tournament(session, stored, topic)[0].hints
        correct(session, stored, ChangeSettings({"machine_weight": 0.5}), Author("olga"), campaign.now)
        tournament, played = played_tournament(session, stored, topic)
    assert not played, "it is not mixed with what people say"
    assert tournament.hints == {"machine_weight": known["machine_weight"]}
    strengths = known["machine_weight"]
    assert strengths["dm"] > 0 > strengths["db"]
    assert campaign.progress().counted == 0
    verified(campaign)
    assert campaign.work(campaign.invited("ann")) is Reason.ALL_DONE
    verified(campaign)
