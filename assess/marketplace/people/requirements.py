"""Qualification requirements: check that they are valid, and whether a worker meets them."""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from assess.marketplace.domain.system_qualifications import LOCALE
from assess.marketplace.errors import Refusal, parameter_error

Requirement = dict[str, Any]
Locale = tuple[str, str | None]  # country, subdivision
Values = Mapping[str, int | Locale]  # qualification type id -> the worker's value

MOST_INTEGERS, MOST_LOCALES = 15, 30
PRESENCE = ("Exists", "DoesNotExist")
SETS = ("In", "NotIn")
LOCALE_COMPARATORS = ("EqualTo", "NotEqualTo", *SETS)
GUARDS = ("Accept", "PreviewAndAccept", "DiscoverPreviewAndAccept")

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "LessThan": operator.lt,
    "LessThanOrEqualTo": operator.le,
    "GreaterThan": operator.gt,
    "GreaterThanOrEqualTo": operator.ge,
    "EqualTo": operator.eq,
    "NotEqualTo": operator.ne,
}


def checked(requirement: Requirement) -> Requirement:
    """The requirement with its guard filled in; contradictions are refused."""
    if "RequiredToPreview" in requirement and "ActionsGuarded" in requirement:
        raise _wrong("RequiredToPreview and ActionsGuarded must not be used together")
    _check_values(requirement)
    guard = requirement.get("ActionsGuarded", GUARDS[bool(requirement.get("RequiredToPreview"))])
    return requirement | {"ActionsGuarded": guard, "RequiredToPreview": guard != GUARDS[0]}


def meets(requirement: Requirement, values: Values) -> bool:
    """Whether a worker with these *values* meets the requirement; a missing qualification meets only DoesNotExist."""
    comparator, value = requirement["Comparator"], values.get(requirement["QualificationTypeId"])
    if comparator == "DoesNotExist":
        return value is None
    if value is None or comparator == "Exists":
        return value is not None
    if isinstance(value, tuple):
        found = any(_lies_in(value, locale) for locale in requirement["LocaleValues"])
        return found is (comparator in ("EqualTo", "In"))
    if comparator in SETS:
        return (value in requirement["IntegerValues"]) is (comparator == "In")
    return _COMPARE[comparator](value, requirement["IntegerValues"][0])


def in_words(requirement: Requirement, name: str) -> str:
    """The requirement as a text for workers."""
    words = {
        "Exists": "has been granted",
        "DoesNotExist": "has not been granted",
        "LessThan": "is less than",
        "LessThanOrEqualTo": "is at most",
        "GreaterThan": "is greater than",
        "GreaterThanOrEqualTo": "is at least",
        "EqualTo": "is",
        "NotEqualTo": "is not",
        "In": "is one of",
        "NotIn": "is none of",
    }[requirement["Comparator"]]
    integers = [str(value) for value in requirement.get("IntegerValues", [])]
    locales = ["-".join(locale.values()) for locale in requirement.get("LocaleValues", [])]
    return " ".join([name, words, ", ".join(integers + locales)]).strip()


def _lies_in(value: Locale, locale: dict[str, str]) -> bool:
    country, subdivision = value
    return country == locale["Country"] and locale.get("Subdivision") in (None, subdivision)


def _check_values(requirement: Requirement) -> None:
    comparator = requirement["Comparator"]
    integers, locales = requirement.get("IntegerValues", []), requirement.get("LocaleValues", [])
    if comparator in PRESENCE:
        if integers or locales:
            raise _wrong(f"{comparator} takes no values")
    elif requirement["QualificationTypeId"] == LOCALE:
        if integers or comparator not in LOCALE_COMPARATORS:
            raise _wrong(f"Worker_Locale takes LocaleValues and one of {', '.join(LOCALE_COMPARATORS)}")
        _check_count("LocaleValues", locales, MOST_LOCALES if comparator in SETS else 1)
        _check_locales(locales)
    elif locales:
        raise _wrong("LocaleValues can only be used with Worker_Locale")
    else:
        _check_count("IntegerValues", integers, MOST_INTEGERS if comparator in SETS else 1)


def _check_count(name: str, values: list[Any], most: int) -> None:
    if not 1 <= len(values) <= most:
        raise _wrong(f"{name} has {len(values)} values, expected {'one' if most == 1 else f'1 to {most}'}")


def _check_locales(locales: list[dict[str, str]]) -> None:
    for locale in locales:
        if not all(part.isascii() and part.isalpha() and part.isupper() for part in locale.values()):
            raise _wrong(f"{'-'.join(locale.values())} is not a locale: two capital letters are expected")
        if "Subdivision" in locale and locale["Country"] != "US":
            raise _wrong("a Subdivision can only be given for the country US")


def _wrong(why: str) -> Refusal:
    return parameter_error(f"The QualificationRequirement is not valid: {why}.")
