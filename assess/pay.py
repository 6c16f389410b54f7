"""Money: platform fees, the price of a HIT and the hourly wage, in exact US dollars."""

import re
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

from assess.errors import ParameterError

CENT = Decimal("0.01")
# Mechanical Turk's fee is higher for HITs with this many assignments or more.
MANY_ASSIGNMENTS = 10
SECONDS_PER_HOUR = 3600

_PERCENTAGE = re.compile(r"[0-9]{1,3}(\.[0-9]{1,4})?", re.ASCII)
_MONEY = re.compile(r"[0-9]{1,9}(\.[0-9]{1,2})?", re.ASCII)


def parse_money(text: str) -> Decimal:
    """Parse an amount such as ``2``, ``2.40`` or ``$2.40``."""
    amount = text.removeprefix("$")
    if not _MONEY.fullmatch(amount):
        raise ParameterError(f"found {text!r}, expected an amount of US dollars such as 2 or 2.40")
    return Decimal(amount).quantize(CENT)


def format_money(amount: Decimal) -> str:
    return f"${amount:,.2f}"


@dataclass(frozen=True)
class Fees:
    """What a platform charges on top of rewards and bonuses.

    Parameters
    ----------
    rate
        Share of every reward and bonus.
    many_rate
        Added to the rate for HITs with 10 or more assignments.
    masters_rate
        Added to the rate for HITs for Masters only.
    minimum
        The lowest fee for an assignment or a bonus.
    """

    rate: Decimal
    many_rate: Decimal = Decimal(0)
    masters_rate: Decimal = Decimal(0)
    minimum: Decimal = Decimal(0)

    def of_reward(self, reward: Decimal, assignments: int = 1, *, masters: bool = False) -> Decimal:
        """Return the fee for each assignment of a HIT."""
        rate = self.rate
        if assignments >= MANY_ASSIGNMENTS:
            rate += self.many_rate
        if masters:
            rate += self.masters_rate
        return self._fee(reward * rate)

    def of_bonus(self, bonus: Decimal) -> Decimal:
        """Return the fee for a bonus."""
        return self._fee(bonus * self.rate)

    def _fee(self, exact: Decimal) -> Decimal:
        return max(exact.quantize(CENT, ROUND_HALF_UP), self.minimum)


# mturk.com/pricing: 20 %, twice that from 10 assignments on, 5 % more for Masters, at least a cent.
MTURK = Fees(Decimal("0.20"), many_rate=Decimal("0.20"), masters_rate=Decimal("0.05"), minimum=CENT)
NO_FEES = Fees(Decimal(0))

FEES: dict[str, Fees] = {"mturk": MTURK, "none": NO_FEES}


def parse_fees(text: str) -> Fees:
    """Return the fees of a platform by its name, or of a percentage such as ``33.3%``."""
    if text in FEES:
        return FEES[text]
    percentage = text.removesuffix("%")
    if percentage == text or not _PERCENTAGE.fullmatch(percentage):
        raise ParameterError(f"found fees {text!r}, expected {', '.join(FEES)} or a percentage such as 33.3%")
    return Fees(Decimal(percentage) / 100)


def hourly_wage(reward: Decimal, pairs: int, seconds: float) -> Decimal:
    """Return the hourly wage if *reward* pays for *pairs* (challenges included) that take *seconds* each."""
    return (reward * SECONDS_PER_HOUR / (pairs * _positive(seconds))).quantize(CENT, ROUND_HALF_UP)


def fair_reward(wage: Decimal, pairs: int, seconds: float) -> Decimal:
    """Return the lowest reward, in whole cents, that pays this hourly *wage* for *pairs* that take *seconds* each."""
    return (wage * pairs * _positive(seconds) / SECONDS_PER_HOUR).quantize(CENT, ROUND_CEILING)


def hours_of_work(pairs: int, seconds: float) -> float:
    """Return the hours to answer *pairs* (challenges included) that take *seconds* each; breaks do not count."""
    return pairs * float(_positive(seconds)) / SECONDS_PER_HOUR


def _positive(seconds: float) -> Decimal:
    if seconds <= 0:
        raise ParameterError(f"found {seconds} seconds a pair, expected more than 0")
    return Decimal(str(seconds))


@dataclass(frozen=True)
class Pay:
    """How work is split into HITs and paid; the defaults are those of the paper.

    Parameters
    ----------
    reward, fees, masters
        Dollars for a HIT, and what the platform charges on top.
    pairings, challenges
        Pairings in a HIT, and challenges in a HIT.
    discarded
        Share of HITs that are paid and asked again for another reason than a
        failed challenge.
    seconds
        Time for a pair, whether pairing or challenge.
    """

    reward: Decimal = Decimal("2.00")
    fees: Fees = MTURK
    masters: bool = False
    pairings: int = 10
    challenges: int = 3
    discarded: float = 0.0
    seconds: float = 60.0

    def __post_init__(self) -> None:
        if self.pairings < 1 or self.challenges < 0:
            raise ParameterError(
                f"found {self.pairings} pairings and {self.challenges} challenges in a HIT, "
                "expected at least 1 pairing, and 0 challenges or more"
            )
        if not 0 <= self.discarded < 1:
            raise ParameterError(f"found a share of {self.discarded} discarded HITs, expected one from 0 to below 1")
        _positive(self.seconds)

    @property
    def pairs(self) -> int:
        """Pairs shown in a HIT: pairings and challenges."""
        return self.pairings + self.challenges

    @property
    def fee(self) -> Decimal:
        return self.fees.of_reward(self.reward, masters=self.masters)

    @property
    def price(self) -> Decimal:
        """What a HIT costs."""
        return self.reward + self.fee

    @property
    def wage(self) -> Decimal:
        """What an hour of work pays."""
        return hourly_wage(self.reward, self.pairs, self.seconds)

    def hits(self, judgments: int) -> int:
        """Return the number of HITs needed for this many judgments."""
        return -(-judgments // self.pairings)
