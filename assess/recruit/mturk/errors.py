"""What a call to Mechanical Turk comes back with: it happened, was refused, or nobody knows."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from botocore.awsrequest import AWSResponse
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectionClosedError,
    ConnectTimeoutError,
    EndpointConnectionError,
    HTTPClientError,
    NoCredentialsError,
    PartialCredentialsError,
)
from botocore.exceptions import ConnectionError as BotoConnectionError

from assess.recruit.crowd import NotNow, Refused, Unreachable

TURK = "AWS.MechanicalTurk."
TEMPORARY = {"servicefault", "throttlingexception", "throttling", "requestlimitexceeded", "toomanyrequestsexception"}
OK, SERVER_FAULTS = 200, 500
# Every message ends in the time of the call, and would never be the same twice.
TIME_OF_CALL = re.compile(r" *\(\d{13}[^()]*\)$")
# Refusals that cannot mean "you have asked for this before".
DEFINITE = {
    "accessdeniedexception",
    "assignmentdoesnotexist",
    "hitdoesnotexist",
    "hittoooldforextension",
    "insufficientfunds",
    "invalidmaximumassignmentsincrease",
    "invalidparametervalue",
    "parametervalidationerror",
    "unrecognizedclientexception",
    "validationexception",
}


class TurkRefusal(Refused):
    """A refusal of Mechanical Turk with its own code, spelt in lower case because the service spells it in two ways."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


def refuse_truncated_answers(http_response: AWSResponse, **_: Any) -> None:
    """Raise for a truncated answer: botocore would take it for an empty one, and a truncated list for its end."""
    if http_response.status_code == OK and not _is_whole(http_response.headers, http_response.content):
        raise ConnectionClosedError(endpoint_url=http_response.url)


def _is_whole(headers: Mapping[str, str], body: bytes) -> bool:
    announced = headers.get("Content-Length")
    if not body:
        return announced == "0"
    try:
        json.loads(body)
    except ValueError:
        return False
    return announced is None or int(announced) == len(body)


@contextmanager
def answer_of(call: str) -> Iterator[None]:
    """Turn everything that a call raises into `Refused` or `NotNow`."""
    try:
        yield
    except ClientError as error:
        raise _sorted_error(call, error.response) from error
    except (EndpointConnectionError, ConnectTimeoutError) as error:
        raise Unreachable(f"{call}: {error}") from error
    except (HTTPClientError, BotoConnectionError) as error:
        raise NotNow(f"{call}: {error}") from error
    except (NoCredentialsError, PartialCredentialsError) as error:
        raise Refused(
            f"{call}: {error}: aws configure stores those of your account; "
            "a marketplace on this machine (--endpoint http://127.0.0.1:8900) needs none"
        ) from error
    except BotoCoreError as error:
        raise Refused(f"{call}: {error}") from error


@contextmanager
def once_only(token: str) -> Iterator[None]:
    """Ignore the refusal of a token that was used before: the call had happened, but its answer was lost.

    The service does not document the words of this refusal. With unknown words, nobody knows until the token lapses.
    """
    try:
        yield
    except TurkRefusal as refusal:
        said = str(refusal)
        if refusal.code in DEFINITE:
            raise
        if token not in said and "idempotency token" not in said:
            raise NotNow(said) from refusal


def _sorted_error(call: str, response: Any) -> NotNow | TurkRefusal:
    error = response["Error"]
    message = f"{call}: {TIME_OF_CALL.sub('', error.get('Message', ''))} ({error['Code']})"
    status = response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if error["Code"].lower() in TEMPORARY or status >= SERVER_FAULTS:
        return NotNow(message)
    return TurkRefusal(message, response.get("TurkErrorCode", error["Code"]).removeprefix(TURK).lower())
