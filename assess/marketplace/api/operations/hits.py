"""HITs: create, read, extend, expire, delete."""

from typing import Any

from sqlalchemy import String, cast, select

from assess.marketplace.api.call import Answer, Call, present, stamp
from assess.marketplace.api.limits import between
from assess.marketplace.api.operations.hit_types import find_hit_type, hit_type_of
from assess.marketplace.api.operations.qualification_types import check_usable, find_type
from assess.marketplace.api.paging import page
from assess.marketplace.api.request_tokens import remember, used_for
from assess.marketplace.domain.counters import Counters, counters
from assess.marketplace.domain.fees import MANY_ASSIGNMENTS, dollars
from assess.marketplace.domain.hits import dispose, expire, hold, refresh
from assess.marketplace.domain.ids import entity_id
from assess.marketplace.domain.question_documents import read_question
from assess.marketplace.errors import already_processed, no_such_hit, parameter_error, request_error, wrong_hit_state
from assess.marketplace.notifications.events import announce
from assess.marketplace.tables import Hit, HitType

LEAST_EXTENSION, LONGEST_EXTENSION = 60, 31_536_000


def create_hit(call: Call) -> Answer:
    return _create(call, hit_type_of(call))


def create_hit_with_hit_type(call: Call) -> Answer:
    hit_type = find_hit_type(call, call["HITTypeId"])
    for requirement in hit_type.requirements:
        check_usable(call, requirement["QualificationTypeId"])
    return _create(call, hit_type)


def get_hit(call: Call) -> Answer:
    return {"HIT": view(call, find_hit(call))}


def list_hits(call: Call) -> Answer:
    return _hits_page(call, Hit.status != "Disposed")


def list_reviewable_hits(call: Call) -> Answer:
    conditions = [Hit.status == call.get("Status", "Reviewable"), Hit.changed_at <= call.known_until]
    if "HITTypeId" in call.parameters:
        conditions.append(Hit.type_id == find_hit_type(call, call["HITTypeId"]).id)
    return _hits_page(call, *conditions)


def list_hits_for_qualification_type(call: Call) -> Answer:
    wanted = find_type(call, call["QualificationTypeId"]).qualification_type_id
    # A text search is safe: ids have 20 to 30 characters, none contains another, and no other text looks like one.
    uses_it = cast(HitType.requirements, String).contains(f'"{wanted}"')
    using = select(HitType.id).where(HitType.requester_id == call.requester.id, uses_it)
    return _hits_page(call, Hit.status != "Disposed", Hit.type_id.in_(using))


def create_additional_assignments(call: Call) -> Answer:
    hit, more, token = find_hit(call), call["NumberOfAdditionalAssignments"], call.get("UniqueRequestToken")
    if earlier := used_for(call.session, call.requester, "extension", token, call.now):
        raise already_processed(token, earlier)
    _check_extensible(call, hit)
    if hit.max_assignments < MANY_ASSIGNMENTS <= hit.max_assignments + more:
        message = "A HIT created with fewer than 10 assignments cannot be extended to have 10 or more assignments."
        raise request_error("InvalidMaximumAssignmentsIncrease", message)
    hit.max_assignments += more
    remember(call.session, call.requester, "extension", token, call.request_id, call.now)
    _extended(call, hit)
    return {}


def update_expiration(call: Call) -> Answer:
    """Expire the HIT now, or extend it; as on the live service, it cannot be shortened to a time in the future."""
    hit, expire_at = find_hit(call), float(call["ExpireAt"])
    if hit.status == "Disposed":
        raise wrong_hit_state(hit.status, "Assignable", "Unassignable", "Reviewable", "Reviewing")
    if expire_at > call.now:
        _extend_until(call, hit, expire_at)
    elif not hit.expired:
        expire(call.session, hit, call.now)
    return {}


def update_hit_type_of_hit(call: Call) -> Answer:
    hit, hit_type = find_hit(call), find_hit_type(call, call["HITTypeId"])
    _check_extensible(call, hit)
    if hit.pending or hit.submitted or hit.completed:
        raise request_error("InvalidHITState", "The HIT has assignments that were accepted or submitted.")
    hit.type = hit_type
    hold(hit)
    return {}


def update_review_status(call: Call) -> Answer:
    hit, revert = find_hit(call), call.get("Revert", False)
    before, after = ("Reviewing", "Reviewable") if revert else ("Reviewable", "Reviewing")
    if hit.status != before:
        raise wrong_hit_state(hit.status, before)
    hit.status, hit.changed_at = after, call.now
    return {}


def delete_hit(call: Call) -> Answer:
    hit = find_hit(call)
    if hit.status not in ("Reviewable", "Reviewing") or hit.submitted:
        raise wrong_hit_state(hit.status, "Reviewing", "Reviewable")
    dispose(call.session, hit, call.now)
    return {}


def find_hit(call: Call) -> Hit:
    mine = select(Hit).where(Hit.hit_id == call["HITId"], Hit.requester_id == call.requester.id)
    found = call.session.scalar(mine)
    if found is None:
        raise no_such_hit(call["HITId"])
    return found


def view(call: Call, hit: Hit) -> Answer:
    """The HIT as the requester sees it."""
    shown = counters(call.session, hit, call.known_until) if call.faults.lag else Counters.of(hit)
    return present(
        HITId=hit.hit_id,
        HITTypeId=hit.type.hit_type_id,
        HITGroupId=hit.type.group_id,
        CreationTime=stamp(hit.created_at),
        Title=hit.type.title,
        Description=hit.type.description,
        Question=hit.question,
        Keywords=hit.type.keywords,
        HITStatus=hit.status,
        MaxAssignments=hit.max_assignments,
        Reward=str(hit.type.reward),
        AutoApprovalDelayInSeconds=hit.type.auto_approval_delay,
        Expiration=stamp(hit.expiration),
        AssignmentDurationInSeconds=hit.type.duration,
        RequesterAnnotation=hit.annotation,
        QualificationRequirements=hit.type.requirements,
        HITReviewStatus="NotReviewed",
        NumberOfAssignmentsPending=shown.pending,
        NumberOfAssignmentsAvailable=shown.available,
        NumberOfAssignmentsCompleted=shown.completed,
    )


def _create(call: Call, hit_type: HitType) -> Answer:
    _check_supported(call)
    token = call.get("UniqueRequestToken")
    if earlier := used_for(call.session, call.requester, "hit", token, call.now):
        raise request_error("HitAlreadyExists", f"The HIT with ID {earlier} was already created with this token.")
    read_question(call["Question"], http_allowed=call.settings.http_questions)
    hit = _new_hit(call, hit_type)
    call.session.add(hit)
    remember(call.session, call.requester, "hit", token, hit.hit_id, call.now)
    announce(call.session, "HITCreated", hit, call.now)
    hold(hit)
    return {"HIT": view(call, hit)}


def _new_hit(call: Call, hit_type: HitType) -> Hit:
    return Hit(
        hit_id=entity_id(),
        requester_id=call.requester.id,
        type=hit_type,
        question=call["Question"],
        annotation=call.get("RequesterAnnotation"),
        max_assignments=call.get("MaxAssignments", 1),
        created_at=call.now,
        changed_at=call.now,
        expiration=call.now + call["LifetimeInSeconds"],
        expired=False,
        status="Assignable",
        pending=0,
        submitted=0,
        completed=0,
        held=dollars("0"),
    )


def _check_supported(call: Call) -> None:
    if "HITLayoutId" in call.parameters:
        raise request_error("HITLayoutDoesNotExist", f"HITLayout {call['HITLayoutId']} does not exist.")
    if "Question" not in call.parameters:
        raise parameter_error("Your request must include either a Question or a HITLayoutId.")
    if call.parameters.keys() & {"AssignmentReviewPolicy", "HITReviewPolicy"}:
        raise parameter_error("This marketplace has no review policies: create the HIT without them.")


def _check_extensible(call: Call, hit: Hit) -> None:
    if hit.status == "Disposed":
        raise wrong_hit_state(hit.status, "Assignable", "Unassignable", "Reviewable", "Reviewing")
    if hit.created_at > call.known_until:  # the live service needs some seconds to process a new HIT
        raise request_error("InvalidHITState", "The HIT is not ready for this operation yet.")


def _extend_until(call: Call, hit: Hit, expire_at: float) -> None:
    if not hit.expired and stamp(expire_at) == stamp(hit.expiration):
        raise already_processed(f"{hit.hit_id}{stamp(expire_at)}", call.request_id)
    _check_extensible(call, hit)
    increment = stamp(expire_at) - stamp(call.now if hit.expired else hit.expiration)
    between(LEAST_EXTENSION, LONGEST_EXTENSION)("ExpirationIncrementInSeconds", increment)
    hit.expired, hit.expiration = False, expire_at
    _extended(call, hit)


def _extended(call: Call, hit: Hit) -> None:
    announce(call.session, "HITExtended", hit, call.now)
    refresh(call.session, hit, call.now)


def _hits_page(call: Call, *conditions: Any) -> Answer:
    mine = select(Hit).where(Hit.requester_id == call.requester.id, Hit.created_at <= call.known_until, *conditions)
    return page(call.session, mine, Hit.id, call.parameters, "HITs", lambda hit: view(call, hit))
