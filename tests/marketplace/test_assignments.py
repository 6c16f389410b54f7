"""The states of assignments: workers over HTTP on one side, unmodified boto3 on the other."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from mypy_boto3_mturk import MTurkClient

from assess.marketplace.market import Market
from assess.marketplace.tables import Control
from assess.marketplace.worker_client import MarketplaceError, WorkerClient
from tests.marketplace.conftest import HIT, message, refusal

DAY = 86_400
Advance = Callable[[float], None]


def create(client: MTurkClient, **changes: Any) -> str:
    return str(client.create_hit(**HIT | changes)["HIT"]["HITId"])


def counts(client: MTurkClient, hit_id: str) -> tuple[str, int, int, int]:
    hit = client.get_hit(HITId=hit_id)["HIT"]
    numbers = (hit[f"NumberOfAssignments{name}"] for name in ("Available", "Pending", "Completed"))
    return (hit["HITStatus"], *numbers)


def do(endpoint: str, hit_id: str, worker: str = "A1ANNA") -> str:
    """Accept and submit a HIT; returns the assignment's id."""
    anna = WorkerClient(endpoint, worker)
    task = anna.accept(hit_id)
    anna.submit(task, {"code": "done"})
    return task.assignment_id


def balance(client: MTurkClient) -> tuple[str, str]:
    answer = client.get_account_balance()
    return answer["AvailableBalance"], answer["OnHoldBalance"]


def test_counters_and_status_follow_the_work(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client, MaxAssignments=2)
    anna, bert = WorkerClient(endpoint, "A1ANNA"), WorkerClient(endpoint, "A2BERT")
    first = anna.accept(hit_id)
    assert counts(client, hit_id) == ("Assignable", 1, 1, 0)
    second = bert.accept(hit_id)
    assert counts(client, hit_id) == ("Unassignable", 0, 2, 0)
    anna.submit(first, {"code": "x"})
    assert counts(client, hit_id) == ("Unassignable", 0, 1, 0)
    bert.submit(second, {"code": "y"})
    assert counts(client, hit_id) == ("Reviewable", 0, 0, 0)
    client.approve_assignment(AssignmentId=first.assignment_id)
    assert counts(client, hit_id) == ("Reviewable", 0, 0, 1)


def test_a_submitted_assignment_comes_back_with_its_times_and_answers(
    client: MTurkClient, endpoint: str, advance: Advance
) -> None:
    hit_id = create(client, AutoApprovalDelayInSeconds=600)
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    advance(60)
    anna.submit(task, {"code": "ü & <b>", "hitId": "dropped", "second": ""})
    found = client.get_assignment(AssignmentId=task.assignment_id)
    work = found["Assignment"]
    assert found["HIT"]["HITId"] == work["HITId"] == hit_id
    assert (work["WorkerId"], work["AssignmentStatus"]) == ("A1ANNA", "Submitted")
    assert work["SubmitTime"] - work["AcceptTime"] == timedelta(seconds=60)
    assert work["Deadline"] - work["AcceptTime"] == timedelta(seconds=3600)
    assert work["AutoApprovalTime"] - work["SubmitTime"] == timedelta(seconds=600)
    names = {"a": "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2005-10-01/QuestionFormAnswers.xsd"}
    answers = ET.fromstring(work["Answer"]).findall("a:Answer", names)
    pairs = [(a.findtext("a:QuestionIdentifier", "", names), a.findtext("a:FreeText", "", names)) for a in answers]
    assert pairs == [("code", "ü & <b>"), ("second", "")]


def test_work_in_progress_is_invisible_to_the_requester(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    task = WorkerClient(endpoint, "A1ANNA").accept(hit_id)
    assert client.list_assignments_for_hit(HITId=hit_id)["Assignments"] == []
    told = message(client.get_assignment, AssignmentId=task.assignment_id)
    assert told.startswith("This operation can be called with a status of: Reviewable,Approved,Rejected")
    assert refusal(client.get_assignment, AssignmentId="3" + "A" * 29)[1] == "AssignmentDoesNotExist"


def test_assignments_are_listed_by_status_and_page(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client, MaxAssignments=5)
    ids = [do(endpoint, hit_id, f"A{n}") for n in range(5)]
    client.approve_assignment(AssignmentId=ids[1])
    client.reject_assignment(AssignmentId=ids[3], RequesterFeedback="Every answer was the same.")
    pages = client.get_paginator("list_assignments_for_hit").paginate(HITId=hit_id, MaxResults=2)
    assert [a["AssignmentId"] for page in pages for a in page["Assignments"]] == ids
    for status, expected in (("Submitted", [ids[0], ids[2], ids[4]]), ("Approved", [ids[1]]), ("Rejected", [ids[3]])):
        found = client.list_assignments_for_hit(HITId=hit_id, AssignmentStatuses=[status])["Assignments"]
        assert [a["AssignmentId"] for a in found] == expected


def test_approval_pays_reward_and_fee_once(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    assignment_id = do(endpoint, hit_id)
    assert balance(client) == ("9997.60", "2.40")
    client.approve_assignment(AssignmentId=assignment_id, RequesterFeedback="Thank you")
    assert balance(client) == ("9997.60", "0.00")
    told = message(client.approve_assignment, AssignmentId=assignment_id)
    assert told.startswith("This operation can be called with a status of: Submitted")
    assert refusal(client.approve_assignment, AssignmentId=assignment_id) == ("RequestError", "InvalidAssignmentState")
    assert balance(client) == ("9997.60", "0.00")
    assert WorkerClient(endpoint, "A1ANNA").dashboard()["total"] == "2.00"


def test_rejection_pays_nothing_and_gives_no_slot_back(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    assignment_id = do(endpoint, hit_id)
    client.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="Every answer was the same.")
    assert balance(client) == ("10000.00", "0.00")
    assert counts(client, hit_id) == ("Reviewable", 0, 0, 1)
    assert client.get_assignment(AssignmentId=assignment_id)["Assignment"]["RequesterFeedback"].startswith("Every")
    assert (
        refusal(client.reject_assignment, AssignmentId=assignment_id, RequesterFeedback="x")[1]
        == "InvalidAssignmentState"
    )


def test_a_rejection_can_be_overridden_within_30_days(client: MTurkClient, endpoint: str, advance: Advance) -> None:
    hit_id = create(client, MaxAssignments=2)
    first, second = do(endpoint, hit_id, "A1"), do(endpoint, hit_id, "A2")
    for assignment_id in (first, second):
        client.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="Sorry")
    assert refusal(client.approve_assignment, AssignmentId=first)[1] == "InvalidAssignmentState"
    client.approve_assignment(AssignmentId=first, OverrideRejection=True)
    assert balance(client) == ("9997.60", "0.00")
    assert counts(client, hit_id)[3] == 2
    advance(30 * DAY + 1)
    refused = refusal(client.approve_assignment, AssignmentId=second, OverrideRejection=True)
    assert refused[1] == "InvalidAssignmentState"


def test_unreviewed_work_is_approved_by_the_clock_and_paid(
    client: MTurkClient, endpoint: str, advance: Advance
) -> None:
    hit_id = create(client, AutoApprovalDelayInSeconds=3 * DAY)
    assignment_id = do(endpoint, hit_id)
    advance(3 * DAY - 1)
    assert client.get_assignment(AssignmentId=assignment_id)["Assignment"]["AssignmentStatus"] == "Submitted"
    advance(1)
    work = client.get_assignment(AssignmentId=assignment_id)["Assignment"]
    assert (work["AssignmentStatus"], work["ApprovalTime"]) == ("Approved", work["AutoApprovalTime"])
    assert balance(client) == ("9997.60", "0.00")
    assert (
        refusal(client.reject_assignment, AssignmentId=assignment_id, RequesterFeedback="x")[1]
        == "InvalidAssignmentState"
    )


def test_a_returned_slot_can_be_taken_by_the_next_worker_under_the_same_id(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    anna, bert = WorkerClient(endpoint, "A1ANNA"), WorkerClient(endpoint, "A2BERT")
    task = anna.accept(hit_id)
    anna.give_back(task)
    assert counts(client, hit_id) == ("Assignable", 1, 0, 0)
    again = bert.accept(hit_id)
    assert again.assignment_id == task.assignment_id
    with pytest.raises(MarketplaceError, match="somebody else does now"):
        anna.submit(task, {"code": "late"})
    bert.submit(again, {"code": "done"})
    found = client.list_assignments_for_hit(HITId=hit_id)["Assignments"]
    assert [(a["AssignmentId"], a["WorkerId"]) for a in found] == [(task.assignment_id, "A2BERT")]


def test_ids_are_not_reused_when_the_switch_is_off(client: MTurkClient, endpoint: str, market: Market) -> None:
    with market.moment() as moment:
        moment.session.get_one(Control, 1).faults = {"reuse_ids": False}
    hit_id = create(client)
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    anna.give_back(task)
    assert anna.accept(hit_id).assignment_id != task.assignment_id


def test_time_that_runs_out_frees_the_slot(client: MTurkClient, endpoint: str, advance: Advance) -> None:
    hit_id = create(client)
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    advance(3600)
    assert counts(client, hit_id) == ("Assignable", 1, 0, 0)
    with pytest.raises(MarketplaceError, match="abandoned before"):
        anna.submit(task, {"code": "late"})
    assert anna.look_at(task.assignment_id).state == "Abandoned"


def test_work_held_at_expiry_may_be_finished(client: MTurkClient, endpoint: str, advance: Advance) -> None:
    hit_id = create(client, MaxAssignments=2)
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    client.update_expiration_for_hit(HITId=hit_id, ExpireAt=0)
    assert counts(client, hit_id) == ("Unassignable", 1, 1, 0)
    assert balance(client)[1] == "2.40"
    with pytest.raises(MarketplaceError, match="no longer available"):
        WorkerClient(endpoint, "A2BERT").accept(hit_id)
    advance(1800)
    anna.submit(task, {"code": "done"})
    assert counts(client, hit_id) == ("Reviewable", 1, 0, 0)


def test_a_slot_returned_after_expiry_is_not_offered_again_until_extended(client: MTurkClient, endpoint: str) -> None:
    hit = client.create_hit(**HIT)["HIT"]
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit["HITId"])
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    anna.give_back(task)
    assert counts(client, hit["HITId"]) == ("Reviewable", 1, 0, 0)
    assert balance(client) == ("10000.00", "0.00")
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=hit["Expiration"])
    assert counts(client, hit["HITId"])[0] == "Assignable"


def test_a_worker_does_a_hit_once(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client, MaxAssignments=3)
    do(endpoint, hit_id)
    with pytest.raises(MarketplaceError, match="already have this HIT, or have done it"):
        WorkerClient(endpoint, "A1ANNA").accept(hit_id)


def test_submitting_twice_is_harmless(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    anna.submit(task, {"code": "first"})
    anna.submit(task, {"code": "second"})
    assert "first" in client.get_assignment(AssignmentId=task.assignment_id)["Assignment"]["Answer"]


def test_a_form_without_an_answer_is_not_taken(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    with pytest.raises(MarketplaceError, match="has no answer"):
        anna.submit(task, {"hitId": hit_id, "workerId": "A1ANNA"})


def test_more_assignments_reopen_a_reviewable_hit(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    do(endpoint, hit_id)
    client.create_additional_assignments_for_hit(HITId=hit_id, NumberOfAdditionalAssignments=1)
    assert counts(client, hit_id) == ("Assignable", 1, 0, 0)
    do(endpoint, hit_id, "A2BERT")
    assert client.list_assignments_for_hit(HITId=hit_id)["NumResults"] == 2


def test_unreviewed_work_keeps_a_hit_from_being_deleted(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    assignment_id = do(endpoint, hit_id)
    assert "in the state 'Reviewable'" in message(client.delete_hit, HITId=hit_id)
    client.approve_assignment(AssignmentId=assignment_id)
    client.delete_hit(HITId=hit_id)
    assert counts(client, hit_id)[0] == "Disposed"


def test_the_type_of_a_hit_somebody_accepted_cannot_be_changed(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    other = client.create_hit_type(
        **{**{k: HIT[k] for k in ("Title", "Description", "AssignmentDurationInSeconds")}, "Reward": "3"}
    )
    WorkerClient(endpoint, "A1ANNA").accept(hit_id)
    assert refusal(client.update_hit_type_of_hit, HITId=hit_id, HITTypeId=other["HITTypeId"])[1] == "InvalidHITState"


def bonus(assignment_id: str, **changes: str) -> dict[str, str]:
    return {
        "WorkerId": "A1ANNA",
        "AssignmentId": assignment_id,
        "BonusAmount": "0.50",
        "Reason": "Good work",
    } | changes


def test_a_bonus_is_paid_with_its_fee_and_listed(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client)
    assignment_id = do(endpoint, hit_id)
    client.send_bonus(**bonus(assignment_id))
    assert balance(client) == ("9997.00", "2.40")
    for by in ({"HITId": hit_id}, {"AssignmentId": assignment_id}):
        (paid,) = client.list_bonus_payments(**by)["BonusPayments"]
        assert (paid["WorkerId"], paid["BonusAmount"], paid["Reason"]) == ("A1ANNA", "0.50", "Good work")
    assert refusal(client.list_bonus_payments)[0] == "ParameterValidationError"
    assert WorkerClient(endpoint, "A1ANNA").dashboard()["bonuses"] == "0.50"


def test_a_bonus_token_pays_once_within_24_hours(client: MTurkClient, endpoint: str, advance: Advance) -> None:
    assignment_id = do(endpoint, create(client))
    pay = bonus(assignment_id, UniqueRequestToken="b1")
    request_id = client.send_bonus(**pay)["ResponseMetadata"]["RequestId"]
    assert request_id in message(client.send_bonus, **pay)
    advance(DAY)
    client.send_bonus(**pay)
    assert client.list_bonus_payments(AssignmentId=assignment_id)["NumResults"] == 2


def test_a_bonus_needs_that_workers_submitted_assignment(client: MTurkClient, endpoint: str) -> None:
    hit_id = create(client, MaxAssignments=2)
    task = WorkerClient(endpoint, "A1ANNA").accept(hit_id)
    assert refusal(client.send_bonus, **bonus(task.assignment_id))[1] == "AssignmentDoesNotExist"
    others = do(endpoint, hit_id, "A2BERT")
    assert refusal(client.send_bonus, **bonus(others))[1] == "AssignmentDoesNotExist"
    assert refusal(client.send_bonus, **bonus(others, WorkerId="A9NOBODY"))[0] == "ParameterValidationError"
    assert (
        refusal(client.send_bonus, **bonus(others, WorkerId="A2BERT", BonusAmount="0"))[0] == "ParameterValidationError"
    )
    assert refusal(client.send_bonus, **bonus(others, WorkerId="A2BERT", BonusAmount="9999"))[1] == "InsufficientFunds"


def test_a_worker_holds_25_hits_at_most(client: MTurkClient, endpoint: str) -> None:
    hit_ids = [create(client) for _ in range(26)]
    anna = WorkerClient(endpoint, "A1ANNA")
    for hit_id in hit_ids[:25]:
        anna.accept(hit_id)
    with pytest.raises(MarketplaceError, match="hold 25 HITs"):
        anna.accept(hit_ids[25])
