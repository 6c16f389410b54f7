"""A client of the JSON API that retries: a repeated request carries the same key, and is stored once."""

import http.client
import json
import time
from typing import Any
from urllib.parse import urlsplit

from assess.errors import AssessError, ParameterError

FAILED = (ConnectionError, TimeoutError, http.client.HTTPException, OSError)
PATIENCE = 60.0  # seconds of retrying before giving up on a server
PAUSE = 0.1


class ServerError(AssessError):
    """A server that does not answer, or not as expected."""


class Client:
    """One person's connection to the API, kept open."""

    def __init__(self, server: str, token: str, patience: float = PATIENCE) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ParameterError(f"found the server {server!r}, expected http://HOST:PORT")
        connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = connect(parts.hostname, parts.port, timeout=30)
        self._base, self._patience = parts.path.rstrip("/"), patience
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    @classmethod
    def by_link(cls, link: str) -> "Client":
        """The client of the person who has this link."""
        server, _, token = link.partition("/j/")
        if not token:
            raise ParameterError(f"found the link {link!r}, expected http://HOST:PORT/j/TOKEN")
        return cls(server, token)

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """Status and answer; retried while the server does not answer or fails, until patience ends."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                status, answer = self._call(method, path, body)
                if status < 500:
                    return status, answer
                trouble = f"it answers {status}"
            except FAILED as error:
                self._connection.close()
                trouble = str(error) or type(error).__name__
            if time.monotonic() > deadline:
                raise ServerError(f"{method} {path}: the server does not answer: {trouble}")
            time.sleep(PAUSE)

    def _call(self, method: str, path: str, body: dict[str, Any] | None) -> tuple[int, dict[str, Any]]:
        self._connection.request(method, f"{self._base}/api{path}", json.dumps(body or {}), self._headers)
        response = self._connection.getresponse()
        sent = response.read()
        answer = json.loads(sent) if response.getheader("Content-Type", "").startswith("application/json") else {}
        return response.status, answer

    def close(self) -> None:
        self._connection.close()
