"""The settings of a link. Only this module parses the JSON that is stored with it."""

from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from assess.campaign.access.platform_parameters import SUBMIT_ORIGINS, PlatformParameters
from assess.errors import ParameterError, UnknownNameError


@dataclass(frozen=True)
class LinkSettings:
    """What the organiser chose for the people who come by a link; None means the default.

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
        The size of an assignment, the minutes for it, and whether it goes topic by topic.
    assignments_per_person
        The largest number of assignments for one person.
    quota
        The largest number of judgments by one person, judgments that do not count included.
    topics
        The only topics that the people of this link get, by their TREC identifiers; empty means all.
    adjudicator
        They decide the pairings on which others disagree, and get nothing else.
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
    assignments_per_person: int | None = None
    quota: int | None = None
    topics: tuple[str, ...] = ()
    adjudicator: bool | None = None

    @property
    def submit_origins(self) -> tuple[str, ...]:
        return self.submit_to or tuple(SUBMIT_ORIGINS.values())


def parse_link_settings(stored: Mapping[str, Any]) -> LinkSettings:
    """Parse the settings that are stored with a link."""
    names = stored.get("parameters")
    known = {field.name for field in fields(LinkSettings)} - {"parameters", "submit_to", "topics"}
    return LinkSettings(
        parameters=PlatformParameters(**names) if names else None,
        submit_to=tuple(stored.get("submit_to", ())),
        topics=tuple(stored.get("topics", ())),
        **{name: value for name, value in stored.items() if name in known},
    )


def check_share_of_work(chosen: Mapping[str, Any], known: Container[str]) -> dict[str, Any]:
    """The share of work among what was *chosen*, if it makes sense in a campaign with the *known* topics."""
    found: dict[str, Any] = {}
    if "quota" in chosen:
        quota = chosen["quota"]
        if quota is not None and (isinstance(quota, bool) or not isinstance(quota, int) or quota < 1):
            raise ParameterError(f"found the quota {quota!r}, expected a whole number of judgments, 1 or more")
        found["quota"] = quota
    if "topics" in chosen:
        topics = chosen["topics"] or ()
        if isinstance(topics, str) or not all(isinstance(topic, str) for topic in topics):
            raise ParameterError(f"found the topics {topics!r}, expected a list of topics")
        if unknown := [topic for topic in topics if topic not in known]:
            raise UnknownNameError(f"found the topic {unknown[0]!r} to assign, expected a topic of the campaign")
        found["topics"] = list(dict.fromkeys(topics))
    if "adjudicator" in chosen:
        if chosen["adjudicator"] not in (True, False, None):
            raise ParameterError(f"found adjudicator = {chosen['adjudicator']!r}, expected true or false")
        found["adjudicator"] = chosen["adjudicator"] or None
    return found


def as_stored(settings: LinkSettings) -> dict[str, Any]:
    """The settings as they are stored, without defaults."""
    stored = {name: value for name, value in asdict(settings).items() if value not in (None, (), [])}
    if settings.parameters is not None:
        stored["parameters"] = {name: value for name, value in stored["parameters"].items() if value is not None}
    return stored
