"""Requests that violate the service's model or its documented limits get the error the live service gives."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.model import ListShape, Shape, StringShape, StructureShape
from mypy_boto3_mturk import MTurkClient

from assess.marketplace.api.operations import OPERATIONS
from assess.marketplace.api.schema import read_body, service_model
from assess.marketplace.errors import Refusal
from tests.marketplace.conftest import HIT, HIT_TYPE, NAMESPACE, refusal

SAMPLES = {
    "EntityId": "3AAA",
    "CustomerId": "A1",
    "CurrencyAmount": "1.00",
    "CountryParameters": "US",
    "ResultSize": 10,
}
DEFAULTS: dict[str, Any] = {"integer": 1, "long": 60, "boolean": True, "timestamp": 0, "string": "text"}


def sample(shape: Shape) -> Any:
    """A valid value of a shape, with all its members once."""
    if shape.name in SAMPLES:
        return SAMPLES[shape.name]
    if isinstance(shape, StructureShape):
        return {name: sample(member) for name, member in shape.members.items()}
    if isinstance(shape, ListShape):
        return [sample(shape.member)]
    if isinstance(shape, StringShape) and shape.enum:
        return shape.enum[0]
    return DEFAULTS[shape.type_name]


def bad_values(shape: Shape) -> Iterator[Any]:
    """Values just outside the shape's limits."""
    if isinstance(shape, StringShape):
        if "max" in shape.metadata:
            yield "A" * (shape.metadata["max"] + 1)
        if "min" in shape.metadata:
            yield "A" * (shape.metadata["min"] - 1)
        if "pattern" in shape.metadata:
            yield "$2"
        if shape.enum:
            yield "NoSuchValue"
    elif "max" in shape.metadata:
        yield shape.metadata["max"] + 1
        yield shape.metadata["min"] - 1


def violations(shape: Shape) -> Iterator[tuple[str, Any]]:
    """Every way to violate one limit inside the shape: a description, and the invalid value."""
    if isinstance(shape, StructureShape):
        whole = sample(shape)
        for name in shape.required_members:
            yield f"without {name}", {key: value for key, value in whole.items() if key != name}
        for name, member in shape.members.items():
            for what, bad in violations(member):
                yield f"{name}: {what}", whole | {name: bad}
    elif isinstance(shape, ListShape):
        for what, bad in violations(shape.member):
            yield what, [bad]
    else:
        for bad in bad_values(shape):
            yield repr(bad)[:40], bad


def cases() -> list[Any]:
    model = service_model()
    shapes = {name: model.operation_model(name).input_shape for name in model.operation_names}
    return [
        pytest.param(name, bad, id=f"{name} {what}")
        for name, shape in shapes.items()
        if shape
        for what, bad in violations(shape)
    ]


@pytest.mark.parametrize(("operation", "bad"), cases())
def test_each_limit_of_the_model_is_enforced(operation: str, bad: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        read_body(operation, json.dumps(bad).encode())
    assert refused.value.code == "ValidationException"
    assert "failed to satisfy constraint: Member must" in refused.value.message


@pytest.mark.parametrize("operation", service_model().operation_names)
def test_a_request_within_the_limits_passes_unchanged(operation: str) -> None:
    shape = service_model().operation_model(operation).input_shape
    assert shape
    whole = sample(shape)
    assert read_body(operation, json.dumps(whole | {"Unknown": 1}).encode()) == whole


def test_every_operation_of_the_model_exists() -> None:
    assert set(OPERATIONS) == set(service_model().operation_names)


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'"text"',
        b'{"MaxResults": "10"}',
        b'{"MaxResults": true}',
        b'{"MaxResults": 1e400}',
        b'{"NextToken": 5}',
        b'{"NextToken": "\\ud800"}',
        b'{"NextToken": "a\\u0000b"}',
        b'{"MaxResults": 99999999999999999999}',
        b'{"MaxResults": NaN}',
    ],
)
def test_a_body_of_other_types_is_a_serialization_error(body: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        read_body("ListHITs", body)
    assert refused.value.code == "SerializationException"


def test_messages_name_the_member_as_aws_does() -> None:
    with pytest.raises(Refusal) as refused:
        read_body("NotifyWorkers", b'{"Subject": "s", "WorkerIds": ["A1", "b2"]}')
    assert refused.value.message.startswith("2 validation errors detected: ")
    assert "Value null at 'messageText' failed to satisfy constraint: Member must not be null" in refused.value.message
    assert "Value 'b2' at 'workerIds.2.member' failed" in refused.value.message


@pytest.mark.parametrize(
    "change",
    [
        {"Title": "t" * 129},
        {"Title": ""},
        {"Description": "d" * 2001},
        {"Keywords": "k" * 1001},
        {"AssignmentDurationInSeconds": 29},
        {"AssignmentDurationInSeconds": 31_536_001},
        {"AutoApprovalDelayInSeconds": 2_592_001},
        {"LifetimeInSeconds": 29},
        {"MaxAssignments": 0},
        {"RequesterAnnotation": "a" * 256},
        {"Reward": "1" + "0" * 30},
        {"Question": "<a>" + "x" * 65_535 + "</a>"},
        {"QualificationRequirements": [{"QualificationTypeId": "00000000000000000060", "Comparator": "Exists"}] * 11},
    ],
    ids=lambda change: next(iter(change)),
)
def test_documented_limits_are_enforced(client: MTurkClient, change: dict[str, Any]) -> None:
    assert refusal(client.create_hit, **HIT | change)[0] == "ParameterValidationError"
    assert client.list_hits()["HITs"] == []


def external(url: str, height: str = "<FrameHeight>0</FrameHeight>") -> str:
    return f'<ExternalQuestion xmlns="{NAMESPACE}"><ExternalURL>{url}</ExternalURL>{height}</ExternalQuestion>'


@pytest.mark.parametrize(
    "question",
    [
        "no XML",
        "<a/>",
        external("https://example.org/?a=1&b=2"),
        external("http://example.org/"),
        external("javascript:alert(1)"),
        external("https://example.org/", "<FrameHeight>tall</FrameHeight>"),
        external("https://example.org/").replace("ExternalURL>", "URL>"),
        '<!DOCTYPE a [<!ENTITY x "y">]>' + external("https://example.org/&x;"),
        f'<QuestionForm xmlns="{NAMESPACE}"/>',
    ],
)
def test_a_question_that_cannot_be_shown_is_refused(client: MTurkClient, question: str) -> None:
    assert refusal(client.create_hit, **HIT | {"Question": question})[0] == "ParameterValidationError"


@pytest.mark.parametrize(
    "requirement",
    [
        {"QualificationTypeId": "00000000000000000040", "Comparator": "Exists", "IntegerValues": [1]},
        {"QualificationTypeId": "00000000000000000040", "Comparator": "GreaterThan"},
        {"QualificationTypeId": "00000000000000000040", "Comparator": "GreaterThan", "IntegerValues": [1, 2]},
        {"QualificationTypeId": "00000000000000000040", "Comparator": "In", "IntegerValues": list(range(16))},
        {"QualificationTypeId": "00000000000000000040", "Comparator": "EqualTo", "LocaleValues": [{"Country": "US"}]},
        {"QualificationTypeId": "00000000000000000071", "Comparator": "EqualTo", "IntegerValues": [1]},
        {"QualificationTypeId": "00000000000000000071", "Comparator": "LessThan", "LocaleValues": [{"Country": "US"}]},
        {
            "QualificationTypeId": "00000000000000000071",
            "Comparator": "EqualTo",
            "LocaleValues": [{"Country": "US"}, {"Country": "CA"}],
        },
        {"QualificationTypeId": "00000000000000000071", "Comparator": "EqualTo", "LocaleValues": [{"Country": "us"}]},
        {
            "QualificationTypeId": "00000000000000000071",
            "Comparator": "In",
            "LocaleValues": [{"Country": "DE", "Subdivision": "BE"}],
        },
        {
            "QualificationTypeId": "00000000000000000060",
            "Comparator": "Exists",
            "RequiredToPreview": True,
            "ActionsGuarded": "Accept",
        },
    ],
)
def test_a_requirement_that_contradicts_itself_is_refused(client: MTurkClient, requirement: dict[str, Any]) -> None:
    refused = refusal(client.create_hit_type, **HIT_TYPE, QualificationRequirements=[requirement])
    assert refused[0] == "ParameterValidationError"


def post(endpoint: str, body: bytes, **headers: str) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(endpoint, body, {key.replace("_", "-"): value for key, value in headers.items()})
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)
    return error.value.code, json.load(error.value)


SIGNED = (
    "AWS4-HMAC-SHA256 Credential=K/20260101/us-east-1/mturk-requester/aws4_request, SignedHeaders=host, Signature=0"
)
TARGET = "MTurkRequesterServiceV20170117."


def test_unknown_operations_and_unsigned_requests_are_refused(endpoint: str) -> None:
    status, body = post(endpoint, b"{}", X_Amz_Target=TARGET + "Nothing", Authorization=SIGNED)
    assert (status, body["__type"]) == (400, "UnknownOperationException")
    status, body = post(endpoint, b"{}", X_Amz_Target="Other.ListHITs", Authorization=SIGNED)
    assert (status, body["__type"]) == (400, "UnknownOperationException")
    status, body = post(endpoint, b"{}", X_Amz_Target=TARGET + "ListHITs")
    assert (status, body["__type"]) == (400, "MissingAuthenticationTokenException")
    status, body = post(endpoint, b"{}", X_Amz_Target=TARGET + "ListHITs", Authorization="Basic eDp5")
    assert (status, body["__type"]) == (400, "IncompleteSignatureException")
    status, body = post(endpoint, b"{", X_Amz_Target=TARGET + "ListHITs", Authorization=SIGNED)
    assert (status, body["__type"]) == (400, "SerializationException")
