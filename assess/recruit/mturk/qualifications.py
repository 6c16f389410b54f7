"""Who may take part on Mechanical Turk: the service's own qualifications, and ours that excludes workers."""

from typing import TYPE_CHECKING, Literal

from assess.recruit.crowd import NotNow
from assess.recruit.mturk.errors import TurkRefusal, answer_of
from assess.recruit.offer import Offer

if TYPE_CHECKING:
    from mypy_boto3_mturk import MTurkClient
    from mypy_boto3_mturk.type_defs import LocaleTypeDef, PaginatorConfigTypeDef, QualificationRequirementTypeDef

LIVE, SANDBOX = "live", "sandbox"
LOCALE = "00000000000000000071"
APPROVAL_RATE = "000000000000000000L0"
APPROVED_HITS = "00000000000000000040"
MASTERS = "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH"
HIDDEN: Literal["DiscoverPreviewAndAccept"] = "DiscoverPreviewAndAccept"
PAGE: "PaginatorConfigTypeDef" = {"PageSize": 100}


def requirements(offer: Offer, environment: str, exclusion: str) -> "list[QualificationRequirementTypeDef]":
    """The qualifications that a worker must have, and the one they must not have, to see the HITs of an offer.

    In the sandbox nobody has a history: only our own exclusion is asked for there, or testers would see nothing.
    """
    asked: list[QualificationRequirementTypeDef] = []
    if environment != SANDBOX:
        asked += _history(offer)
    return [*asked, {"QualificationTypeId": exclusion, "Comparator": "DoesNotExist", "ActionsGuarded": HIDDEN}]


def _history(offer: Offer) -> "list[QualificationRequirementTypeDef]":
    asked: list[QualificationRequirementTypeDef] = []
    if offer.country is not None:
        locale: LocaleTypeDef = {"Country": offer.country}
        asked.append({"QualificationTypeId": LOCALE, "Comparator": "EqualTo", "LocaleValues": [locale]})
    if offer.approved_hits is not None:
        least = [offer.approved_hits]
        asked.append(
            {"QualificationTypeId": APPROVED_HITS, "Comparator": "GreaterThanOrEqualTo", "IntegerValues": least}
        )
    if offer.approval_above is not None:
        above = [offer.approval_above]
        asked.append({"QualificationTypeId": APPROVAL_RATE, "Comparator": "GreaterThan", "IntegerValues": above})
    if offer.masters:
        asked.append({"QualificationTypeId": MASTERS, "Comparator": "Exists"})
    return asked


def for_one_only(qualification: str, number: int) -> "QualificationRequirementTypeDef":
    """The requirement that only the worker meets whose qualification has this value."""
    return {
        "QualificationTypeId": qualification,
        "Comparator": "EqualTo",
        "IntegerValues": [number],
        "ActionsGuarded": HIDDEN,
    }


def find_or_create(client: "MTurkClient", name: str, description: str) -> str:
    """The id of our qualification of that name; workers can read the name and the description."""
    try:
        with answer_of("CreateQualificationType"):
            made = client.create_qualification_type(
                Name=name, Description=description, QualificationTypeStatus="Active"
            )
        return made["QualificationType"]["QualificationTypeId"]
    except TurkRefusal as refusal:
        if refusal.code != "qualificationtypealreadyexists":
            raise
    return _named(client, name)


def _named(client: "MTurkClient", name: str) -> str:
    """The id by the name: only if the answer to its creation was lost, because the list lags behind."""
    with answer_of("ListQualificationTypes"):
        pages = client.get_paginator("list_qualification_types").paginate(
            Query=name, MustBeRequestable=False, MustBeOwnedByCaller=True, PaginationConfig=PAGE
        )
        found = [kind for page in pages for kind in page["QualificationTypes"] if kind.get("Name") == name]
    if not found:
        raise NotNow(f"the qualification {name!r} exists, but is not listed yet: try again in a minute")
    return found[0]["QualificationTypeId"]
