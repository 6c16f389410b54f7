"""Identifiers like those of the live service: 30 characters for entities, 14 for people."""

import re
import secrets
import string

_ALPHABET = string.digits + string.ascii_uppercase
WORKER_ID = re.compile(r"A[A-Z0-9]{1,63}")


def entity_id() -> str:
    return "3" + _characters(29)


def customer_id() -> str:
    return "A" + _characters(13)


def _characters(count: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(count))
