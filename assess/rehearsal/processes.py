"""Processes that can be killed, and servers that restart at the same address.

They are forked from a process that has imported everything. So a killed server is back in a moment, and a pass of
``assess sync`` is killed at its work and not while it starts.
"""

import json
import multiprocessing
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Self

from assess.errors import AssessError

PATIENCE = 60.0  # seconds before giving up on a server that does not answer
PAUSE = 0.02
PRELOADED = ("assess.rehearsal.programs",)


class StartError(AssessError):
    """A server of the rehearsal that does not start."""


def start_process(run: Callable[..., None], *arguments: Any, log: Path) -> BaseProcess:
    """Run a function as a process; its output goes to the end of a file."""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(list(PRELOADED))
    process = forking.Process(target=_run, args=(run, arguments, log), daemon=True)
    process.start()
    return process


def _run(run: Callable[..., None], arguments: tuple[Any, ...], log: Path) -> None:
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    run(*arguments)


def _end_with_parent() -> None:
    """The parent may be killed too, and then nobody else would end this process."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Server:
    """A function that serves at a socket; the socket stays open while its process is killed and restarted."""

    def __init__(self, run: Callable[..., None], *arguments: Any, log: Path) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._run, self._arguments, self._log = run, arguments, log
        self._process: BaseProcess | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = start_process(self._run, self._listening, *self._arguments, log=self._log)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if not self._process.is_alive() or time.monotonic() > deadline:
                raise StartError(f"{self._log.stem} does not start: {self._log.read_text().strip()}")
            time.sleep(PAUSE)

    def kill(self) -> None:
        """End it without a warning."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request with JSON."""
        said = self._ask("POST", path, json.dumps(body), PATIENCE)
        try:
            answer: dict[str, Any] = json.loads(said)
        except ValueError as error:
            raise HTTPException(f"{path} answers no JSON") from error
        if "error" in answer:
            raise AssessError(answer["error"])
        return answer

    def _answers(self) -> bool:
        try:
            self._ask("GET", "/", None, timeout=1.0)
        except (OSError, HTTPException):
            return False
        return True

    def _ask(self, method: str, path: str, body: str | None, timeout: float) -> bytes:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            return connection.getresponse().read()
        finally:
            connection.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._listening.close()
