"""A launch from its first HIT to the last payment, at the real marketplace."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import text

from assess.marketplace.worker_client import MarketplaceError
from assess.recruit.recruiter import Recruiter
from assess.recruit.sync import stop, sync
from assess.rehearsal.worker_market import WorkerMarket, leads_to_work
from tests.recruit.conftest import Fair, MakeFair

BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
PRICE = Decimal("2.40")


def judged_as_asked(fair: Fair) -> list[tuple[Any, ...]]:
    """Pairings that are not judged exactly as often as they ask for."""
    rows = fair.judged.rows("SELECT id, votes, held, counted FROM pairing WHERE held > 0 OR counted <> votes")
    return list(rows)


def test_as_many_hits_are_offered_as_there_is_work(fair: Fair) -> None:
    assert fair.sync().published == 4  # 12 pairings, 3 in a HIT
    assert fair.sync().published == 0
    assert (fair.books().reserved, fair.on_hold_there()) == (4 * PRICE, 4 * PRICE)


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_a_campaign_is_judged_and_paid_to_the_cent(fair: Fair) -> None:
    fair.sync()
    for number in range(4):
        fair.work(f"A{number}")
        fair.sync(everywhere=False)
    fair.check_books()
    assert fair.books().spent == 4 * PRICE
    assert fair.books().reserved == 0
    fair.sync()
    assert fair.state() == "stopped"
    assert judged_as_asked(fair) == []


@pytest.mark.parametrize("database_url", BOTH, indirect=True)
def test_who_fails_a_challenge_is_paid_and_kept_away_and_the_work_is_offered_again(fair: Fair) -> None:
    fair.sync()
    fair.work("A1SPAM", wrong=True)
    done = fair.sync()
    assert (done.paid, done.excluded, done.published) == (1, 1, 1)
    assert fair.client("A1SPAM").groups() == []
    assert fair.client("A1SPAM").dashboard()["messages"] == []
    assert fair.books().spent == PRICE
    fair.check_books()


def test_a_hit_is_topped_up_where_several_have_it(make_fair: MakeFair) -> None:
    fair = make_fair(assignments=2)
    assert fair.sync().published == 4
    assert len(fair.crowd.client.list_hits()["HITs"]) == 2
    task = fair.work("A1SPAM", wrong=True)
    fair.sync()
    assert fair.crowd.assignment_counts(task.hit_id).assignments == 3
    assert len(fair.crowd.client.list_hits()["HITs"]) == 2
    fair.check_books()


def test_a_hit_of_somebody_who_left_is_offered_again_after_its_lease(fair: Fair) -> None:
    fair.sync()
    fair.begin("A1GONE")
    assert fair.sync().published == 0
    fair.later(minutes=61)
    assert fair.sync().published == 1  # the assignment may be held at the platform for two hours more
    fair.later(hours=3)
    assert fair.sync().expired == 1  # by now it is free again: one too many
    fair.check_books()


def test_a_returned_assignment_pays_the_next_worker_only(fair: Fair) -> None:
    fair.sync()
    first, _, _ = fair.begin("A1ANNA")
    assert fair.judged.progress().held == 3
    fair.client("A1ANNA").give_back(first)  # of which nobody tells us
    second = fair.client("A2BERT").accept(first.hit_id)
    assert second.assignment_id == first.assignment_id
    token = fair.arrive(second)
    assert fair.judged.taken(token)
    assert fair.judged.progress().held == 3
    fair.client("A2BERT").submit(second, {"receipt": fair.answer(token, fair.judged.taken(token))})
    fair.sync()
    assert fair.judged.rows("SELECT identity, state FROM submission") == [("A2BERT", "approved")]
    fair.check_books()


def test_a_submission_that_nobody_worked_for_is_paid_once_and_no_more(fair: Fair) -> None:
    fair.sync()
    task = fair.accept("A1BOT")
    fair.client("A1BOT").submit(task, {"receipt": "?"})
    done = fair.sync()
    assert (done.paid, done.excluded, done.published) == (1, 1, 1)
    assert fair.client("A1BOT").groups() == []


def test_what_is_handed_in_without_coming_to_us_is_found_in_time(fair: Fair) -> None:
    fair.sync()
    task = fair.accept("A1BOT")
    fair.client("A1BOT").submit(task, {"receipt": "?"})
    fair.later(hours=5)
    assert fair.sync(everywhere=False).submitted == 0
    fair.later(hours=1)
    assert fair.sync(everywhere=False).submitted == 1


def test_what_the_platform_approved_by_itself_is_in_the_books(fair: Fair) -> None:
    fair.sync()
    fair.work("A1ANNA")
    fair.later(days=4)
    fair.sync()
    assert fair.judged.rows("SELECT kind, outcome, note FROM ledger WHERE kind = 'reward'") == [
        ("reward", "done", "decided at the platform")
    ]
    fair.check_books()


def test_what_the_organiser_rejected_by_hand_is_not_paid_nor_reserved(fair: Fair) -> None:
    fair.sync()
    task = fair.work("A1ANNA")
    fair.crowd.client.reject_assignment(AssignmentId=task.assignment_id, RequesterFeedback="by hand")
    fair.sync()
    assert (fair.books().spent, fair.books().reserved) == (0, 3 * PRICE)


def test_paying_waits_for_a_platform_that_lags(fair: Fair, misbehave: Callable[..., None]) -> None:
    fair.sync()
    fair.later(minutes=5)
    misbehave(lag=120)
    fair.work("A1ANNA")
    assert fair.sync().submitted == 0
    fair.later(minutes=3)
    assert fair.sync().paid == 1


def test_the_budget_limits_what_is_offered(make_fair: MakeFair) -> None:
    fair = make_fair(budget="5.00")
    done = fair.sync()
    assert done.published == 2
    assert done.problems == []
    assert done.remarks == [
        "the budget has room for 2 of the 4 HITs that are needed now; 2 HITs for $4.80 are not published: "
        "assess launch c --budget 9.60 raises it for that"
    ]
    for number in range(4):
        if number < 2:
            fair.work(f"A{number}")
        fair.sync()
        fair.check_books()
    assert fair.books().spent == 2 * PRICE


def test_an_account_without_money_stops_a_batch_before_its_first_hit(fair: Fair) -> None:
    with fair.market.store.transaction() as session:
        session.execute(text("UPDATE requester SET available = 500"))
    done = fair.sync()
    assert done.published == 0
    assert "cost $9.60, but the account has $5.00" in done.problems[0]
    assert fair.judged.rows("SELECT count(*) FROM ledger") == [(0,)]


def test_surplus_is_withdrawn_when_others_do_the_work(fair: Fair) -> None:
    fair.sync()
    assert fair.judged.work(fair.judged.invited("anna")) == "all_done"
    assert fair.sync().expired == 4
    with pytest.raises((MarketplaceError, IndexError)):
        fair.accept("A1LATE")
    fair.later(hours=4)
    fair.sync()
    fair.sync()
    assert (fair.books().reserved, fair.state()) == (0, "stopped")


def test_nothing_stays_on_offer_when_all_is_judged_although_somebody_gave_back_unseen(fair: Fair) -> None:
    fair.sync()
    given_back, _, _ = fair.begin("A1GONE")
    fair.client("A1GONE").give_back(given_back)
    fair.later(minutes=61)
    fair.sync()
    others = fair.judged.rows("SELECT external_id FROM hit")
    for number, (hit_id,) in enumerate(others):
        if hit_id != given_back.hit_id:
            fair.work_at(hit_id, f"A{number}")
    assert fair.judged.progress().missing == 0
    fair.sync()
    assert fair.client("A9LATE").groups() == []
    fair.check_books()


def test_what_is_held_when_a_launch_is_stopped_is_finished_and_paid(fair: Fair) -> None:
    fair.sync()
    task, token, assignment = fair.begin("A1ANNA")
    recruiter = Recruiter(fair.judged.engine, fair.launch_id, fair.crowd, lambda: fair.judged.now)
    stop(recruiter)
    assert sync(recruiter).expired == 4
    fair.client("A1ANNA").submit(task, {"receipt": fair.answer(token, assignment)})
    assert (fair.sync().paid, fair.state()) == (1, "stopping")
    fair.later(hours=4)
    fair.sync()
    fair.sync()
    assert (fair.state(), fair.books().spent, fair.books().reserved) == ("stopped", PRICE, 0)
    fair.check_books()


def test_finished_work_that_never_reached_the_platform_is_paid_by_a_hit_of_its_own(fair: Fair) -> None:
    fair.sync()
    _, token, assignment = fair.begin("A1LOST")
    fair.answer(token, assignment)  # and the final form is lost
    fair.later(hours=4)
    fair.sync()
    (group,) = [g for g in fair.client("A1LOST").groups() if "Payment" in g["title"]]
    task = fair.client("A1LOST").accept_next(group["group"])
    fair.client("A1LOST").submit(task, {"receipt": "x"})
    assert fair.sync().paid == 1
    assert fair.client("A1LOST").dashboard()["total"] == "2.00"
    fair.check_books()


def test_finished_work_that_never_reached_the_platform_is_paid_by_a_bonus(fair: Fair) -> None:
    fair.sync()
    fair.work("A1LOST")
    _, token, assignment = fair.begin("A1LOST")
    fair.answer(token, assignment)
    fair.later(hours=4)
    assert fair.sync().compensated == 1
    assert fair.sync().compensated == 0
    assert fair.books().bonuses == Decimal("2.00")
    fair.check_books()


@pytest.mark.parametrize(("rule", "bonus"), [("none", "0"), ("finished", "0"), ("share", "1.00")])
def test_partial_work_is_paid_by_the_rule_of_the_organiser(make_fair: MakeFair, rule: str, bonus: str) -> None:
    fair = make_fair(compensation=rule)
    fair.sync()
    fair.work("A1HALF")
    task, token, assignment = fair.begin("A1HALF")
    for position in (1, 2):
        fair.judged.save(token, assignment, position, 1)
    fair.client("A1HALF").give_back(task)
    fair.later(hours=4)
    fair.sync()
    assert fair.books().bonuses == Decimal(bonus)
    fair.check_books()


def test_somebody_readmitted_finds_work_again(fair: Fair) -> None:
    fair.sync()
    fair.work("A1ANNA", wrong=True)
    fair.sync()
    with fair.judged.engine.execution_options(writing=True).begin() as connection:
        connection.execute(text("UPDATE assessor SET excluded_at = NULL"))
    assert fair.sync().readmitted == 1
    assert len(fair.client("A1ANNA").groups()) == 1


def test_people_collect_what_makes_up_for_lost_work(fair: Fair) -> None:
    fair.sync()
    _, token, assignment = fair.begin("A1LOST")
    fair.answer(token, assignment)
    fair.later(hours=4)
    fair.sync()
    market = WorkerMarket(fair.endpoint, meet=lambda: None)
    client = market.sign_in("A1LOST")
    task = client.accept_next(next(group["group"] for group in client.groups() if "Payment" in group["title"]))
    assert not leads_to_work(task)
    assert market.submit(client, task, "collected")
    assert leads_to_work(fair.accept("A2ANNA"))
    fair.sync()
    assert fair.books().rewards == Decimal("2.00")
    fair.check_books()
