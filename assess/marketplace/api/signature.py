"""AWS Signature Version 4: who calls, and in-house whether the signature is valid.

In a rehearsal any signature is accepted, and the access key identifies the account. In-house we know the requester's
secret, compute the signature again from the request, and compare.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from assess.marketplace.errors import Refusal

_AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256\s+Credential=(?P<key>[^/,\s]+)/(?P<date>\d{8})/(?P<region>[^/]+)/(?P<service>[^/]+)/aws4_request"
    r",\s*SignedHeaders=(?P<headers>[^,\s]+),\s*Signature=(?P<signature>[0-9a-f]+)"
)
MOST_SKEW = 300  # seconds, as on AWS


@dataclass(frozen=True)
class Signature:
    """The parts of the Authorization header."""

    access_key: str
    date: str
    region: str
    service: str
    signed_headers: str
    signature: str


def read_signature(headers: Mapping[str, str]) -> Signature:
    header = headers.get("Authorization", "")
    if not header:
        raise Refusal("MissingAuthenticationTokenException", "Missing Authentication Token")
    found = _AUTHORIZATION.fullmatch(header.strip())
    if not found:
        message = "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' of AWS4-HMAC-SHA256."
        raise Refusal("IncompleteSignatureException", message)
    return Signature(*found.group("key", "date", "region", "service", "headers", "signature"))


def check_signature(signature: Signature, secret: str, headers: Mapping[str, str], body: bytes, now: float) -> None:
    """Refuse a request that was not signed with the secret, or not at about *now* (real time)."""
    date = headers.get("X-Amz-Date", "")
    if not _near(date, now):
        raise Refusal("InvalidSignatureException", f"Signature expired: {date} is more than 5 minutes off")
    if not hmac.compare_digest(_sign(signature, secret, headers, body, date), signature.signature):
        message = "The request signature we calculated does not match the signature you provided."
        raise Refusal("InvalidSignatureException", f"{message} Check your AWS Secret Access Key and signing method.")


def _sign(signature: Signature, secret: str, headers: Mapping[str, str], body: bytes, date: str) -> str:
    names = signature.signed_headers.split(";")
    canonical = "".join(f"{name}:{' '.join(headers.get(name.title(), '').split())}\n" for name in names)
    request = "\n".join(["POST", "/", "", canonical, signature.signed_headers, hashlib.sha256(body).hexdigest()])
    scope = "/".join([signature.date, signature.region, signature.service, "aws4_request"])
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope, hashlib.sha256(request.encode()).hexdigest()])
    key = b"AWS4" + secret.encode()
    for part in (signature.date, signature.region, signature.service, "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def _near(date: str, now: float) -> bool:
    try:
        signed_at = datetime.strptime(date, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return False
    return abs(signed_at.timestamp() - now) <= MOST_SKEW
