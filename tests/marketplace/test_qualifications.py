"""Qualifications: types, grants, requests, and the requirements of HITs."""

from collections.abc import Callable
from typing import Any

import pytest
from mypy_boto3_mturk import MTurkClient

from assess.marketplace.market import Market
from assess.marketplace.people.requirements import in_words, meets
from assess.marketplace.people.workers import Profile, enrol
from assess.marketplace.worker_client import MarketplaceError, WorkerClient
from tests.marketplace.conftest import HIT, message, refusal, requester

LOCALE, RATE, APPROVED = "00000000000000000071", "000000000000000000L0", "00000000000000000040"
PAPER = [
    {"QualificationTypeId": LOCALE, "Comparator": "EqualTo", "LocaleValues": [{"Country": "US"}]},
    {"QualificationTypeId": APPROVED, "Comparator": "GreaterThanOrEqualTo", "IntegerValues": [1000]},
    {"QualificationTypeId": RATE, "Comparator": "GreaterThan", "IntegerValues": [95]},
]


def make_type(client: MTurkClient, name: str = "Seen before", **more: Any) -> str:
    made = client.create_qualification_type(
        Name=name, Description="Took part", QualificationTypeStatus="Active", **more
    )
    return str(made["QualificationType"]["QualificationTypeId"])


def enrol_worker(market: Market, worker_id: str, **profile: Any) -> None:
    with market.moment() as moment:
        enrol(moment.session, worker_id, Profile(**profile), moment.now)


@pytest.mark.parametrize(
    ("comparator", "values", "value", "met"),
    [
        ("LessThan", [5], 4, True),
        ("LessThan", [5], 5, False),
        ("LessThanOrEqualTo", [5], 5, True),
        ("GreaterThan", [95], 95, False),
        ("GreaterThan", [95], 96, True),
        ("GreaterThanOrEqualTo", [1000], 1000, True),
        ("EqualTo", [1], 1, True),
        ("NotEqualTo", [1], 1, False),
        ("NotEqualTo", [1], 2, True),
        ("NotEqualTo", [1], None, False),
        ("In", [1, 2], 2, True),
        ("In", [1, 2], 3, False),
        ("NotIn", [1, 2], 3, True),
        ("NotIn", [1, 2], None, False),
        ("Exists", [], 0, True),
        ("Exists", [], None, False),
        ("DoesNotExist", [], None, True),
        ("DoesNotExist", [], 0, False),
    ],
)
def test_comparators_of_integers(comparator: str, values: list[int], value: int | None, met: bool) -> None:
    requirement = {"QualificationTypeId": "3Q", "Comparator": comparator, "IntegerValues": values}
    assert meets(requirement, {} if value is None else {"3Q": value}) is met


@pytest.mark.parametrize(
    ("comparator", "locales", "met"),
    [
        ("EqualTo", [{"Country": "US"}], True),
        ("EqualTo", [{"Country": "CA"}], False),
        ("EqualTo", [{"Country": "US", "Subdivision": "NY"}], True),
        ("EqualTo", [{"Country": "US", "Subdivision": "CA"}], False),
        ("NotEqualTo", [{"Country": "US"}], False),
        ("In", [{"Country": "CA"}, {"Country": "US"}], True),
        ("NotIn", [{"Country": "CA"}, {"Country": "DE"}], True),
    ],
)
def test_comparators_of_locales(comparator: str, locales: list[dict[str, str]], met: bool) -> None:
    requirement = {"QualificationTypeId": LOCALE, "Comparator": comparator, "LocaleValues": locales}
    assert meets(requirement, {LOCALE: ("US", "NY")}) is met


def test_a_requirement_reads_as_words() -> None:
    assert in_words(PAPER[2], "HIT approval rate (%)") == "HIT approval rate (%) is greater than 95"
    assert in_words(PAPER[0], "Location") == "Location is US"


@pytest.mark.parametrize(
    ("profile", "reason"),
    [
        ({}, None),
        ({"country": "DE"}, "Location is US"),
        ({"prior_submitted": 999, "prior_approved": 999}, "Number of HITs approved is at least 1000"),
        ({"prior_submitted": 2000, "prior_approved": 1900}, "HIT approval rate (%) is greater than 95"),
    ],
)
def test_the_requirements_of_the_paper(
    client: MTurkClient, endpoint: str, market: Market, profile: dict[str, Any], reason: str | None
) -> None:
    hit = client.create_hit(**HIT, QualificationRequirements=PAPER)["HIT"]
    enrol_worker(market, "A1ANNA", **profile)
    anna = WorkerClient(endpoint, "A1ANNA")
    (group,) = anna.groups()
    assert group["unmet"] == ([reason] if reason else [])
    if reason is None:
        assert anna.accept(hit["HITId"]).state == "Accepted"
    else:
        with pytest.raises(MarketplaceError, match="You are not qualified"):
            anna.accept(hit["HITId"])


def test_the_approval_rate_is_100_until_100_were_submitted(client: MTurkClient, endpoint: str, market: Market) -> None:
    enrol_worker(market, "A1ANNA", prior_submitted=99, prior_approved=50)
    enrol_worker(market, "A2BERT", prior_submitted=100, prior_approved=51)
    assert WorkerClient(endpoint, "A1ANNA").dashboard()["approval_rate"] == 100
    assert WorkerClient(endpoint, "A2BERT").dashboard()["approval_rate"] == 51


@pytest.mark.parametrize(
    ("guard", "seen", "previewed"),
    [("Accept", True, True), ("PreviewAndAccept", True, False), ("DiscoverPreviewAndAccept", False, False)],
)
def test_what_a_requirement_guards(client: MTurkClient, endpoint: str, guard: str, seen: bool, previewed: bool) -> None:
    requirement = {"QualificationTypeId": make_type(client), "Comparator": "Exists", "ActionsGuarded": guard}
    hit = client.create_hit(**HIT, QualificationRequirements=[requirement])["HIT"]
    assert hit["QualificationRequirements"][0]["ActionsGuarded"] == guard
    anna = WorkerClient(endpoint, "A1ANNA")
    groups = anna.groups()
    assert bool(groups) is seen
    assert [group["may_preview"] for group in groups] == [previewed] * seen
    with pytest.raises(MarketplaceError, match="not qualified"):
        anna.accept(hit["HITId"])


def test_granting_the_exclusion_closes_the_hits_to_a_worker(client: MTurkClient, endpoint: str) -> None:
    kind = make_type(client)
    hidden = {
        "QualificationTypeId": kind,
        "Comparator": "DoesNotExist",
        "ActionsGuarded": "DiscoverPreviewAndAccept",
    }
    first, second = (client.create_hit(**HIT, QualificationRequirements=[hidden])["HIT"]["HITId"] for _ in range(2))
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(first)
    client.associate_qualification_with_worker(
        QualificationTypeId=kind, WorkerId="A1ANNA", IntegerValue=1, SendNotification=False
    )
    assert anna.groups() == []
    with pytest.raises(MarketplaceError, match="not qualified"):
        anna.accept(second)
    anna.submit(task, {"code": "held work may be finished"})
    assert anna.dashboard()["messages"] == []


def test_grants_are_scored_overwritten_listed_and_revoked(client: MTurkClient, endpoint: str) -> None:
    kind = make_type(client)
    WorkerClient(endpoint, "A1ANNA")
    who = {"QualificationTypeId": kind, "WorkerId": "A1ANNA"}
    assert refusal(client.get_qualification_score, **who) == ("RequestError", "QualificationDoesNotExist")
    client.associate_qualification_with_worker(**who, IntegerValue=3)
    client.associate_qualification_with_worker(**who, IntegerValue=5)
    score = client.get_qualification_score(**who)["Qualification"]
    assert (score["IntegerValue"], score["Status"]) == (5, "Granted")
    listed = client.list_workers_with_qualification_type(QualificationTypeId=kind)["Qualifications"]
    assert [row["WorkerId"] for row in listed] == ["A1ANNA"]
    client.disassociate_qualification_from_worker(**who, Reason="It was a mistake")
    assert message(client.get_qualification_score, **who).startswith(
        "This operation can be called with a status of: Granted"
    )
    assert client.list_workers_with_qualification_type(QualificationTypeId=kind)["Qualifications"] == []
    assert client.list_workers_with_qualification_type(QualificationTypeId=kind, Status="Revoked")["NumResults"] == 1
    messages = WorkerClient(endpoint, "A1ANNA").dashboard()["messages"]
    assert messages[0]["text"] == "It was a mistake"
    assert len(messages) == 3


def test_an_unknown_worker_is_not_a_valid_value(client: MTurkClient) -> None:
    call = client.associate_qualification_with_worker
    told = message(call, QualificationTypeId=make_type(client), WorkerId="A0NOBODY", IntegerValue=1)
    assert told.startswith('The value "A0NOBODY" is not valid for the parameter WorkerId.')


def test_names_of_types_are_unique_per_requester(client: MTurkClient, endpoint: str) -> None:
    make_type(client)
    same = {"Name": "Seen before", "Description": "d", "QualificationTypeStatus": "Active"}
    assert refusal(client.create_qualification_type, **same)[1] == "QualificationTypeAlreadyExists"
    make_type(requester(endpoint, "BOB"))


def test_types_are_found_updated_and_deleted(client: MTurkClient, endpoint: str) -> None:
    kind = make_type(client, Keywords="alpha")
    make_type(client, "Other")
    listing = {"MustBeRequestable": True, "MustBeOwnedByCaller": True}
    found = client.list_qualification_types(**listing, Query="ALPHA")["QualificationTypes"]
    assert [row["QualificationTypeId"] for row in found] == [kind]
    assert client.list_qualification_types(**listing)["NumResults"] == 2
    system = client.list_qualification_types(MustBeRequestable=False, Query="Worker_Locale")["QualificationTypes"]
    assert [row["QualificationTypeId"] for row in system] == [LOCALE]
    client.update_qualification_type(QualificationTypeId=kind, QualificationTypeStatus="Inactive", Description="New")
    shown = client.get_qualification_type(QualificationTypeId=kind)["QualificationType"]
    assert (shown["QualificationTypeStatus"], shown["Description"]) == ("Inactive", "New")
    asks = {"QualificationRequirements": [{"QualificationTypeId": kind, "Comparator": "Exists"}]}
    assert refusal(client.create_hit, **HIT, **asks)[1] == "InvalidQualificationTypeState"
    assert refusal(requester(endpoint, "BOB").delete_qualification_type, QualificationTypeId=kind)[1] == (
        "PermissionDeniedException"
    )
    client.delete_qualification_type(QualificationTypeId=kind)
    assert refusal(client.get_qualification_type, QualificationTypeId=kind)[1] == "QualificationTypeDoesNotExist"
    make_type(client, "Seen before")  # the name is free again


def test_a_hit_type_cannot_be_used_after_its_qualification_type_is_deleted(client: MTurkClient) -> None:
    kind = make_type(client)
    asks = {"QualificationRequirements": [{"QualificationTypeId": kind, "Comparator": "DoesNotExist"}]}
    hit = client.create_hit(**HIT, **asks)["HIT"]
    client.delete_qualification_type(QualificationTypeId=kind)
    again = {"HITTypeId": hit["HITTypeId"], "LifetimeInSeconds": 60, "Question": HIT["Question"]}
    assert refusal(client.create_hit_with_hit_type, **again)[1] == "QualificationTypeDoesNotExist"


def ask(endpoint: str, kind: str) -> None:
    WorkerClient(endpoint, "A1ANNA").request_qualification(kind)


def test_requests_are_granted_or_declined_by_the_requester(
    client: MTurkClient, endpoint: str, advance: Callable[[float], None]
) -> None:
    kind = make_type(client, RetryDelayInSeconds=60)
    ask(endpoint, kind)
    (asked,) = client.list_qualification_requests(QualificationTypeId=kind)["QualificationRequests"]
    assert asked["WorkerId"] == "A1ANNA"
    one = {"QualificationRequestId": asked["QualificationRequestId"]}
    client.reject_qualification_request(**one, Reason="Not yet")
    assert refusal(client.accept_qualification_request, **one)[1] == "InvalidQualificationRequestState"
    with pytest.raises(MarketplaceError, match="asked for Seen before already"):
        ask(endpoint, kind)
    advance(60)
    ask(endpoint, kind)
    (asked,) = client.list_qualification_requests()["QualificationRequests"]
    client.accept_qualification_request(QualificationRequestId=asked["QualificationRequestId"], IntegerValue=7)
    score = client.get_qualification_score(QualificationTypeId=kind, WorkerId="A1ANNA")["Qualification"]
    assert score["IntegerValue"] == 7


def test_an_auto_granted_type_is_granted_without_the_requester(client: MTurkClient, endpoint: str) -> None:
    kind = make_type(client, AutoGranted=True, AutoGrantedValue=9)
    requirement = {"QualificationTypeId": kind, "Comparator": "GreaterThan", "IntegerValues": [8]}
    client.create_hit(**HIT, QualificationRequirements=[requirement])
    (group,) = WorkerClient(endpoint, "A1ANNA").groups()
    assert (group["may_accept"], group["requestable"]) == (False, [{"type": kind, "name": "Seen before"}])
    ask(endpoint, kind)
    assert WorkerClient(endpoint, "A1ANNA").groups()[0]["may_accept"]
    score = client.get_qualification_score(QualificationTypeId=kind, WorkerId="A1ANNA")["Qualification"]
    assert score["IntegerValue"] == 9
    assert client.list_qualification_requests()["QualificationRequests"] == []


def test_blocks_close_all_hits_of_the_requester_and_unblocking_is_always_fine(
    client: MTurkClient, endpoint: str
) -> None:
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    anna = WorkerClient(endpoint, "A1ANNA")
    client.create_worker_block(WorkerId="A1ANNA", Reason="Test")
    assert client.list_worker_blocks()["WorkerBlocks"] == [{"WorkerId": "A1ANNA", "Reason": "Test"}]
    assert anna.groups() == []
    with pytest.raises(MarketplaceError, match="not qualified"):
        anna.accept(hit_id)
    client.delete_worker_block(WorkerId="A1ANNA")
    client.delete_worker_block(WorkerId="A1ANNA")
    assert anna.accept(hit_id).state == "Accepted"


def test_only_those_who_worked_for_a_requester_can_be_written_to(client: MTurkClient, endpoint: str) -> None:
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    anna = WorkerClient(endpoint, "A1ANNA")
    anna.submit(task := anna.accept(hit_id), {"code": "x"})
    client.approve_assignment(AssignmentId=task.assignment_id)
    answer = client.notify_workers(Subject="News", MessageText="<b>Hello</b>", WorkerIds=["A1ANNA", "A2BERT"])
    (failure,) = answer["NotifyWorkersFailureStatuses"]
    assert (failure["WorkerId"], failure["NotifyWorkersFailureCode"]) == ("A2BERT", "HardFailure")
    assert [message["subject"] for message in anna.dashboard()["messages"]] == ["News"]
