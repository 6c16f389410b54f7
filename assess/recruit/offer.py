"""What a crowd is offered: texts, pay, time, and who may take part."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from typing import Any, Literal, get_args

from assess.errors import ParameterError
from assess.pay import MANY_ASSIGNMENTS, MTURK, format_money, hourly_wage

# Which assignments are paid although they were never submitted at the platform: none, those finished with us, or also
# the answered share of those that somebody left.
Compensation = Literal["none", "finished", "share"]
COMPENSATIONS: tuple[Compensation, ...] = get_args(Compensation)

TITLE = "Compare search results"
DESCRIPTION = "Read a question and two answers, and choose the better one. Some pairs are checks of attention."
LONGEST = {"title": 128, "description": 2000, "keywords": 1000}
LEAST_REWARD = Decimal("0.01")
MINUTES_PER_YEAR = 365 * 24 * 60
DAYS_OF_REVIEW = 30


@dataclass(frozen=True)
class Offer:
    """The terms of a launch; the defaults are those of the paper.

    Parameters
    ----------
    title, description, keywords
        What people read before they decide.
    reward
        Dollars for an assignment.
    pairings, challenges
        Pairings in an assignment, and pairings with a known answer among them.
    minutes, hold_minutes
        Time for the work, and for how long the platform lets somebody hold an
        assignment: longer, because people accept in advance and begin later.
    days, review_days
        For how long a HIT is on offer, and after how many days the platform
        approves a submission by itself.
    assignments
        Assignments of a HIT. Below 10: from there on the fee doubles.
    country, approved_hits, approval_above, masters
        Who may take part: None asks for nothing.
    compensation
        Which assignments are paid although they were never submitted there.
    assignments_per_person
        The most assignments that one person may do.
    """

    title: str = TITLE
    description: str = DESCRIPTION
    keywords: str = "search, relevance, comparison, reading, judging"
    reward: Decimal = Decimal("2.00")
    pairings: int = 10
    challenges: int = 3
    minutes: int = 60
    hold_minutes: int = 180
    days: int = 7
    review_days: int = 3
    assignments: int = 1
    country: str | None = "US"
    approved_hits: int | None = 1000
    approval_above: int | None = 95
    masters: bool = False
    compensation: Compensation = "finished"
    assignments_per_person: int | None = None

    def __post_init__(self) -> None:
        for name, longest in LONGEST.items():
            found = len(getattr(self, name))
            if not 1 <= found <= longest:
                raise ParameterError(f"found a {name} of {found} characters, expected 1 to {longest}")
        if self.reward < LEAST_REWARD or self.reward != round(self.reward, 2):
            raise ParameterError(
                f"found a reward of {self.reward}, expected dollars and cents, at least {LEAST_REWARD}"
            )
        self._check("pairings", 1, 1000)
        self._check("challenges", 0, 1000)
        self._check("minutes", 1, self.hold_minutes)
        self._check("hold_minutes", 1, MINUTES_PER_YEAR)
        self._check("days", 1, 365)
        self._check("review_days", 1, DAYS_OF_REVIEW)
        self._check("assignments", 1, MANY_ASSIGNMENTS - 1)
        if self.compensation not in COMPENSATIONS:
            raise ParameterError(f"found compensation {self.compensation!r}, expected {', '.join(COMPENSATIONS)}")

    @property
    def pairs(self) -> int:
        """Pairs to look at in an assignment."""
        return self.pairings + self.challenges

    @property
    def fee(self) -> Decimal:
        """What the platform takes for each assignment."""
        return MTURK.of_reward(self.reward, self.assignments, masters=self.masters)

    @property
    def price(self) -> Decimal:
        """What each assignment costs."""
        return self.reward + self.fee

    def wage(self, seconds: float) -> Decimal:
        """What an hour of work pays, at so many seconds a pair."""
        return hourly_wage(self.reward, self.pairs, seconds)

    def _check(self, name: str, least: int, most: int) -> None:
        found = getattr(self, name)
        if not least <= found <= most:
            raise ParameterError(f"found {found} as {name.replace('_', ' ')}, expected {least} to {most}")


def check_wage(offer: Offer, seconds: float, least: Decimal) -> None:
    """Raise if an hour of work pays less than *least*, at so many seconds a pair."""
    wage = offer.wage(seconds)
    if wage < least:
        raise ParameterError(
            f"{format_money(offer.reward)} for {offer.pairs} pairs of {seconds:g} s pay {format_money(wage)} an hour, "
            f"less than --least-wage {format_money(least)}: raise --reward"
        )


def as_terms(offer: Offer, url: str) -> dict[str, Any]:
    """The offer, and the URL of the judging app, as they are stored in JSON. Only this module reads them."""
    return asdict(offer) | {"reward": str(offer.reward), "url": url.rstrip("/")}


def read_terms(terms: Mapping[str, Any]) -> Offer:
    """The offer that was stored; names that this version does not know are ignored."""
    known = {field.name for field in fields(Offer)}
    kept = {name: value for name, value in terms.items() if name in known}
    return Offer(**kept | {"reward": Decimal(terms["reward"])})


def app_url(terms: Mapping[str, Any]) -> str:
    """The URL of the judging app that was stored with an offer."""
    return str(terms["url"])


def changed_terms(old: Offer, new: Offer) -> list[str]:
    """The names of the terms in which two offers differ."""
    return [field.name for field in fields(Offer) if getattr(old, field.name) != getattr(new, field.name)]
