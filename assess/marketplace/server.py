"""Serve the marketplace over HTTP, in the foreground or in a thread of a test or rehearsal."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from assess.marketplace.notifications.delivery import delivering
from assess.sockets import listen

THREADS = 8
STOP_CHECK = 0.02  # seconds between checks whether a server in a thread has to stop


def serve(app: Flask, listening: socket.socket) -> None:
    """Serve until the process is stopped."""
    with delivering(app.extensions["marketplace"]):
        create_server(app, sockets=[listening], threads=THREADS, ident=None).run()


@contextmanager
def running(app: Flask, port: int = 0) -> Iterator[str]:
    """Serve on this machine while the block runs; yields the URL."""
    listening = listen("127.0.0.1", port)
    connections: dict[int, Any] = {}
    server: Any = create_server(app, sockets=[listening], map=connections, threads=THREADS, ident=None)
    stopping = threading.Event()
    thread = threading.Thread(target=_handle, args=(connections, stopping), name="marketplace", daemon=True)
    thread.start()
    try:
        with delivering(app.extensions["marketplace"]):
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        stopping.set()
        thread.join()
        server.task_dispatcher.shutdown()


def _handle(connections: dict[int, Any], stopping: threading.Event) -> None:
    while not stopping.is_set():
        wasyncore.loop(timeout=STOP_CHECK, map=connections, count=1)
    wasyncore.close_all(connections)
