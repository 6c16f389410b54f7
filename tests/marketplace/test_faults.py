"""Fault switches, and what a careful client sees of them."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionClosedError
from mypy_boto3_mturk import MTurkClient
from sqlalchemy.exc import OperationalError

from assess.errors import ParameterError
from assess.marketplace.faults.switches import Faults, change_faults
from assess.marketplace.market import Market
from assess.marketplace.tables import Control
from assess.marketplace.worker_client import MarketplaceError, WorkerClient
from tests.marketplace.conftest import HIT, SESSION, message, refusal

Switch = Callable[..., None]


@pytest.fixture
def switch(market: Market) -> Switch:
    def change(**changes: float) -> None:
        with market.moment() as moment:
            change_faults(moment.session.get_one(Control, 1), changes)

    return change


def test_a_dropped_connection_has_done_its_work(client: MTurkClient, switch: Switch) -> None:
    switch(drop=1)
    with pytest.raises(ConnectionClosedError):
        client.create_hit(**HIT, UniqueRequestToken="t")
    switch(drop=0)
    assert client.list_hits()["NumResults"] == 1
    assert refusal(client.create_hit, **HIT, UniqueRequestToken="t")[1] == "HitAlreadyExists"


def test_botocore_gets_a_duplicate_error_when_it_retries_a_dropped_call(
    endpoint: str, client: MTurkClient, switch: Switch, market: Market
) -> None:
    switch(drop=0.5)
    patient = SESSION.client(
        "mturk",
        endpoint_url=endpoint,
        aws_access_key_id="AKIAREHEARSAL",
        aws_secret_access_key="secret",
        config=Config(retries={"mode": "standard", "total_max_attempts": 8}),
    )
    market.random.random = iter([0.1, 0.9]).__next__  # type: ignore[method-assign]
    with pytest.raises(ClientError) as error:
        patient.create_hit(**HIT, UniqueRequestToken="t")
    assert "already created with this token" in str(error.value)
    switch(drop=0)
    assert client.list_hits()["NumResults"] == 1


def test_a_500_before_does_nothing_and_a_500_after_does_everything(client: MTurkClient, switch: Switch) -> None:
    switch(fail_before=1)
    assert refusal(client.create_hit, **HIT)[0] == "ServiceFault"
    switch(fail_before=0, fail_after=1)
    with pytest.raises(ClientError) as error:
        client.create_hit(**HIT)
    assert error.value.response["ResponseMetadata"]["HTTPStatusCode"] == 500
    switch(fail_after=0)
    assert client.list_hits()["NumResults"] == 1


def test_a_database_that_is_down_is_a_fault_to_retry(
    client: MTurkClient, market: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("BEGIN", None, Exception("database is locked"))

    monkeypatch.setattr(market, "moment", away)
    assert refusal(client.create_hit, **HIT)[0] == "ServiceFault"
    monkeypatch.undo()
    assert client.list_hits()["HITs"] == []


def test_throttling_has_the_error_of_aws(client: MTurkClient, switch: Switch) -> None:
    switch(throttle=1)
    with pytest.raises(ClientError, match="Rate exceeded") as error:
        client.list_hits()
    assert error.value.response["Error"]["Code"] == "ThrottlingException"


def test_the_same_seed_gives_faults_in_the_same_calls(market: Market) -> None:
    market.random.seed(7)
    first = [market.happens(0.3) for _ in range(50)]
    market.random.seed(7)
    assert [market.happens(0.3) for _ in range(50)] == first
    assert 5 < sum(first) < 25


def test_with_a_lag_lists_and_counters_show_changes_later(
    client: MTurkClient, endpoint: str, switch: Switch, advance: Callable[[float], None]
) -> None:
    switch(lag=30)
    hit = client.create_hit(**HIT)["HIT"]
    assert client.list_hits()["HITs"] == []
    more = {"HITId": hit["HITId"], "NumberOfAdditionalAssignments": 1}
    assert refusal(client.create_additional_assignments_for_hit, **more)[0] == "RequestError"
    client.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)  # expiring works at once
    advance(30)
    assert client.list_hits()["NumResults"] == 1


def test_a_submission_can_be_reviewed_and_seen_only_after_the_lag(
    client: MTurkClient, endpoint: str, switch: Switch, advance: Callable[[float], None]
) -> None:
    switch(lag=30)
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    advance(60)
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    assert client.get_hit(HITId=hit_id)["HIT"]["NumberOfAssignmentsPending"] == 0
    advance(60)
    assert client.get_hit(HITId=hit_id)["HIT"]["NumberOfAssignmentsPending"] == 1
    anna.submit(task, {"code": "x"})
    one = {"AssignmentId": task.assignment_id}
    assert message(client.approve_assignment, **one).startswith("This operation can be called with a status of: null")
    bonus = {**one, "WorkerId": "A1ANNA", "BonusAmount": "1", "Reason": "r"}
    assert refusal(client.send_bonus, **bonus)[1] == "AssignmentDoesNotExist"
    assert client.list_assignments_for_hit(HITId=hit_id)["Assignments"] == []
    assert client.list_reviewable_hits()["HITs"] == []
    advance(30)
    hit = client.get_hit(HITId=hit_id)["HIT"]
    assert (hit["NumberOfAssignmentsPending"], hit["NumberOfAssignmentsAvailable"]) == (0, 0)
    assert client.list_reviewable_hits()["NumResults"] == 1
    client.approve_assignment(**one)
    assert client.get_hit(HITId=hit_id)["HIT"]["NumberOfAssignmentsCompleted"] == 0
    advance(30)
    assert client.get_hit(HITId=hit_id)["HIT"]["NumberOfAssignmentsCompleted"] == 1


def test_a_lost_submission_can_be_sent_again(client: MTurkClient, endpoint: str, switch: Switch) -> None:
    hit_id = client.create_hit(**HIT)["HIT"]["HITId"]
    anna = WorkerClient(endpoint, "A1ANNA")
    task = anna.accept(hit_id)
    switch(lose_submission=1)
    with pytest.raises(MarketplaceError, match="no answer from the marketplace"):
        anna.submit(task, {"code": "x"})
    assert anna.look_at(task.assignment_id).state == "Accepted"
    switch(lose_submission=0)
    anna.submit(task, {"code": "x"})
    assert client.list_assignments_for_hit(HITId=hit_id)["NumResults"] == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"drops": 1}, "found no fault called 'drops'"),
        ({"drop": 1.5}, "expected a share from 0 to 1"),
        ({"lag": -1}, "expected seconds, 0 or more"),
        ({"lag": "soon"}, "expected a number"),
        ({"reuse_ids": "perhaps"}, "expected on or off"),
    ],
)
def test_an_impossible_switch_is_refused(market: Market, changes: dict[str, Any], words: str) -> None:
    with market.moment() as moment:
        control = moment.session.get_one(Control, 1)
        with pytest.raises(ParameterError, match=words):
            change_faults(control, changes)
        assert change_faults(control, {"reuse_ids": "off"}) == Faults(reuse_ids=False)


def post(url: str, body: object) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def test_a_rehearsal_is_controlled_over_http(endpoint: str, client: MTurkClient) -> None:
    before = post(f"{endpoint}/admin/clock", {})["now"]
    assert post(f"{endpoint}/admin/clock", {"advance": 3600})["now"] == before + 3600
    assert post(f"{endpoint}/admin/faults", {"throttle": 1})["throttle"] == 1
    assert refusal(client.list_hits)[0] == "ThrottlingException"
    assert post(f"{endpoint}/admin/workers", {"worker": "A1ANNA", "country": "DE"}) == {"worker": "A1ANNA"}
    for path, body in (("clock", {"advance": -1}), ("clock", {"advance": "1"}), ("faults", [1]), ("workers", {"x": 1})):
        with pytest.raises(urllib.error.HTTPError) as error:
            post(f"{endpoint}/admin/{path}", body)
        assert error.value.code == 400
