"""The money of every crowd of a campaign: in one summary each, in `assess status`, and entry by entry."""

import csv
import io
import json
from collections.abc import Callable
from decimal import Decimal

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.cli.output.report_cost import cost_section
from assess.database.engine import reading
from assess.formats.panel import PanelRow
from assess.pay import parse_fees
from assess.recruit.accounting.summaries import CampaignMoney, LaunchSummary, campaign_money
from assess.recruit.panel.export import PanelExport
from assess.recruit.panel.reconciliation import reconcile
from assess.store.tables import Campaign
from tests.conftest import BOTH, Judged, MakeJudged
from tests.recruit.conftest import Fair

Assess = Callable[..., Result]
PANEL = {"pairings": 2, "challenges": 1, "completion_code": "DONE"}


def bring_panel(judged: Judged, *, paid: str = "2.00") -> None:
    """Let two people come by a panel; its list says that it has paid one of them."""
    link = judged.shared("panel", **PANEL)
    for person, visit in (("p-paid", "v1"), ("p-waiting", "v2")):
        token = judged.arrived(link, person, visit)
        judged.answer_all(token, judged.taken(token))
    read_list(judged, paid)


def read_list(judged: Judged, paid: str) -> None:
    rows = [PanelRow("p-paid", "v1", "approved", "DONE"), PanelRow("p-waiting", "v2", "submitted", "DONE")]
    reconcile(judged.engine, "c", None, PanelExport(rows, judged.now), Decimal(paid), parse_fees("33.3%"))


def money_of(judged: Judged) -> CampaignMoney:
    with reading(judged.engine) as session:
        return campaign_money(session, session.get_one(Campaign, judged.campaign_id), judged.now)


@pytest.fixture
def assess(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Assess:
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    return lambda *arguments: CliRunner().invoke(main, list(arguments), catch_exceptions=False)


@pytest.fixture
def both_crowds(fair: Fair) -> Fair:
    """A campaign with one paid worker of the marketplace, one HIT on offer, and a panel that paid one of two."""
    fair.sync()
    fair.work("A1ANNA")
    fair.sync()
    bring_panel(fair.judged)
    return fair


def lines_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_each_crowd_has_a_summary_and_the_campaign_a_total(both_crowds: Fair) -> None:
    money = money_of(both_crowds.judged)
    workers, panel = money.launches
    assert (workers.platform, workers.environment, workers.state) == ("mturk", both_crowds.endpoint, "open")
    assert (str(workers.spent), str(workers.fees), str(workers.reserved)) == ("2.40", "0.40", "7.20")
    assert (panel.platform, panel.environment, panel.state) == ("panel", "prolific", "open")
    assert (str(panel.spent), str(panel.fees), str(panel.reserved)) == ("2.67", "0.67", "0.00")
    assert panel.synced_at == both_crowds.judged.now
    assert [counts(one) for one in money.launches] == [(1, 1, 1, 1, 0), (2, 2, 1, 1, 0)]

    total, books = money.total, both_crowds.books()
    assert (total.spent, total.reserved, total.left) == (books.spent, books.reserved, books.left)
    assert (str(total.budget), str(total.spent), str(total.left)) == ("100.00", "5.07", "87.73")
    assert (total.submitted, total.paid_assignments, total.paid_people, total.open_calls) == (3, 2, 2, 0)
    assert {(one.budget, one.left) for one in money.launches} == {(total.budget, total.left)}


def counts(one: LaunchSummary) -> tuple[int, ...]:
    return one.submitted, one.finished, one.paid_assignments, one.paid_people, one.open_calls


def test_a_panel_is_summarised_before_its_first_list(judged: MakeJudged, assess: Assess) -> None:
    made = judged(topics=2, candidates=4)
    link = made.shared("panel", **PANEL)
    token = made.arrived(link, "p1", "v1")
    made.answer_all(token, made.taken(token))
    [panel] = money_of(made).launches
    assert (panel.platform, panel.submitted, panel.finished, panel.synced_at) == ("panel", 0, 1, None)
    assert (panel.spent, panel.budget, panel.left) == (0, None, None)
    assert (
        "submitted      1 assignment finished here; assess reconcile reads what it paid\n"
        in assess("status", "c").stdout
    )


def test_status_shows_the_money_of_every_crowd(both_crowds: Fair, assess: Assess) -> None:
    text = assess("status", "c").stdout
    assert "spent          $2.40: $2.00 rewards, $0.40 fees; 1 person paid for 1 assignment\n" in text
    assert "crowd          panel link 2, prolific (open, last list read 2026-01-31 12:00 UTC)\n" in text
    assert "submitted      2 assignments by that list; 2 assignments finished here\n" in text
    assert "spent          $2.67: $2.00 rewards, $0.67 fees; 1 person paid for 1 assignment\n" in text
    assert "all crowds     $5.07: $4.00 rewards, $1.07 fees; 2 people paid for 2 assignments\n" in text
    assert text.endswith("budget         $100.00, $87.73 left\n")


def test_status_tells_programs_of_every_crowd(both_crowds: Fair, assess: Assess) -> None:
    told = json.loads(assess("status", "c", "--json").stdout)
    assert told["crowd"]["money"]["spent"] == "2.40"
    assert [(one["platform"], one["spent"], one["paid_people"]) for one in told["launches"]] == [
        ("mturk", "2.40", 1),
        ("panel", "2.67", 1),
    ]
    assert (told["money"]["spent"], told["money"]["left"], told["money"]["open_calls"]) == ("5.07", "87.73", 0)


def test_a_campaign_with_a_panel_alone_shows_its_money(judged: MakeJudged, assess: Assess) -> None:
    made = judged(topics=2, candidates=4)
    bring_panel(made)
    text = assess("status", "c").stdout
    assert "crowd          panel link 1, prolific" in text
    assert text.endswith("budget         none set\n")
    assert [(line["worker"], line["platform"], line["rewards"], line["fees"]) for line in people(assess)] == [
        ("p-paid", "panel", "2.00", "0.67"),
        ("p-waiting", "panel", "0.00", "0.00"),
    ]
    refused = assess("status", "c", "--hits")
    assert refused.exit_code == 1
    assert "on offer to a panel only, which has no HITs: assess status c --workers" in refused.stderr
    assert json.loads(assess("status", "c", "--json").stdout)["crowd"] is None
    with reading(made.engine) as session:
        section = cost_section(session, session.get_one(Campaign, made.campaign_id))
    assert section is not None
    assert dict(section.rows)["Spent"] == "2.67"


def people(assess: Assess) -> list[dict[str, str]]:
    return lines_of(assess("status", "c", "--workers").stdout)


def test_workers_are_those_of_every_crowd(both_crowds: Fair, assess: Assess) -> None:
    assert [(line["worker"], line["platform"], line["link"], line["kept"]) for line in people(assess)] == [
        ("A1ANNA", "mturk", "1", "1"),
        ("p-paid", "panel", "2", "1"),
        ("p-waiting", "panel", "2", "1"),
    ]


def test_a_campaign_without_a_crowd_says_so(judged: MakeJudged, assess: Assess) -> None:
    judged(topics=1)
    for table in ("--workers", "--hits", "--ledger"):
        refused = assess("status", "c", table)
        assert (refused.exit_code, "campaign c has no crowd: assess launch c" in refused.stderr) == (1, True)
    assert json.loads(assess("status", "c", "--json").stdout)["launches"] == []


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_the_ledger_adds_up_to_what_was_spent(both_crowds: Fair, assess: Assess) -> None:
    lines = lines_of(assess("status", "c", "--ledger").stdout)
    assert sum(Decimal(line["spent"]) for line in lines) == both_crowds.books().spent
    paid = [line for line in lines if line["kind"] == "reward"]
    assert [(line["platform"], line["person"], line["amount"], line["fee"], line["outcome"]) for line in paid] == [
        ("mturk", "A1ANNA", "2.00", "0.40", "done"),
        ("panel", "p-paid", "2.00", "0.67", "done"),
    ]
    assert paid[1]["note"] == "told by the panel's export"
    assert paid[1]["intended_at"] == "2026-01-31T12:00:00+00:00"
    published = [line for line in lines if line["kind"] == "publish"]
    assert {line["spent"] for line in published} == {"0.00"}
    assert paid[0]["hit"] in {line["hit"] for line in published}


def test_the_report_tells_what_each_crowd_cost(both_crowds: Fair) -> None:
    with reading(both_crowds.judged.engine) as session:
        section = cost_section(session, session.get_one(Campaign, both_crowds.judged.campaign_id))
    assert section is not None
    found = dict(section.rows)
    assert (found["Spent"], found["Spent at panel link 2 (prolific)"]) == ("5.07", "2.67")
    assert found[f"Spent at {both_crowds.endpoint}"] == "2.40"


def test_a_budget_that_a_panel_exceeded_is_shown_so(judged: MakeJudged, assess: Assess) -> None:
    bring_panel(judged(topics=2, candidates=4, budget="2.50"))
    assert "budget         $2.50, exceeded by $0.17\n" in assess("status", "c").stdout


def test_commands_of_a_platform_with_an_api_name_the_panel(judged: MakeJudged, assess: Assess) -> None:
    bring_panel(judged(topics=2, candidates=4))
    for command in (("sync", "c"), ("stop", "c"), ("compensate", "c")):
        refused = assess(*command)
        assert refused.exit_code == 1
        assert "its people come from a panel (link 1), which is told and pays on its own pages" in refused.stderr
