"""One interface to any crowd: publish work, list submissions, pay, top up, exclude, close.

A call either happens, or raises `Refused` (the platform will not do it: nothing has happened), or raises `NotNow`
(nobody knows: perhaps it happened). What makes or pays something carries a token, so that a call after `NotNow` cannot
do it twice.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal, Protocol

from assess.errors import CrowdError

# A submission is in a platform's lists after this time, at the latest.
SETTLING = timedelta(minutes=15)


class Refused(CrowdError):  # noqa: N818 - an answer of the platform
    """The platform will not do it, and has done nothing."""


class NotNow(CrowdError):  # noqa: N818 - an answer of the platform
    """The platform did not answer, or not yet: ask again later."""


class Unreachable(NotNow):
    """Nobody is there: asking for anything else is of no use either."""


@dataclass(frozen=True, slots=True)
class Order:
    """A hit_id of work to publish: so many slots. The token tells it apart from all others, for ever."""

    token: str
    assignments: int


@dataclass(frozen=True, slots=True)
class Debt:
    """A hit_id for one person alone, who has done the work already: opened, it only needs to be handed in."""

    token: str
    identity: str
    amount: Decimal
    number: int


@dataclass(frozen=True, slots=True)
class Published:
    """A hit_id on offer, and until when."""

    hit_id: str
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of a hit_id: in all, and in somebody's hands. The platform may count with some delay."""

    assignments: int
    pending: int


@dataclass(frozen=True, slots=True)
class Submitted:
    """Work that was handed in at the platform: on which assignment_id, by whom; the receipt is what our page put in."""

    assignment_id: str
    identity: str
    state: Literal["submitted", "approved", "rejected"]
    submitted_at: datetime
    receipt: str | None


@dataclass(frozen=True, slots=True)
class Bonus:
    """Money for somebody who has handed something in on that assignment_id."""

    token: str
    assignment_id: str
    identity: str
    amount: Decimal
    reason: str


class SubmissionSource(Protocol):
    """Where submissions are listed: a platform's API, or the file that a panel's pages export."""

    def submissions(self, hit_id: str) -> list[Submitted]:
        """Everything that was submitted for a HIT."""
        ...


class Crowd(SubmissionSource, Protocol):
    """A platform with an API: what sync needs to publish, pay, exclude and close."""

    def publish(self, order: Order) -> Published:
        """Put a hit_id on offer; with a token that was used before, return the hit_id it made then."""
        ...

    def publish_debt(self, debt: Debt) -> Published:
        """Put a hit_id on offer to one person alone."""
        ...

    def find(self, tokens: Collection[str]) -> dict[str, Published]:
        """Token to the hit_id that was published with it, long ago or not; a token that made none is left out."""
        ...

    def top_up(self, hit_id: str, more: int, token: str) -> None:
        """Add slots to a hit_id."""
        ...

    def slots(self, hit_id: str) -> Slots: ...

    def pay(self, assignment_id: str, identity: str) -> Literal["approved", "rejected"]:
        """Pay the reward; return what the submission is now, whoever decided it."""
        ...

    def bonus(self, bonus: Bonus) -> None: ...

    def has_bonus(self, assignment_id: str, token: str) -> bool:
        """Whether the bonus with this token was paid, long ago or not."""
        ...

    def exclude(self, identity: str) -> None:
        """Offer somebody no more of our work, without telling and without harm."""
        ...

    def readmit(self, identity: str) -> None: ...

    def close(self, hit_id: str) -> None:
        """Offer a hit_id no longer; whoever holds a slot may finish."""
        ...

    def funds(self) -> Decimal | None:
        """What the account can pay for; None where the platform does not tell."""
        ...

    def tell(self, identities: Collection[str], subject: str, text: str) -> list[str]:
        """Send a message; return whom it could not be sent to."""
        ...
