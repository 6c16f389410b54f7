"""Many assessors at once over plain sockets: the load for the judging benchmark."""

import json
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import Any

ASSESSORS = 32
# The text before the assignment's JSON in the page.
PAGE = b'<script type="application/json" id="page">'


class Connection:
    """A keep-alive connection with as little overhead as possible."""

    def __init__(self, port: int, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._token = token

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, bytes]:
        sent = json.dumps(body).encode() if body is not None else b""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        )
        self._socket.sendall(head.encode() + sent)
        return self._answer()

    def _answer(self) -> tuple[int, bytes]:
        got = b""
        while b"\r\n\r\n" not in got:
            got += self._receive()
        head, _, body = got.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += self._receive()
        return int(head[9:12]), body

    def _receive(self) -> bytes:
        got = self._socket.recv(65536)
        if not got:
            raise ConnectionError("the server hung up")
        return got


@dataclass
class Times:
    """The times of each kind of call, and the number of failed calls."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    began: float = 0.0
    ended: float = 0.0

    def per_second(self, kind: str) -> float:
        return len(self.seconds.get(kind, ())) / (self.ended - self.began)

    def quantile(self, kind: str, share: float) -> float:
        """The milliseconds within which this share of the calls was answered."""
        ordered = sorted(self.seconds[kind])
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Assessor:
    """One assessor: makes calls, and records how long each took."""

    def __init__(self, port: int, token: str, times: Times, until: float) -> None:
        self._connection = Connection(port, token)
        self.token, self._times, self._until = token, times, until

    @property
    def enough(self) -> bool:
        return time.perf_counter() > self._until

    def call(self, kind: str, method: str, path: str, body: dict[str, Any] | None = None) -> bytes | None:
        """The response; None if the call failed, which is recorded."""
        began = time.perf_counter()
        status, answer = self._connection.call(method, path, body)
        self._times.seconds.setdefault(kind, []).append(time.perf_counter() - began)
        if status != 200:
            self._times.errors.append(f"{kind}: {status} {answer[:200]!r}")
            return None
        return answer

    def save(self, assignment: int, position: int) -> bool:
        body = {"answer": 1, "seconds": 1.5, "changes": 0, "key": f"{assignment}-{position}"}
        return self.call("save", "PUT", f"/api/assignments/{assignment}/tasks/{position}", body) is not None


def judge(assessor: Assessor) -> None:
    """Work on one assignment after the other: load the page, answer, finish."""
    while not assessor.enough:
        page = assessor.call("page", "GET", f"/j/{assessor.token}/work")
        if page is None:
            return
        assignment = json.loads(page.split(PAGE)[1].split(b"</script>")[0])["assignment"]
        for task in assignment["tasks"]:
            if assessor.enough or not assessor.save(assignment["assignment"], task["position"]):
                return
        assessor.call("finish", "POST", f"/api/assignments/{assignment['assignment']}/finish")


def all_together(port: int, tokens: list[str], seconds: float) -> Times:
    """Let one assessor for each token work at the same time for *seconds* seconds."""
    times = Times()
    times.began = time.perf_counter()
    assessors = [Assessor(port, token, times, times.began + seconds) for token in tokens]
    threads = [threading.Thread(target=judge, args=(assessor,)) for assessor in assessors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.ended = time.perf_counter()
    return times
