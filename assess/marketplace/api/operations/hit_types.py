"""HIT types: properties that HITs share."""

import hashlib
import json
from typing import Any

from sqlalchemy import select

from assess.marketplace.api.call import Answer, Call
from assess.marketplace.api.operations.qualification_types import check_usable
from assess.marketplace.clock import DAY
from assess.marketplace.domain.fees import dollars
from assess.marketplace.domain.ids import entity_id
from assess.marketplace.errors import request_error
from assess.marketplace.people.requirements import checked
from assess.marketplace.tables import HitType

DEFAULT_AUTO_APPROVAL = 30 * DAY


def create_hit_type(call: Call) -> Answer:
    return {"HITTypeId": hit_type_of(call).hit_type_id}


def hit_type_of(call: Call) -> HitType:
    """The requester's type with the properties in the call; created if there is none."""
    properties = _properties(call)
    digest = hashlib.sha256(json.dumps(properties, sort_keys=True, default=str).encode()).hexdigest()
    known = select(HitType).where(HitType.requester_id == call.requester.id, HitType.digest == digest)
    found = call.session.scalar(known)
    if found:
        return found
    made = HitType(hit_type_id=entity_id(), group_id=entity_id(), requester=call.requester, digest=digest, **properties)
    call.session.add(made)
    call.session.flush()
    return made


def find_hit_type(call: Call, hit_type_id: str) -> HitType:
    mine = select(HitType).where(HitType.hit_type_id == hit_type_id, HitType.requester_id == call.requester.id)
    found = call.session.scalar(mine)
    if found is None:
        raise request_error("HITTypeDoesNotExist", f"HITType {hit_type_id} does not exist.")
    return found


def _properties(call: Call) -> dict[str, Any]:
    return {
        "title": call["Title"],
        "description": call["Description"],
        "keywords": call.get("Keywords"),
        "reward": dollars(call["Reward"]),
        "duration": call["AssignmentDurationInSeconds"],
        "auto_approval_delay": call.get("AutoApprovalDelayInSeconds", DEFAULT_AUTO_APPROVAL),
        "requirements": _requirements(call),
    }


def _requirements(call: Call) -> list[dict[str, Any]]:
    """The requirements in a fixed order, because their order does not matter."""
    requirements = [checked(requirement) for requirement in call.get("QualificationRequirements", [])]
    for requirement in requirements:
        check_usable(call, requirement["QualificationTypeId"])
    return sorted(requirements, key=lambda requirement: json.dumps(requirement, sort_keys=True))
