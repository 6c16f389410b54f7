"""Mechanical Turk by boto3. Live, sandbox and the local marketplace are one URL apart."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal

import boto3
from botocore.config import Config
from botocore.session import get_session

from assess.recruit.crowd import AssignmentCounts, Bonus, NewCompensation, NewHit, NotNow, Published, Refused, Submitted
from assess.recruit.mturk.documents import compensation_question, external_question, read_receipt
from assess.recruit.mturk.errors import TurkRefusal, answer_of, once_only, refuse_truncated_answers
from assess.recruit.mturk.qualifications import LIVE, PAGE, SANDBOX, find_or_create, for_one_only, requirements
from assess.recruit.offer import Offer

if TYPE_CHECKING:
    from mypy_boto3_mturk import MTurkClient
    from mypy_boto3_mturk.type_defs import HITTypeDef

ENDPOINTS = {
    LIVE: "https://mturk-requester.us-east-1.amazonaws.com",
    SANDBOX: "https://mturk-requester-sandbox.us-east-1.amazonaws.com",
}
REGION = "us-east-1"
# botocore may repeat a call: those that create or pay have a token, or can happen only once anyway.
CONFIG = Config(retries={"mode": "standard", "total_max_attempts": 8}, connect_timeout=5, read_timeout=30)
# The account for a marketplace on this machine, which does not check credentials.
REHEARSING = ("AKIAASSESS", "rehearsal")
MOST_TOLD = 100
# "Now" may be in the future for a service whose clock is behind, and then the call fails.
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
COMPENSATION_DAYS = 30
COMPENSATION_TITLE = "Payment for work you have done"
STATES: dict[str, Literal["submitted", "approved", "rejected"]] = {
    "Submitted": "submitted",
    "Approved": "approved",
    "Rejected": "rejected",
}


def connect(environment: str) -> "MTurkClient":
    """A client of the live service, the sandbox, or a server at a URL that speaks the same protocol."""
    session = _session(of_amazon=environment in ENDPOINTS)
    with answer_of("credentials"):
        known = environment in ENDPOINTS or session.get_credentials() is not None
    name, secret = (None, None) if known else REHEARSING
    client = session.client(
        "mturk",
        endpoint_url=ENDPOINTS.get(environment, environment),
        config=CONFIG,
        aws_access_key_id=name,
        aws_secret_access_key=secret,
    )
    client.meta.events.register("after-call.mturk", refuse_truncated_answers)
    return client


@cache
def _session(*, of_amazon: bool) -> boto3.session.Session:
    """One session for all clients: reading botocore's models takes longer than most calls.

    The role of a machine in the cloud is for Amazon alone: for another server, nobody asks the cloud for it.
    """
    found = get_session()
    if not of_amazon:
        found.get_component("credential_provider").remove("iam-role")
    return boto3.session.Session(botocore_session=found, region_name=REGION)


def account_balance(environment: str) -> Decimal:
    """What the account there can pay for."""
    return _available(connect(environment))


def _available(client: "MTurkClient") -> Decimal:
    with answer_of("GetAccountBalance"):
        return Decimal(client.get_account_balance()["AvailableBalance"])


def create_hit_type(client: "MTurkClient", offer: Offer, environment: str, exclusion: str) -> str:
    """The HIT type that all HITs of a launch share; the same terms give the same type again."""
    with answer_of("CreateHITType"):
        return client.create_hit_type(
            Title=offer.title,
            Description=offer.description,
            Keywords=offer.keywords,
            Reward=f"{offer.reward:.2f}",
            AssignmentDurationInSeconds=offer.hold_minutes * 60,
            AutoApprovalDelayInSeconds=_seconds(offer.review_days),
            QualificationRequirements=requirements(offer, environment, exclusion),
        )["HITTypeId"]


@dataclass(frozen=True)
class MTurk:
    """A requester's account, and the terms of one launch there. ``url`` is where workers do the work."""

    client: "MTurkClient"
    offer: Offer
    hit_type: str
    exclusion: str
    url: str
    salt: str

    def publish(self, hit: NewHit) -> Published:
        return self._create(
            hit.token,
            HITTypeId=self.hit_type,
            LifetimeInSeconds=_seconds(self.offer.days),
            MaxAssignments=hit.assignments,
            Question=external_question(self.url),
        )

    def publish_compensation(self, hit: NewCompensation) -> Published:
        """A HIT of its own type, open to the one worker whose qualification has its number."""
        with answer_of("AssociateQualificationWithWorker"):
            self.client.associate_qualification_with_worker(
                QualificationTypeId=self._payment,
                WorkerId=hit.identity,
                IntegerValue=hit.number,
                SendNotification=False,
            )
        with answer_of("CreateHITType"):
            made = self.client.create_hit_type(
                Title=COMPENSATION_TITLE,
                Description="For one worker, whose work did not reach this site. Nothing to do but to submit.",
                Reward=f"{hit.amount:.2f}",
                AssignmentDurationInSeconds=self.offer.hold_minutes * 60,
                AutoApprovalDelayInSeconds=_seconds(self.offer.review_days),
                QualificationRequirements=[for_one_only(self._payment, hit.number)],
            )
        return self._create(
            hit.token,
            HITTypeId=made["HITTypeId"],
            LifetimeInSeconds=_seconds(COMPENSATION_DAYS),
            MaxAssignments=1,
            Question=compensation_question(COMPENSATION_TITLE, hit.token),
        )

    def find_published(self, tokens: Collection[str]) -> dict[str, Published]:
        with answer_of("ListHITs"):
            pages = self.client.get_paginator("list_hits").paginate(PaginationConfig=PAGE)
            hits = [hit for page in pages for hit in page["HITs"]]
        return {hit["RequesterAnnotation"]: _published(hit) for hit in hits if hit.get("RequesterAnnotation") in tokens}

    def add_assignments(self, hit_id: str, more: int, token: str) -> None:
        with once_only(token), answer_of("CreateAdditionalAssignmentsForHIT"):
            self.client.create_additional_assignments_for_hit(
                HITId=hit_id, NumberOfAdditionalAssignments=more, UniqueRequestToken=token
            )

    def assignment_counts(self, hit_id: str) -> AssignmentCounts:
        with answer_of("GetHIT"):
            hit = self.client.get_hit(HITId=hit_id)["HIT"]
        return AssignmentCounts(hit["MaxAssignments"], hit["NumberOfAssignmentsPending"])

    def submissions(self, hit_id: str) -> list[Submitted]:
        with answer_of("ListAssignmentsForHIT"):
            paginator = self.client.get_paginator("list_assignments_for_hit")
            pages = paginator.paginate(HITId=hit_id, PaginationConfig=PAGE)
            return [_submitted(assignment) for page in pages for assignment in page["Assignments"]]

    def approve(self, assignment_id: str, identity: str) -> Literal["approved", "rejected"]:
        try:
            with answer_of("ApproveAssignment"):
                self.client.approve_assignment(AssignmentId=assignment_id)
        except TurkRefusal as refusal:
            return self._decided(assignment_id, identity, refusal)
        return "approved"

    def send_bonus(self, bonus: Bonus) -> None:
        with once_only(bonus.token), answer_of("SendBonus"):
            self.client.send_bonus(
                WorkerId=bonus.identity,
                AssignmentId=bonus.assignment_id,
                BonusAmount=f"{bonus.amount:.2f}",
                Reason=f"{bonus.reason} [{bonus.token}]",
                UniqueRequestToken=bonus.token,
            )

    def has_bonus(self, assignment_id: str, token: str) -> bool:
        with answer_of("ListBonusPayments"):
            pages = self.client.get_paginator("list_bonus_payments").paginate(
                AssignmentId=assignment_id, PaginationConfig=PAGE
            )
            return any(f"[{token}]" in paid.get("Reason", "") for page in pages for paid in page["BonusPayments"])

    def exclude(self, identity: str) -> None:
        with answer_of("AssociateQualificationWithWorker"):
            self.client.associate_qualification_with_worker(
                QualificationTypeId=self.exclusion, WorkerId=identity, IntegerValue=1, SendNotification=False
            )

    def readmit(self, identity: str) -> None:
        try:
            with answer_of("DisassociateQualificationFromWorker"):
                self.client.disassociate_qualification_from_worker(
                    WorkerId=identity, QualificationTypeId=self.exclusion
                )
        except TurkRefusal as refusal:
            if refusal.code not in ("qualificationdoesnotexist", "invalidqualificationstate"):
                raise

    def expire(self, hit_id: str) -> None:
        with answer_of("UpdateExpirationForHIT"):
            self.client.update_expiration_for_hit(HITId=hit_id, ExpireAt=LONG_AGO)

    def balance(self) -> Decimal | None:
        return _available(self.client)

    def notify(self, identities: Collection[str], subject: str, text: str) -> list[str]:
        failed: list[str] = []
        people = list(identities)
        for start in range(0, len(people), MOST_TOLD):
            with answer_of("NotifyWorkers"):
                answer = self.client.notify_workers(
                    Subject=subject, MessageText=text, WorkerIds=people[start : start + MOST_TOLD]
                )
            failed += [failure["WorkerId"] for failure in answer.get("NotifyWorkersFailureStatuses", [])]
        return failed

    @cached_property
    def _payment(self) -> str:
        """The qualification that marks the workers who are owed something."""
        return find_or_create(self.client, f"Payment {self.salt}", "Marks a HIT that makes up for earlier work.")

    def _create(self, token: str, **terms: Any) -> Published:
        try:
            with answer_of("CreateHITWithHITType"):
                made = self.client.create_hit_with_hit_type(
                    RequesterAnnotation=token, UniqueRequestToken=token, **terms
                )
        except TurkRefusal as refusal:
            if refusal.code != "hitalreadyexists":
                raise
            return self._made_before(token, str(refusal))
        return _published(made["HIT"])

    def _made_before(self, token: str, message: str) -> Published:
        """The HIT that an earlier call with the token made: its id is somewhere in the message."""
        for hit_id in re.findall(r"\b[A-Z0-9]{20,64}\b", message):
            with answer_of("GetHIT"):
                hit = self.client.get_hit(HITId=hit_id)["HIT"]
            if hit.get("RequesterAnnotation") == token:
                return _published(hit)
        found = self.find_published([token])
        if token not in found:
            raise NotNow(f"a HIT with the token {token} exists, but is not listed yet")
        return found[token]

    def _decided(self, assignment_id: str, identity: str, refusal: TurkRefusal) -> Literal["approved", "rejected"]:
        """The state of an assignment that cannot be approved: it was decided before, or the service is not ready."""
        try:
            with answer_of("GetAssignment"):
                found = self.client.get_assignment(AssignmentId=assignment_id)["Assignment"]
        except Refused:
            raise NotNow(str(refusal)) from refusal
        state = STATES[found["AssignmentStatus"]]
        if found["WorkerId"] != identity or state == "submitted":
            raise NotNow(str(refusal)) from refusal
        return state


def _published(hit: "HITTypeDef") -> Published:
    return Published(hit["HITId"], hit["Expiration"])


def _submitted(assignment: Any) -> Submitted:
    return Submitted(
        assignment_id=assignment["AssignmentId"],
        identity=assignment["WorkerId"],
        state=STATES[assignment["AssignmentStatus"]],
        submitted_at=assignment["SubmitTime"],
        receipt=read_receipt(assignment.get("Answer", "")),
    )


def _seconds(days: int) -> int:
    return int(timedelta(days=days).total_seconds())
