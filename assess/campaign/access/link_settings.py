"""The settings of a link: parsed here, and nowhere else, from the JSON that is stored with it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

# Where workers submit, by the environment of Mechanical Turk.
SUBMIT_ORIGINS = {"live": "https://www.mturk.com", "sandbox": "https://workersandbox.mturk.com"}


@dataclass(frozen=True)
class PlatformParameters:
    """What a platform calls the participant, their assignment and the HIT in the address it sends people to."""

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


@dataclass(frozen=True)
class LinkSettings:
    """What the organiser chose for the people who come by a link; None is the usual value.

    Parameters
    ----------
    parameters
        For the link of a panel or platform; None for a personal one.
    submit_to
        Origins that a framed page may submit to; empty means Mechanical Turk's own.
    completion_code, discarded_code, screened_code
        The panel's code for finished work, for work with a failed challenge,
        and for somebody who cannot take part.
    return_url
        Where people go at the end; ``{code}`` and the platform's parameters are filled in.
    pairings, challenges, minutes, by_topic
        What an assignment holds, for how long, and whether it goes topic by topic.
    hits_per_person
        The most that one person may do.
    """

    parameters: PlatformParameters | None = None
    submit_to: tuple[str, ...] = ()
    completion_code: str | None = None
    discarded_code: str | None = None
    screened_code: str | None = None
    return_url: str | None = None
    pairings: int | None = None
    challenges: int | None = None
    minutes: int | None = None
    by_topic: bool | None = None
    hits_per_person: int | None = None

    @property
    def submit_origins(self) -> tuple[str, ...]:
        return self.submit_to or tuple(SUBMIT_ORIGINS.values())


def parse_link_settings(stored: Mapping[str, Any]) -> LinkSettings:
    """What is stored with a link, as a record."""
    names = stored.get("parameters")
    known = {field.name for field in fields(LinkSettings)} - {"parameters", "submit_to"}
    return LinkSettings(
        parameters=PlatformParameters(**names) if names else None,
        submit_to=tuple(stored.get("submit_to", ())),
        **{name: value for name, value in stored.items() if name in known},
    )


def as_stored(settings: LinkSettings) -> dict[str, Any]:
    """The settings as they are stored: without what was not chosen."""
    stored = {name: value for name, value in asdict(settings).items() if value not in (None, (), [])}
    if settings.parameters is not None:
        stored["parameters"] = {name: value for name, value in stored["parameters"].items() if value is not None}
    return stored
