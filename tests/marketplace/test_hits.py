"""HITs by unmodified boto3 over HTTP: create, list, extend, expire, delete."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from mypy_boto3_mturk import MTurkClient

from tests.marketplace.conftest import HIT, HIT_TYPE, QUESTION, message, refusal, requester

LONG_AGO = datetime(2015, 1, 1, tzinfo=UTC)


def create(client: MTurkClient, **changes: Any) -> dict[str, Any]:
    hit: dict[str, Any] = client.create_hit(**HIT | changes)["HIT"]
    return hit


def status(client: MTurkClient, hit: dict[str, Any]) -> str:
    return str(client.get_hit(HITId=hit["HITId"])["HIT"]["HITStatus"])


def test_equal_properties_are_one_hit_type(client: MTurkClient) -> None:
    first = client.create_hit_type(**HIT_TYPE)["HITTypeId"]
    assert client.create_hit_type(**HIT_TYPE | {"Reward": "2"})["HITTypeId"] == first
    assert client.create_hit_type(**HIT_TYPE | {"Reward": "2.01"})["HITTypeId"] != first


def test_the_order_of_requirements_does_not_change_the_hit_type(client: MTurkClient) -> None:
    adult = {"QualificationTypeId": "00000000000000000060", "Comparator": "Exists"}
    busy = {"QualificationTypeId": "00000000000000000040", "Comparator": "GreaterThan", "IntegerValues": [9]}
    first = client.create_hit_type(**HIT_TYPE, QualificationRequirements=[adult, busy])
    second = client.create_hit_type(**HIT_TYPE, QualificationRequirements=[busy, adult])
    assert first["HITTypeId"] == second["HITTypeId"]


def test_a_new_hit_is_assignable_and_comes_back_as_it_was_given(client: MTurkClient) -> None:
    hit = create(client, MaxAssignments=3, RequesterAnnotation="HIT 7", Keywords="a, b")
    assert client.get_hit(HITId=hit["HITId"])["HIT"] == hit
    assert (hit["HITStatus"], hit["Reward"], hit["RequesterAnnotation"]) == ("Assignable", "2.00", "HIT 7")
    assert (hit["Question"], hit["AutoApprovalDelayInSeconds"]) == (QUESTION, 30 * 86_400)
    assert hit["NumberOfAssignmentsAvailable"] == 3
    assert hit["Expiration"] - hit["CreationTime"] == timedelta(seconds=HIT["LifetimeInSeconds"])
    assert hit["QualificationRequirements"] == []


def test_ids_look_like_those_of_the_live_service(client: MTurkClient) -> None:
    hit = create(client)
    for name in ("HITId", "HITTypeId", "HITGroupId"):
        assert len(hit[name]) == 30
        assert hit[name].startswith("3")


def test_creating_by_hit_type_takes_its_properties(client: MTurkClient) -> None:
    hit_type = client.create_hit_type(**HIT_TYPE)["HITTypeId"]
    made = client.create_hit_with_hit_type(HITTypeId=hit_type, LifetimeInSeconds=60, Question=QUESTION)["HIT"]
    assert (made["HITTypeId"], made["Title"]) == (hit_type, HIT_TYPE["Title"])
    assert made["HITGroupId"] == create(client)["HITGroupId"]


def test_a_repeated_token_is_an_error_that_names_the_first_hit(client: MTurkClient) -> None:
    hit = create(client, UniqueRequestToken="hit-7")
    again = HIT | {"UniqueRequestToken": "hit-7"}
    assert refusal(client.create_hit, **again) == ("RequestError", "HitAlreadyExists")
    assert hit["HITId"] in message(client.create_hit, **again)
    by_type = {"HITTypeId": hit["HITTypeId"], "LifetimeInSeconds": 60, "Question": QUESTION}
    assert refusal(client.create_hit_with_hit_type, **by_type, UniqueRequestToken="hit-7")[1] == "HitAlreadyExists"
    assert client.list_hits()["NumResults"] == 1


def test_a_token_is_forgotten_after_24_hours(client: MTurkClient, advance: Callable[[float], None]) -> None:
    first = create(client, UniqueRequestToken="hit-7")
    advance(86_399)
    assert refusal(client.create_hit, **HIT, UniqueRequestToken="hit-7")[1] == "HitAlreadyExists"
    advance(1)
    assert create(client, UniqueRequestToken="hit-7")["HITId"] != first["HITId"]


def test_tokens_and_hits_of_requesters_are_separate(endpoint: str) -> None:
    alice, bob = requester(endpoint, "ALICE"), requester(endpoint, "BOB")
    hit = create(alice, UniqueRequestToken="t")
    assert create(bob, UniqueRequestToken="t")["HITId"] != hit["HITId"]
    assert refusal(bob.get_hit, HITId=hit["HITId"]) == ("RequestError", "HITDoesNotExist")
    assert [found["HITId"] for found in alice.list_hits()["HITs"]] == [hit["HITId"]]


def test_every_non_empty_page_has_a_token_also_the_last(client: MTurkClient) -> None:
    ids = [create(client)["HITId"] for _ in range(4)]
    first = client.list_hits(MaxResults=2)
    second = client.list_hits(MaxResults=2, NextToken=first["NextToken"])
    third = client.list_hits(MaxResults=2, NextToken=second["NextToken"])
    assert [hit["HITId"] for page in (first, second) for hit in page["HITs"]] == ids
    assert (first["NumResults"], third["NumResults"], third["HITs"]) == (2, 0, [])
    assert "NextToken" not in third


def test_the_paginator_of_boto3_reads_every_page(client: MTurkClient) -> None:
    ids = [create(client)["HITId"] for _ in range(7)]
    pages = client.get_paginator("list_hits").paginate(PaginationConfig={"PageSize": 3})
    assert [hit["HITId"] for page in pages for hit in page["HITs"]] == ids


def test_a_token_of_another_list_is_refused(client: MTurkClient) -> None:
    create(client)
    token = client.list_hits(MaxResults=1)["NextToken"]
    assert refusal(client.list_worker_blocks, NextToken=token)[0] == "ParameterValidationError"
    assert refusal(client.list_hits, NextToken="Zm9v*")[0] == "ParameterValidationError"


def test_a_hit_expires_by_itself_and_becomes_reviewable(client: MTurkClient, advance: Callable[[float], None]) -> None:
    hit = create(client)
    advance(HIT["LifetimeInSeconds"] - 1)
    assert status(client, hit) == "Assignable"
    advance(1)
    assert status(client, hit) == "Reviewable"
    assert [found["HITId"] for found in client.list_reviewable_hits()["HITs"]] == [hit["HITId"]]


def test_a_past_instant_expires_a_hit_at_once_and_again_without_error(client: MTurkClient) -> None:
    hit = create(client)
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=LONG_AGO)
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    assert status(client, hit) == "Reviewable"


def test_an_expired_hit_can_be_extended(client: MTurkClient) -> None:
    hit = create(client)
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=LONG_AGO)
    later = hit["CreationTime"] + timedelta(hours=1)
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=later)
    assert client.get_hit(HITId=hit["HITId"])["HIT"]["Expiration"] == later
    assert status(client, hit) == "Assignable"


def test_an_extension_must_be_between_a_minute_and_a_year(client: MTurkClient) -> None:
    hit = create(client)
    for offset in (timedelta(seconds=59), timedelta(days=366), timedelta(hours=-1)):
        told = message(client.update_expiration_for_hit, HITId=hit["HITId"], ExpireAt=hit["Expiration"] + offset)
        assert "Valid values range from 60 to 31536000" in told
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=hit["Expiration"] + timedelta(seconds=60))


def test_repeating_the_very_same_extension_is_refused(client: MTurkClient) -> None:
    hit = create(client)
    later = {"HITId": hit["HITId"], "ExpireAt": hit["Expiration"] + timedelta(hours=1)}
    client.update_expiration_for_hit(**later)
    assert "has already been processed" in message(client.update_expiration_for_hit, **later)


def test_a_hit_of_fewer_than_ten_assignments_never_reaches_ten(client: MTurkClient) -> None:
    hit = create(client, MaxAssignments=4)
    extend = client.create_additional_assignments_for_hit
    extend(HITId=hit["HITId"], NumberOfAdditionalAssignments=5)
    assert client.get_hit(HITId=hit["HITId"])["HIT"]["MaxAssignments"] == 9
    refused = refusal(extend, HITId=hit["HITId"], NumberOfAdditionalAssignments=1)
    assert refused == ("RequestError", "InvalidMaximumAssignmentsIncrease")
    large = create(client, MaxAssignments=10)
    extend(HITId=large["HITId"], NumberOfAdditionalAssignments=100)
    assert client.get_hit(HITId=large["HITId"])["HIT"]["NumberOfAssignmentsAvailable"] == 110


def test_a_repeated_token_extends_once(client: MTurkClient) -> None:
    hit = create(client)
    more = {"HITId": hit["HITId"], "NumberOfAdditionalAssignments": 1, "UniqueRequestToken": "more"}
    request_id = client.create_additional_assignments_for_hit(**more)["ResponseMetadata"]["RequestId"]
    assert request_id in message(client.create_additional_assignments_for_hit, **more)
    assert client.get_hit(HITId=hit["HITId"])["HIT"]["MaxAssignments"] == 2


def test_review_status_is_a_flag_of_reviewable_hits(client: MTurkClient) -> None:
    hit = create(client)
    assert refusal(client.update_hit_review_status, HITId=hit["HITId"])[1] == "InvalidHITState"
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    client.update_hit_review_status(HITId=hit["HITId"])
    assert status(client, hit) == "Reviewing"
    assert client.list_reviewable_hits(Status="Reviewing")["NumResults"] == 1
    assert client.list_reviewable_hits()["NumResults"] == 0
    client.update_hit_review_status(HITId=hit["HITId"], Revert=True)
    assert status(client, hit) == "Reviewable"


def test_only_reviewable_hits_can_be_deleted_and_only_once(client: MTurkClient) -> None:
    hit = create(client)
    told = message(client.delete_hit, HITId=hit["HITId"])
    assert told.startswith("This HIT is currently in the state 'Assignable'.")
    assert "can be called with a status of: Reviewing, Reviewable" in told
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    client.delete_hit(HITId=hit["HITId"])
    assert status(client, hit) == "Disposed"
    assert client.list_hits()["HITs"] == []
    assert "in the state 'Disposed'" in message(client.delete_hit, HITId=hit["HITId"])
    assert refusal(client.list_assignments_for_hit, HITId=hit["HITId"])[1] == "InvalidHITState"


def test_forgotten_hits_are_disposed_of_after_120_days(client: MTurkClient, advance: Callable[[float], None]) -> None:
    hit = create(client)
    advance(HIT["LifetimeInSeconds"] + 120 * 86_400 - 1)
    assert status(client, hit) == "Reviewable"
    advance(1)
    assert status(client, hit) == "Disposed"


def test_the_type_of_an_untouched_hit_can_be_changed(client: MTurkClient) -> None:
    hit = create(client)
    dearer = client.create_hit_type(**HIT_TYPE | {"Reward": "3.00"})["HITTypeId"]
    client.update_hit_type_of_hit(HITId=hit["HITId"], HITTypeId=dearer)
    assert client.get_hit(HITId=hit["HITId"])["HIT"]["Reward"] == "3.00"
    assert client.get_account_balance()["OnHoldBalance"] == "3.60"


def test_hits_are_found_by_the_qualification_they_ask_for(client: MTurkClient) -> None:
    kind = client.create_qualification_type(Name="q", Description="d", QualificationTypeStatus="Active")
    kind_id = kind["QualificationType"]["QualificationTypeId"]
    create(client)
    requirement = {"QualificationTypeId": kind_id, "Comparator": "DoesNotExist"}
    guarded = create(client, QualificationRequirements=[requirement])
    found = client.list_hits_for_qualification_type(QualificationTypeId=kind_id)["HITs"]
    assert [hit["HITId"] for hit in found] == [guarded["HITId"]]


def test_unsupported_features_are_refused_with_a_message(client: MTurkClient) -> None:
    by_type = {"HITTypeId": client.create_hit_type(**HIT_TYPE)["HITTypeId"], "LifetimeInSeconds": 60}
    create_by_type = client.create_hit_with_hit_type
    assert refusal(create_by_type, **by_type, HITLayoutId="3A")[1] == "HITLayoutDoesNotExist"
    assert "Question" in message(create_by_type, **by_type)
    policy = {"PolicyName": "SimplePlurality/2011-09-01"}
    assert "review policies" in message(create_by_type, **by_type, Question=QUESTION, HITReviewPolicy=policy)
    assert client.list_review_policy_results_for_hit(HITId=create(client)["HITId"])["HITId"]
    assert refusal(client.get_file_upload_url, AssignmentId="3A", QuestionIdentifier="q")[0] != ""
