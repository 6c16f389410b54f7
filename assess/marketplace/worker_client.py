"""A worker as a program: signs in, accepts, submits and returns over HTTP, like a browser."""

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any

from assess.errors import AssessError

TIMEOUT = 30
SERVER_ERROR = 500


class MarketplaceError(AssessError):
    """The marketplace cannot be reached, or refused a request."""


class NoAnswerError(MarketplaceError):
    """There was no answer: it is unknown whether the marketplace carried out the request."""


@dataclass(frozen=True)
class WorkerTask:
    """An assignment of the worker; ``frame`` is the URL of the page where the work is done."""

    assignment_id: str
    hit_id: str
    worker_id: str
    frame: str | None
    seconds_left: int
    state: str
    reward: str


class WorkerClient:
    """One worker at one marketplace."""

    def __init__(self, endpoint: str, worker_id: str, password: str = "") -> None:
        self.endpoint, self.worker_id = endpoint.rstrip("/"), worker_id
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        # No proxies: a rehearsal talks to this machine or to the in-house server.
        self._opener = urllib.request.build_opener(cookies, urllib.request.ProxyHandler({}))
        self._send("POST", "/sign-in", {"worker": worker_id, "password": password})

    def groups(self) -> list[dict[str, Any]]:
        """The groups of HITs that the worker can see, the best paid first."""
        found: list[dict[str, Any]] = self._send("GET", "/hits")["groups"]
        return found

    def accept(self, hit_id: str) -> WorkerTask:
        return _task(self._send("POST", f"/hits/{hit_id}/accept", {}))

    def accept_next(self, group_id: str) -> WorkerTask:
        """Accept the next HIT of the group that the worker has not done yet."""
        return _task(self._send("POST", f"/groups/{group_id}/accept", {}))

    def look_at(self, assignment_id: str) -> WorkerTask:
        return _task(self._send("GET", f"/work/{assignment_id}"))

    def give_back(self, task: WorkerTask) -> None:
        self._send("POST", f"/work/{task.assignment_id}/return", {})

    def submit(self, task: WorkerTask, fields: Mapping[str, str]) -> None:
        """Post the final form, as the page in the frame does."""
        form = urllib.parse.urlencode({"assignmentId": task.assignment_id, **fields}).encode()
        self._open("POST", "/mturk/externalSubmit", form, "application/x-www-form-urlencoded")

    def held(self) -> list[WorkerTask]:
        """Assignments that the worker has accepted and not finished, the most urgent first."""
        return [self.look_at(row["assignment"]) for row in self._send("GET", "/hits")["held"]]

    def request_qualification(self, type_id: str) -> None:
        self._send("POST", f"/qualifications/{type_id}/request", {})

    def dashboard(self) -> dict[str, Any]:
        return self._send("GET", "/dashboard")

    def _send(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        return self._open(method, path, data, "application/json")

    def _open(self, method: str, path: str, data: bytes | None, content_type: str) -> dict[str, Any]:
        headers = {"Accept": "application/json", "Content-Type": content_type}
        request = urllib.request.Request(self.endpoint + path, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                answer: dict[str, Any] = json.load(response)
                return answer
        except urllib.error.HTTPError as error:
            kind = NoAnswerError if error.code >= SERVER_ERROR else MarketplaceError
            raise kind(_message(error)) from error
        except (OSError, HTTPException, ValueError) as error:
            raise NoAnswerError(f"no answer from the marketplace at {self.endpoint}: {error}") from error


def _task(facts: dict[str, Any]) -> WorkerTask:
    return WorkerTask(
        facts["assignment"],
        facts["hit"],
        facts["worker"],
        facts["frame"],
        facts["seconds_left"],
        facts["state"],
        facts["reward"],
    )


def _message(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError):
        return f"the marketplace answered {error.code} {error.reason}"
