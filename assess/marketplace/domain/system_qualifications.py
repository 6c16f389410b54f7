"""The system's qualification types, which no requester grants: location, approval rate and so on."""

from assess.marketplace.tables import QualificationType

LOCALE = "00000000000000000071"
PERCENT_APPROVED = "000000000000000000L0"
NUMBER_APPROVED = "00000000000000000040"
ADULT = "00000000000000000060"
MASTERS = ("2F1QJWKUDD8XADTFD2Q0G6UTO95ALH", "2ARFPLSP75KLA8M8DH1HTEQVJT3SY6")  # production, sandbox

_NAMES = {
    LOCALE: ("Worker_Locale", "Location"),
    PERCENT_APPROVED: ("Worker_PercentAssignmentsApproved", "HIT approval rate (%)"),
    NUMBER_APPROVED: ("Worker_NumberHITsApproved", "Number of HITs approved"),
    ADULT: ("Worker_Adult", "Adult content qualification"),
    MASTERS[0]: ("Masters", "Masters"),
    MASTERS[1]: ("Masters (sandbox)", "Masters"),
}


def system_qualification_types() -> list[QualificationType]:
    return [
        QualificationType(qualification_type_id=key, name=name, description=words, status="Active", created_at=0.0)
        for key, (name, words) in _NAMES.items()
    ]
