"""How somebody leaves: the completion code, and the address to go back to."""

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from assess.campaign.access.arrivals import Visit
from assess.store.tables import Hit

# Letters and digits that nobody mistakes for each other when typing a code.
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 10


def fresh_code() -> str:
    """A code that nobody can guess: the receipt of a HIT."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def completion_code(visit: Visit, hit: Hit) -> str:
    """The panel's code for kept or for discarded work, where the organiser gave one; else the HIT's own."""
    return code_of(visit.link.settings, hit)


def code_of(settings: Mapping[str, Any], hit: Hit) -> str:
    """The code that ends a HIT which came by a link with these settings."""
    if hit.state == "discarded" and "discarded_code" in settings:
        return str(settings["discarded_code"])
    return str(settings.get("completion_code", hit.completion_code))


def return_url(visit: Visit, hit: Hit, code: str) -> str | None:
    """Where the work is handed in or the participant goes next; ``{code}`` and the panel's parameters are filled in."""
    if visit.framed:
        return f"{hit.platform['turkSubmitTo']}/mturk/externalSubmit"
    return _filled(visit.link.settings.get("return_url"), code, hit.platform)


def screened_out(visit: Visit) -> tuple[str | None, str | None]:
    """The panel's code for somebody who cannot take part, and where she goes with it; none where there is no code."""
    code = visit.link.settings.get("screened_code")
    if code is None:
        return None, None
    return str(code), _filled(visit.link.settings.get("return_url"), str(code), visit.claim.platform)


def _filled(url: str | None, code: str, platform: Mapping[str, str]) -> str | None:
    if url is None:
        return None
    for name, value in {"code": code, **platform}.items():
        url = url.replace("{" + name + "}", quote(value, safe=""))
    return url
