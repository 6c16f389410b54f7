"""The marketplace and the way into the judging app as people use them, with retries for servers that restart."""

import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import TypeVar
from urllib.parse import urlsplit

from assess.errors import AssessError
from assess.marketplace.worker_client import MarketplaceError, NoAnswerError, WorkerClient, WorkerTask
from assess.rehearsal.client import Client

T = TypeVar("T")
PATIENCE = 60.0  # seconds of real time before giving up on a server
PAUSE = 0.1
FOUND, SERVER_FAULTS = 303, 500


class NotLetInError(AssessError):
    """The judging app did not let a worker in."""


class WorkerMarket:
    """Where people find their work; *meet* brings the marketplace's clock to theirs first."""

    def __init__(self, endpoint: str, meet: Callable[[], None]) -> None:
        self._endpoint, self._meet = endpoint, meet

    def sign_in(self, identity: str) -> WorkerClient:
        return retry(lambda: WorkerClient(self._endpoint, identity))

    def accept(self, client: WorkerClient) -> WorkerTask | None:
        """Accept a HIT that is open to this worker; None if there is none."""
        self._meet_with_retries()
        for group in retry(client.groups):
            try:
                return client.accept_next(group["group"])
            except MarketplaceError:
                continue  # somebody was quicker; or the answer was lost, and the assignment is held until its deadline
        return None

    def enter(self, task: WorkerTask) -> Client:
        """Open the frame, and continue with the token that the judging app gives."""
        server, token = retry(lambda: _open(task.frame or ""))
        client = Client(server, token)
        client.call("POST", "/consent", {"agree": True})
        return client

    def submit(self, client: WorkerClient, task: WorkerTask, receipt: str) -> bool:
        """Submit the assignment; False if it never arrived."""
        self._meet_with_retries()
        try:
            client.submit(task, {"receipt": receipt})
        except NoAnswerError:
            return retry(lambda: client.look_at(task.assignment_id)).state in ("Submitted", "Approved")
        except MarketplaceError:
            return False
        return True

    def give_back(self, client: WorkerClient, task: WorkerTask) -> None:
        self._meet_with_retries()
        try:
            retry(lambda: client.give_back(task))
        except MarketplaceError:
            return  # it was returned before, and only the answer was lost

    def _meet_with_retries(self) -> None:
        retry(self._meet)


def leads_to_work(task: WorkerTask) -> bool:
    """Whether the frame leads to the judging app; a HIT that makes up for lost work has a page of its own."""
    return bool(urlsplit(task.frame or "").netloc)


def retry(action: Callable[[], T]) -> T:
    """Do something that may be done twice, until a server answers."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return action()
        except (NoAnswerError, OSError, HTTPException):
            if time.monotonic() > deadline:
                raise
        time.sleep(PAUSE)


def _open(url: str) -> tuple[str, str]:
    """The judging app's address, and the token that it gives to the worker who opened the frame."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", f"{parts.path}?{parts.query}")
        answer = connection.getresponse()
        said = answer.read().decode(errors="replace")
        if answer.status >= SERVER_FAULTS:
            raise HTTPException(said)
        if answer.status != FOUND:
            raise NotLetInError(f"the judging app answered {answer.status} to {url}: {said}")
        return f"{parts.scheme}://{parts.netloc}", (answer.getheader("Location") or "").rpartition("/j/")[2]
    finally:
        connection.close()
