"""What the report says about money."""

from decimal import Decimal

from assess.cli.output.report_cost import cost_section
from assess.database.engine import reading, writing
from assess.store.launches import add_launch
from assess.store.links import add_link
from assess.store.tables import Campaign, Entry
from tests.conftest import MakeJudged


def test_cost_is_what_the_ledger_says(judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=4, budget="10.00")
    campaign.work(campaign.invited("ann"))  # 6 pairs of 4 candidates
    paid = {"reward": ("2.00", "0.40"), "bonus": ("0.50", "0.10")}
    with writing(campaign.engine) as session:
        link = add_link(session, campaign.campaign_id, "worker", None, {}, campaign.now)
        launch = add_launch(session, link, "mturk", "sandbox", {}, campaign.now)
        for kind, (amount, fee) in paid.items():
            entry = Entry(
                launch_id=launch.id, kind=kind, cause=kind, token=kind, assignments=1, intended_at=campaign.now
            )
            entry.amount, entry.fee = Decimal(amount), Decimal(fee)
            entry.outcome, entry.settled_at = "done", campaign.now
            session.add(entry)
    with reading(campaign.engine) as session:
        section = cost_section(session, session.get_one(Campaign, campaign.campaign_id))
    assert section is not None
    found = dict(section.rows)
    assert (found["Spent"], found["Left of the budget"]) == ("3.00", "7.00")
    assert found["Spent for each judgment that counts"] == "0.5000"


def test_a_campaign_without_a_crowd_has_no_cost(judged: MakeJudged) -> None:
    campaign = judged(topics=1)
    with reading(campaign.engine) as session:
        assert cost_section(session, session.get_one(Campaign, campaign.campaign_id)) is None
