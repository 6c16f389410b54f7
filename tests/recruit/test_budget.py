"""What is spent, what is reserved, and what the budget still has room for."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from sqlalchemy.orm import Session

from assess.errors import BudgetError
from assess.recruit.accounting.books import books_of
from assess.recruit.accounting.budget import affordable, check_affordable, set_budget
from assess.recruit.accounting.ledger import Intention, intend, settle
from assess.store.tables import Campaign, Hit, Launch, Submission

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
PRICE = Decimal("2.40")


@pytest.fixture
def publish(session: Session, launch: Launch) -> Callable[..., Hit]:
    def make(assignments: int = 1) -> Hit:
        price = {"reward": Decimal("2.00"), "fee": Decimal("0.40")}
        hit = Hit(launch_id=launch.id, kind="work", assignments=assignments, created_at=NOW, **price)
        session.add(hit)
        session.flush()
        return hit

    return make


@pytest.fixture
def pay(session: Session, launch: Launch) -> Callable[..., None]:
    def make(hit: Hit, cause: str, outcome: str | None) -> None:
        intention = Intention("reward", cause, hit.reward, hit.fee, hit_id=hit.id)
        entry = intend(session, launch, intention, NOW)
        if outcome is not None:
            settle(entry, "done" if outcome == "done" else "refused", NOW)
        session.flush()

    return make


def test_a_hit_reserves_the_price_of_all_its_assignments(
    session: Session, campaign: Campaign, publish: Callable[..., Hit]
) -> None:
    publish(1)
    publish(3)
    books = books_of(session, campaign)
    assert (books.spent, books.reserved, books.left) == (0, 4 * PRICE, Decimal("24.00") - 4 * PRICE)


@pytest.mark.parametrize("outcome", [None, "done"])
def test_a_payment_turns_what_is_reserved_into_what_is_spent(
    session: Session, campaign: Campaign, publish: Callable[..., Hit], pay: Callable[..., None], outcome: str | None
) -> None:
    pay(publish(3), "1", outcome)
    books = books_of(session, campaign)
    assert (books.rewards, books.reward_fees) == (Decimal("2.00"), Decimal("0.40"))
    assert (books.spent, books.reserved) == (PRICE, 2 * PRICE)


def test_a_refused_payment_costs_nothing_and_stays_reserved(
    session: Session, campaign: Campaign, publish: Callable[..., Hit], pay: Callable[..., None]
) -> None:
    pay(publish(), "1", "refused")
    books = books_of(session, campaign)
    assert (books.spent, books.reserved) == (0, PRICE)


def test_a_closed_hit_reserves_nothing(
    session: Session, campaign: Campaign, publish: Callable[..., Hit], pay: Callable[..., None]
) -> None:
    hit = publish(3)
    pay(hit, "1", "done")
    hit.closed_at = NOW
    session.flush()
    books = books_of(session, campaign)
    assert (books.spent, books.reserved) == (PRICE, 0)


def test_a_rejected_submission_reserves_nothing(
    session: Session, campaign: Campaign, launch: Launch, publish: Callable[..., Hit]
) -> None:
    times = {"submitted_at": NOW, "seen_at": NOW}
    session.add(
        Submission(launch_id=launch.id, hit_id=publish(2).id, external_id="V", identity="A", state="rejected", **times)
    )
    session.flush()
    assert books_of(session, campaign).reserved == PRICE


def test_only_whole_things_are_affordable(session: Session, campaign: Campaign, publish: Callable[..., Hit]) -> None:
    assert affordable(session, campaign, PRICE) == 10
    publish(9)
    assert affordable(session, campaign, PRICE) == 1
    assert affordable(session, campaign, Decimal("2.41")) == 0


def test_a_step_beyond_the_budget_is_refused_with_the_figures(
    session: Session, campaign: Campaign, publish: Callable[..., Hit], pay: Callable[..., None]
) -> None:
    pay(publish(4), "1", "done")
    check_affordable(session, campaign, Decimal("14.40"), "a bonus")
    with pytest.raises(
        BudgetError, match=r"costs \$14\.41.*budget of \$24\.00, \$2\.40 are spent and \$7\.20 reserved"
    ):
        check_affordable(session, campaign, Decimal("14.41"), "a bonus")


def test_without_a_budget_nothing_is_affordable(session: Session, campaign: Campaign) -> None:
    campaign.parameters = {}
    session.flush()
    assert affordable(session, campaign, Decimal("0.01")) == 0


def test_a_budget_covers_what_is_spent_or_reserved(
    session: Session, campaign: Campaign, publish: Callable[..., Hit], pay: Callable[..., None]
) -> None:
    pay(publish(4), "1", "done")
    set_budget(session, campaign, Decimal("9.60"), NOW)
    with pytest.raises(BudgetError, match=r"\$9\.59, expected at least the \$9\.60 that are spent or reserved"):
        set_budget(session, campaign, Decimal("9.59"), NOW)
    assert books_of(session, campaign).budget == Decimal("9.60")
