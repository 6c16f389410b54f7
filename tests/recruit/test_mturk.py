"""Mechanical Turk's adapter against the marketplace: each call happens once, whatever the network does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from assess.marketplace.worker_client import MarketplaceError, WorkerClient
from assess.recruit.crowd import Bonus, NewCompensation, NewHit, NotNow, Refused, Unreachable
from assess.recruit.mturk.client import MTurk, _session, account_balance, connect
from assess.recruit.mturk.qualifications import find_or_create, requirements
from assess.recruit.offer import Offer

DAY = 86_400
Advance = Callable[[float], None]
Submit = Callable[..., str]
MakeWorker = Callable[[str], WorkerClient]


def test_the_same_token_gives_the_same_hit(crowd: MTurk) -> None:
    first = crowd.publish(NewHit("t1", 1))
    assert crowd.publish(NewHit("t1", 1)) == first
    assert crowd.publish(NewHit("t2", 1)).hit_id != first.hit_id


def test_a_hit_is_made_once_although_answers_are_lost(crowd: MTurk, misbehave: Callable[..., None]) -> None:
    misbehave(drop=0.3, fail_after=0.2, fail_before=0.2)
    for number in range(10):
        crowd.publish(NewHit(f"t{number}", 1))
    misbehave(drop=0, fail_after=0, fail_before=0)
    assert len(crowd.client.list_hits(MaxResults=100)["HITs"]) == 10


def test_a_hit_is_found_by_its_token_among_several_pages(crowd: MTurk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assess.recruit.mturk.client.PAGE", {"PageSize": 2})
    hits = {f"t{number}": crowd.publish(NewHit(f"t{number}", 1)).hit_id for number in range(6)}
    found = crowd.find_published(["t0", "t5", "never sent"])
    assert {token: published.hit_id for token, published in found.items()} == {t: hits[t] for t in ("t0", "t5")}


def test_a_submission_is_told_with_its_worker_and_receipt(crowd: MTurk, submit: Submit) -> None:
    hit_id = crowd.publish(NewHit("t", 1)).hit_id
    assignment_id = submit(hit_id, "A1ANNA", receipt="c0de & more")
    (found,) = crowd.submissions(hit_id)
    assert (found.assignment_id, found.identity, found.state, found.receipt) == (
        assignment_id,
        "A1ANNA",
        "submitted",
        "c0de & more",
    )


def test_paying_twice_pays_once(crowd: MTurk, submit: Submit) -> None:
    assignment_id = submit(crowd.publish(NewHit("t", 1)).hit_id, "A1ANNA")
    assert [crowd.approve(assignment_id, "A1ANNA"), crowd.approve(assignment_id, "A1ANNA")] == ["approved", "approved"]
    assert crowd.balance() == Decimal("9997.60")


def test_what_the_service_approved_by_itself_counts_as_approved(crowd: MTurk, submit: Submit, advance: Advance) -> None:
    assignment_id = submit(crowd.publish(NewHit("t", 1)).hit_id, "A1ANNA")
    advance(3 * DAY + 1)
    assert crowd.approve(assignment_id, "A1ANNA") == "approved"


def test_what_was_rejected_by_hand_stays_rejected(crowd: MTurk, submit: Submit) -> None:
    assignment_id = submit(crowd.publish(NewHit("t", 1)).hit_id, "A1ANNA")
    crowd.client.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="by hand")
    assert crowd.approve(assignment_id, "A1ANNA") == "rejected"


def test_paying_waits_while_the_service_lags(
    crowd: MTurk, submit: Submit, advance: Advance, misbehave: Callable[..., None]
) -> None:
    hit_id = crowd.publish(NewHit("t", 1)).hit_id
    misbehave(lag=60)
    assignment_id = submit(hit_id, "A1ANNA")
    with pytest.raises(NotNow):
        crowd.approve(assignment_id, "A1ANNA")
    advance(61)
    assert crowd.approve(assignment_id, "A1ANNA") == "approved"


def test_a_bonus_with_the_same_token_is_paid_once(crowd: MTurk, submit: Submit, advance: Advance) -> None:
    assignment_id = submit(crowd.publish(NewHit("t", 1)).hit_id, "A1ANNA")
    bonus = Bonus("b-1", assignment_id, "A1ANNA", Decimal("0.50"), "Thank you")
    assert not crowd.has_bonus(assignment_id, "b-1")
    crowd.send_bonus(bonus)
    crowd.send_bonus(bonus)
    assert crowd.has_bonus(assignment_id, "b-1")
    assert not crowd.has_bonus(assignment_id, "b-11")
    assert crowd.balance() == Decimal("9997.00")  # 2.40 on hold, 0.50 and 0.10 paid


def test_a_bonus_to_somebody_else_is_refused(crowd: MTurk, submit: Submit) -> None:
    assignment_id = submit(crowd.publish(NewHit("t", 1)).hit_id, "A1ANNA")
    with pytest.raises(Refused):
        crowd.send_bonus(Bonus("b-1", assignment_id, "A2BERT", Decimal("0.50"), "Thank you"))


def test_an_excluded_worker_finds_no_hits_until_readmitted(crowd: MTurk, worker: MakeWorker) -> None:
    crowd.publish(NewHit("t", 1))
    anna = worker("A1ANNA")
    assert len(anna.groups()) == 1
    crowd.exclude("A1ANNA")
    crowd.exclude("A1ANNA")
    assert anna.groups() == []
    crowd.readmit("A1ANNA")
    crowd.readmit("A1ANNA")
    assert len(anna.groups()) == 1


def test_exclusion_sends_no_letter_and_blocks_nobody(crowd: MTurk, worker: MakeWorker) -> None:
    anna = worker("A1ANNA")
    crowd.exclude("A1ANNA")
    assert anna.dashboard()["messages"] == []
    assert crowd.client.list_worker_blocks()["WorkerBlocks"] == []


def test_a_closed_hit_is_not_offered_but_can_be_finished(crowd: MTurk, worker: MakeWorker) -> None:
    hit_id = crowd.publish(NewHit("t", 2)).hit_id
    anna = worker("A1ANNA")
    task = anna.accept(hit_id)
    crowd.expire(hit_id)
    crowd.expire(hit_id)
    with pytest.raises(MarketplaceError, match="no longer available"):
        worker("A2BERT").accept(hit_id)
    assert crowd.assignment_counts(hit_id).pending == 1
    anna.submit(task, {"receipt": "r"})
    assert len(crowd.submissions(hit_id)) == 1


def test_a_hit_is_topped_up_once_per_token(crowd: MTurk) -> None:
    hit_id = crowd.publish(NewHit("t", 2)).hit_id
    crowd.add_assignments(hit_id, 1, "more-1")
    crowd.add_assignments(hit_id, 1, "more-1")
    assert crowd.assignment_counts(hit_id).assignments == 3
    with pytest.raises(Refused, match="fewer than 10"):
        crowd.add_assignments(hit_id, 7, "more-2")


def test_a_debt_is_offered_to_its_creditor_alone_and_costs_what_it_says(
    crowd: MTurk, worker: MakeWorker, submit: Submit
) -> None:
    anna, bert = worker("A1ANNA"), worker("A2BERT")
    hit_id = crowd.publish_compensation(NewCompensation("d-1", "A1ANNA", Decimal("1.10"), 7)).hit_id
    assert crowd.publish_compensation(NewCompensation("d-1", "A1ANNA", Decimal("1.10"), 7)).hit_id == hit_id
    assert (len(anna.groups()), bert.groups()) == (1, [])
    crowd.approve(submit(hit_id, "A1ANNA"), "A1ANNA")
    assert crowd.balance() == Decimal("10000.00") - Decimal("1.10") - Decimal("0.22")


def test_a_message_names_whom_it_could_not_reach(crowd: MTurk, worker: MakeWorker, submit: Submit) -> None:
    crowd.approve(submit(crowd.publish(NewHit("t", 1)).hit_id, "A1ANNA"), "A1ANNA")
    worker("A2BERT")
    assert crowd.notify(["A1ANNA", "A2BERT"], "Hello", "More work is there.") == ["A2BERT"]


def test_a_qualification_whose_creation_nobody_heard_of_is_found_by_name(crowd: MTurk) -> None:
    assert find_or_create(crowd.client, "Study s4lt", "Took part.") == crowd.exclusion


def test_a_service_that_is_not_there_is_told_apart_from_one_that_refuses() -> None:
    client = connect("http://127.0.0.1:1")
    crowd = MTurk(client, Offer("t", "d"), "T", "E", "https://x", "s")
    with pytest.raises(Unreachable):
        crowd.balance()


HALF_ANSWERS = {
    "no body": b"HTTP/1.1 200 OK\r\nContent-Length: 29\r\n\r\n",
    "half a body": b'HTTP/1.1 200 OK\r\nContent-Length: 29\r\n\r\n{"Available',
    "half of the headers": b"HTTP/1.1 200 OK\r\n",
    "half a list": b'HTTP/1.1 200 OK\r\n\r\n{"HITs": [',
}


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """The address of a server that gives this answer to every request, and hangs up."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.wfile.write(answer)

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("answer", HALF_ANSWERS.values(), ids=HALF_ANSWERS)
def test_an_answer_that_broke_off_is_no_answer(answer: bytes) -> None:
    """boto3 itself would take it for an empty one."""
    with answering(answer) as url, pytest.raises(NotNow):
        account_balance(url)


def test_a_whole_answer_is_one() -> None:
    whole = b'HTTP/1.1 200 OK\r\nContent-Length: 29\r\n\r\n{"AvailableBalance": "12.50"}\n'
    with answering(whole) as url:
        assert account_balance(url) == Decimal("12.50")


def test_random_faults_never_pay_twice(crowd: MTurk, submit: Submit, misbehave: Callable[..., None]) -> None:
    rng = Random(3)
    for number in range(5):
        assignment_id = submit(crowd.publish(NewHit(f"t{number}", 1)).hit_id, "A1ANNA")
        misbehave(drop=rng.random() / 2, fail_after=rng.random() / 3, throttle=rng.random() / 3)
        crowd.approve(assignment_id, "A1ANNA")
        crowd.send_bonus(Bonus(f"b{number}", assignment_id, "A1ANNA", Decimal("1.00"), "Thank you"))
        misbehave(drop=0, fail_after=0, throttle=0)
    assert crowd.balance() == Decimal("10000.00") - 5 * (Decimal("2.40") + Decimal("1.20"))


def test_the_papers_requirements_and_our_exclusion() -> None:
    asked = requirements(Offer("t", "d"), "live", "EXCLUDED")
    assert asked == [
        {"QualificationTypeId": "00000000000000000071", "Comparator": "EqualTo", "LocaleValues": [{"Country": "US"}]},
        {"QualificationTypeId": "00000000000000000040", "Comparator": "GreaterThanOrEqualTo", "IntegerValues": [1000]},
        {"QualificationTypeId": "000000000000000000L0", "Comparator": "GreaterThan", "IntegerValues": [95]},
        {"QualificationTypeId": "EXCLUDED", "Comparator": "DoesNotExist", "ActionsGuarded": "DiscoverPreviewAndAccept"},
    ]


def test_the_sandbox_asks_for_no_history() -> None:
    assert [asked["QualificationTypeId"] for asked in requirements(Offer("t", "d"), "sandbox", "EXCLUDED")] == [
        "EXCLUDED"
    ]


def test_a_hit_ends_when_its_days_are_over(crowd: MTurk) -> None:
    assert crowd.publish(NewHit("t", 1)).ends_at == datetime(2026, 2, 7, 12, tzinfo=UTC)


@pytest.mark.parametrize(("environment", "asks"), [("http://127.0.0.1:9", False), ("sandbox", True)])
def test_only_amazon_gets_the_role_of_the_machine(
    environment: str, asks: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The cloud's metadata server tells a machine its role, and with it how to spend its owner's money."""
    asked = []

    class Metadata(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:  # a token comes first
            asked.append(self.path)
            self.send_error(404)

        def do_GET(self) -> None:
            self.do_PUT()

        def log_message(self, *_: object) -> None: ...

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_EC2_METADATA_DISABLED"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    with HTTPServer(("127.0.0.1", 0), Metadata) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        _session.cache_clear()
        try:
            connect(environment)
        finally:
            _session.cache_clear()
            server.shutdown()
    assert bool(asked) == asks
