"""The listening socket of a server."""

import socket

from assess.errors import ParameterError

# Connections that may wait until a thread accepts them.
BACKLOG = 1024


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at the address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or error
        raise ParameterError(f"cannot listen on {host}, port {port}: {reason}; choose another with --port") from error
