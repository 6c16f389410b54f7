"""The end of an assignment: the completion code, and the address to go back to."""

import secrets
from collections.abc import Mapping
from urllib.parse import quote

from assess.campaign.access.arrivals import Arrival
from assess.campaign.access.link_settings import LinkSettings
from assess.store.tables import Assignment

# Letters and digits without those that look alike.
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 10


def new_completion_code() -> str:
    """A random code that proves that an assignment was finished."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def completion_code(settings: LinkSettings, assignment: Assignment) -> str:
    """The organiser's code for kept or discarded work if they set one; otherwise the assignment's own code."""
    if assignment.state == "discarded" and settings.discarded_code is not None:
        return settings.discarded_code
    return settings.completion_code or assignment.completion_code


def return_url(arrival: Arrival, assignment: Assignment, code: str) -> str | None:
    """The URL to submit the assignment to, or where the participant goes next, with placeholders filled in."""
    if arrival.framed:
        return f"{assignment.platform['turkSubmitTo']}/mturk/externalSubmit"
    return _filled(arrival.settings.return_url, code, assignment.platform)


def screened_out(arrival: Arrival) -> tuple[str | None, str | None]:
    """The panel's code for somebody who cannot take part, and the URL to return to; both None without a code."""
    code = arrival.settings.screened_code
    if code is None:
        return None, None
    return code, _filled(arrival.settings.return_url, code, arrival.claim.platform)


def _filled(url: str | None, code: str, platform: Mapping[str, str]) -> str | None:
    if url is None:
        return None
    for name, value in {"code": code, **platform}.items():
        url = url.replace("{" + name + "}", quote(value, safe=""))
    return url
