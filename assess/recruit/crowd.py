"""What a crowd must be able to do: two protocols, and the records that go through them.

`SubmissionSource` lists submissions: the API of a platform does, and so does the file that a panel exports. `Crowd` is
a platform with an API, which is also told to publish, pay, exclude and close.

A call of a `Crowd` either happens, or raises `Refused` (the platform will not do it: nothing has happened), or raises
`NotNow` (nobody knows: perhaps it happened). A call that creates or pays something carries a token, so that repeating
it after `NotNow` cannot do it twice.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal, Protocol

from assess.errors import CrowdError

# A submission is in a platform's lists after this time, at the latest.
LIST_DELAY = timedelta(minutes=15)


class Refused(CrowdError):  # noqa: N818 - an answer of the platform
    """The platform will not do it, and has done nothing."""


class NotNow(CrowdError):  # noqa: N818 - an answer of the platform
    """The platform did not answer, or not yet: ask again later."""


class Unreachable(NotNow):
    """The platform cannot be reached: other calls would fail too."""


@dataclass(frozen=True, slots=True)
class NewHit:
    """A HIT to publish, with so many assignments. The token is used for no other HIT, ever."""

    token: str
    assignments: int


@dataclass(frozen=True, slots=True)
class NewCompensation:
    """A HIT for one person only, who has done the work already: it only needs to be submitted.

    ``number`` is different for each such HIT.
    """

    token: str
    identity: str
    amount: Decimal
    number: int


@dataclass(frozen=True, slots=True)
class Published:
    """A HIT on offer, and until when."""

    hit_id: str
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class AssignmentCounts:
    """The assignments of a HIT: all of them, and those that somebody holds. The platform's counts may lag behind."""

    assignments: int
    pending: int


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submission as it is listed: of which assignment, by which person; the receipt is what our page put in."""

    assignment_id: str
    identity: str
    state: Literal["submitted", "approved", "rejected"]
    submitted_at: datetime
    receipt: str | None


@dataclass(frozen=True, slots=True)
class Bonus:
    """Money for somebody who submitted that assignment."""

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
    """A platform with an API: what `assess sync` needs of it."""

    def publish(self, hit: NewHit) -> Published:
        """Publish a HIT; with a token that was used before, return the HIT that it made then."""
        ...

    def publish_compensation(self, hit: NewCompensation) -> Published:
        """Publish a HIT that only one person sees."""
        ...

    def find_published(self, tokens: Collection[str]) -> dict[str, Published]:
        """Token to the HIT that was published with it, however long ago; a token that made none is left out."""
        ...

    def add_assignments(self, hit_id: str, more: int, token: str) -> None:
        """Add assignments to a HIT that is on offer."""
        ...

    def assignment_counts(self, hit_id: str) -> AssignmentCounts: ...

    def approve(self, assignment_id: str, identity: str) -> Literal["approved", "rejected"]:
        """Pay the reward; return the state of the submission now, also if somebody else decided it before."""
        ...

    def send_bonus(self, bonus: Bonus) -> None: ...

    def has_bonus(self, assignment_id: str, token: str) -> bool:
        """Whether the bonus with this token was paid, however long ago."""
        ...

    def exclude(self, identity: str) -> None:
        """Offer somebody no more of our HITs, without a message and without harm to their account."""
        ...

    def readmit(self, identity: str) -> None: ...

    def expire(self, hit_id: str) -> None:
        """Stop offering a HIT; people who hold an assignment may finish it."""
        ...

    def balance(self) -> Decimal | None:
        """What the account can pay for; None if the platform does not tell."""
        ...

    def notify(self, identities: Collection[str], subject: str, text: str) -> list[str]:
        """Send a message; return the people who could not be reached."""
        ...
