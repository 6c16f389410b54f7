"""The production server: waitress in one process or several, with a graceful stop.

Told to stop, a process accepts no new connection, finishes the requests it has begun, and ends. If it is killed, no
acknowledged answer is lost: an answer is on the disk before its acknowledgment is sent.
"""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from assess.live.service import LiveService
from assess.sockets import BACKLOG
from assess.web.live.board_cache import board_cache_of

# Some threads wait for the disk while others compute; more than these would only compete for the processor.
THREADS = max(4, 2 * (os.cpu_count() or 1))
POLL_INTERVAL = 0.5  # seconds after which the loop looks whether it should stop, if nothing else wakes it
SWITCH_INTERVAL = 0.0005  # seconds that a thread may compute while another one waits
GRACE_PERIOD = 10.0  # seconds to finish the requests that have begun
RESTART_DELAY = 0.2  # seconds before a process that died is started again
CHORE_INTERVAL = 3600.0  # seconds between two calls of the chore
THREADS_PER_STREAM = 2  # one thread in this many may serve a stream, which takes it for minutes

Chore = Callable[[], None]


def nothing_to_do() -> None:
    """A server without a chore."""


def serve(
    app: Flask, listening: socket.socket, stop: threading.Event, threads: int = THREADS, chore: Chore = nothing_to_do
) -> None:
    """Serve until *stop* is set; then finish the requests that have begun. Keeps live scores up to date meanwhile.

    The *chore* is done every hour.
    """
    threading.Thread(target=_repeat, args=(chore, stop), name="chore", daemon=True).start()
    boards, scores = board_cache_of(app), LiveService(app.extensions["assess"].engine)
    boards.most_streams = max(1, threads // THREADS_PER_STREAM)
    sys.setswitchinterval(SWITCH_INTERVAL)
    connections: dict[int, Any] = {}
    server: Any = create_server(
        app,
        map=connections,
        sockets=[listening],
        threads=threads,
        backlog=BACKLOG,
        ident=None,
        connection_limit=1000,
    )
    scores.start()
    while not stop.is_set():
        wasyncore.loop(timeout=POLL_INTERVAL, map=connections, count=1)
    server.accepting = False
    boards.stopping.set()
    deadline = time.monotonic() + GRACE_PERIOD
    while time.monotonic() < deadline and any(map(_busy, list(server.active_channels.values()))):
        wasyncore.loop(timeout=0.05, map=connections, count=1)
    server.task_dispatcher.shutdown()
    wasyncore.close_all(connections)
    scores.stop()


def _repeat(chore: Chore, stop: threading.Event) -> None:
    while not stop.wait(CHORE_INTERVAL):
        chore()


def _busy(channel: Any) -> bool:
    """Whether a request of the connection is being answered, or its answer is not sent yet."""
    return bool(channel.requests or channel.total_outbufs_len)


def stop_on_signals() -> threading.Event:
    """An event that SIGTERM and Ctrl-C set."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


def serve_in_processes(
    make_app: Callable[[], Flask],
    listening: socket.socket,
    processes: int,
    threads: int,
    chore: Chore = nothing_to_do,
) -> None:
    """Serve in several processes on one socket; one that dies is started again. Each opens the database itself.

    The *chore* is done every hour, between two looks at the processes: a thread would not survive the next fork.
    """
    stop, due = stop_on_signals(), time.monotonic() + CHORE_INTERVAL
    children = {_start(make_app, listening, threads) for _ in range(processes)}
    while not stop.is_set():
        ended, _ = os.waitpid(-1, os.WNOHANG)
        if ended in children:
            children = (children - {ended}) | {_start(make_app, listening, threads)}
        if time.monotonic() >= due:
            chore()
            due = time.monotonic() + CHORE_INTERVAL
        stop.wait(RESTART_DELAY)
    for child in children:
        os.kill(child, signal.SIGTERM)
    for child in children:
        os.waitpid(child, 0)


def _start(make_app: Callable[[], Flask], listening: socket.socket, threads: int) -> int:
    child = os.fork()
    if child == 0:
        serve(make_app(), listening, stop_on_signals(), threads)
        os._exit(0)
    return child
