"""Why somebody gets no work, or why an answer is refused."""

from dataclasses import dataclass
from enum import StrEnum

from assess.errors import AssessError


class Reason(StrEnum):
    """A reason. Each has its own page in the judging app, and its own name in the API."""

    EXCLUDED = "excluded"
    ALL_DONE = "all_done"
    COME_BACK_LATER = "come_back_later"
    EXPIRED = "expired"
    ALREADY_TAKEN = "already_taken"
    QUOTA = "quota"
    PREVIEW = "preview"
    PAUSED = "paused"
    CLOSED = "closed"
    DECLINED = "declined"
    CONSENT = "consent"
    WITHDRAWN = "withdrawn"

    @property
    def message(self) -> str:
        return MESSAGES[self]


MESSAGES = {
    Reason.EXCLUDED: "Thank you for your work. There is no further work for you in this study.",
    Reason.ALL_DONE: "Everything is judged. Thank you!",
    Reason.COME_BACK_LATER: "Others are working on what is left. Please come back later.",
    Reason.EXPIRED: "The time for this work is over, and it went back to others.",
    Reason.ALREADY_TAKEN: "You have finished this work already. Thank you!",
    Reason.QUOTA: "You have done your share. Thank you!",
    Reason.PREVIEW: "This is a preview. Accept the work to begin.",
    Reason.PAUSED: "The study is paused. Please come back later.",
    Reason.CLOSED: "The study is over. Thank you for your interest.",
    Reason.DECLINED: "You declined to take part. Nothing about you was stored.",
    Reason.CONSENT: "Please read what this study is about and agree to take part first.",
    Reason.WITHDRAWN: "You have withdrawn from this study. There is no further work for you.",
}


@dataclass(frozen=True, slots=True)
class NoWork:
    """No work now, and why. ``assignment_id`` is the assignment that the person has finished already, if any."""

    reason: Reason
    assignment_id: int | None = None


class RefusedError(AssessError):
    """The answer came too late."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.message)
        self.reason = reason
