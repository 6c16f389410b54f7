"""The address at which others reach the server: links begin with it.

The one that somebody chose is kept until another is chosen. Until then it is the one of the last server.
"""

from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from assess.errors import ParameterError
from assess.store.links import put_setting, stored_setting

CHOSEN, SERVED = "address", "served address"
# The address of a server that nobody has started yet.
LOCAL = "http://127.0.0.1:8000"


def choose_address(session: Session, url: str) -> str:
    """Keep the address for all links from now on, and return it as it is kept."""
    address = checked_address(url)
    put_setting(session, CHOSEN, address)
    return address


def note_served_address(session: Session, url: str) -> None:
    """Keep the address of a server that starts; links begin with it as long as nobody chooses another."""
    put_setting(session, SERVED, checked_address(url))


def known_address(session: Session) -> str | None:
    """The address chosen, else the one of the last server; None if there was neither."""
    return stored_setting(session, CHOSEN) or stored_setting(session, SERVED)


def public_address(session: Session) -> str:
    """The address that links begin with."""
    return known_address(session) or LOCAL


def is_chosen(session: Session) -> bool:
    """Whether somebody chose the address."""
    return stored_setting(session, CHOSEN) is not None


def checked_address(url: str) -> str:
    """The address without a slash at its end; an error if no browser could open a link that begins with it."""
    if not _is_address(url):
        raise ParameterError(
            f"found the address {url!r}, expected http:// or https:// and a host, such as https://judge.example.org"
        )
    return url.rstrip("/")


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # reading a port that is no number is an error
    except ValueError:
        return False
    plain = url.isprintable() and not set(url) & set(" \\?#<>\"'@")
    return parts.scheme in ("http", "https") and bool(host) and plain
