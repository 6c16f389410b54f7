"""The query parameters by which Mechanical Turk and panels say who arrives, and where their workers submit."""

from dataclasses import dataclass

# Where workers submit, by the environment of Mechanical Turk.
SUBMIT_ORIGINS = {"live": "https://www.mturk.com", "sandbox": "https://workersandbox.mturk.com"}


@dataclass(frozen=True)
class PlatformParameters:
    """The platform's names of the query parameters for the participant, their assignment and the HIT."""

    participant: str
    assignment: str | None = None
    hit: str | None = None

    @property
    def names(self) -> list[str]:
        return [name for name in (self.participant, self.assignment, self.hit) if name is not None]


PRESETS: dict[str, PlatformParameters] = {
    "mturk": PlatformParameters("workerId", "assignmentId", "hitId"),
    "prolific": PlatformParameters("PROLIFIC_PID", "SESSION_ID", "STUDY_ID"),
    "connect": PlatformParameters("participantId", "assignmentId", "projectId"),
}
