"""The URL of the worker's frame, with the parameters that Mechanical Turk appends."""

from urllib.parse import quote, urlsplit

from assess.marketplace.faults.switches import Faults
from assess.marketplace.market import Market

NOT_AVAILABLE = "ASSIGNMENT_ID_NOT_AVAILABLE"


def preview_parameters(hit_id: str, submit_to: str) -> list[tuple[str, str]]:
    """Parameters of a preview: there is no assignment yet, and the worker is not named."""
    return [("assignmentId", NOT_AVAILABLE), ("hitId", hit_id), ("turkSubmitTo", submit_to)]


def work_parameters(assignment_id: str, hit_id: str, worker_id: str, submit_to: str) -> list[tuple[str, str]]:
    return [
        ("assignmentId", assignment_id),
        ("hitId", hit_id),
        ("workerId", worker_id),
        ("turkSubmitTo", submit_to),
    ]


def frame_url(url: str, parameters: list[tuple[str, str]], *, amp: bool = False, double: bool = False) -> str:
    """The question's URL with the parameters appended; *amp* and *double* damage them as seen on the live service."""
    if double:
        parameters = parameters + [pair for pair in parameters if pair[0] == "workerId"]
    pairs = [f"{name}={quote(value, safe='')}" for name, value in parameters]
    parts = urlsplit(url)
    query = ("&amp;" if amp else "&").join(([parts.query] if parts.query else []) + pairs)
    return parts._replace(query=query).geturl()


def frame_url_with_faults(market: Market, faults: Faults, url: str, parameters: list[tuple[str, str]]) -> str:
    """The URL of the frame, with the faults that happen this time."""
    amp, double = market.happens(faults.amp), market.happens(faults.double_worker_id)
    return frame_url(url, parameters, amp=amp, double=double)
