"""The listening socket of a server."""

import socket

from assess.errors import ParameterError

# How many connections may wait until a thread accepts them.
BACKLOG = 1024


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the address; port 0 picks a free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or error
        raise ParameterError(f"cannot listen on {host}, port {port}: {reason}; choose another with --port") from error
