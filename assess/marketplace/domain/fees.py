"""Amounts in dollars, and the fees on rewards and bonuses."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
BASE_RATE = Decimal("0.20")
MANY_ASSIGNMENTS = 10  # HITs with this many assignments or more have twice the rate
MANY_RATE = Decimal("0.20")
MASTERS_RATE = Decimal("0.05")


def dollars(amount: str | Decimal) -> Decimal:
    """An amount with exactly two decimals: "2", "2." and "2.0" are all 2.00."""
    return Decimal(amount).quantize(CENT)


def reward_fee(reward: Decimal, max_assignments: int, *, masters: bool) -> Decimal:
    """The fee on one approved assignment."""
    rate = BASE_RATE
    if max_assignments >= MANY_ASSIGNMENTS:
        rate += MANY_RATE
    if masters:
        rate += MASTERS_RATE
    return _fee(reward, rate)


def bonus_fee(amount: Decimal) -> Decimal:
    return _fee(amount, BASE_RATE)


def _fee(amount: Decimal, rate: Decimal) -> Decimal:
    return max((amount * rate).quantize(CENT, ROUND_HALF_UP), CENT)
