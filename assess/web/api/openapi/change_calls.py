"""Calls of organisers that change a campaign."""

from assess.campaign.corrections.kinds import KINDS
from assess.web.api.openapi.building import (
    FLAG,
    INTEGER,
    TEXT,
    Schema,
    list_of,
    object_of,
    operation,
    or_null,
    parameter,
    reference,
)


def change_paths() -> Schema:
    failures = {400: "Error", 401: "Error", 404: "Error", 409: "Error"}
    why = {"why": TEXT, "preview": {**FLAG, "description": "Only say what it would do"}}
    kinds = {"kind": {"enum": sorted(KINDS)}, **why}
    return {
        "/api/changes": {
            "get": operation("What was changed, as `assess changes --json` prints it", {200: "Changes", 401: "Error"}),
            "post": operation(
                "Make a correction: its kind, and the fields of that kind. With preview, only say what it would do",
                {200: "Effect", 201: "Change", **failures},
                body=kinds,
                required=("kind",),
            ),
        },
        "/api/changes/{number}/undo": {
            "parameters": [parameter("number")],
            "post": operation("Take a change back", {200: "Effect", 201: "Change", **failures}, body=why, required=()),
        },
        "/api/people/{number}/forget": {
            "parameters": [parameter("number")],
            "post": operation(
                "Erase what identifies a person, for good; who is to be paid is forgotten when that is settled",
                {200: "Erasure", **failures},
                body={"discard": FLAG, **why},
                required=(),
            ),
        },
        "/api/state": {
            "get": operation("The state of the campaign", {200: "State", 401: "Error"}),
            "post": operation(
                "Open, pause, close or reopen the campaign",
                {200: "State", **failures},
                body={"action": {"enum": ["open", "pause", "close", "reopen"]}, "why": TEXT},
                required=("action",),
            ),
        },
    }


def change_schemas() -> Schema:
    number = or_null(INTEGER)
    change = {"number": INTEGER, "at": TEXT, "who": or_null(TEXT), "why": or_null(TEXT), "what": TEXT, "kind": TEXT}
    change |= {"old": {}, "new": {}, "undoes": number, "undone_by": number}
    before_and_after = {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}
    topic = object_of({"topic": TEXT, "before": or_null({"type": "object"}), "after": {"type": "object"}})
    effect = {"topics": list_of(topic), "counted": before_and_after, "missing": before_and_after, "measure": TEXT}
    effect["means"] = {"type": "object", "additionalProperties": before_and_after}
    after, outcome = {"enum": ["keep", "discard"]}, {"enum": ["erased", "waiting"]}
    erasure = {"number": INTEGER, "kind": TEXT, "identity": TEXT, "token": TEXT, "links": INTEGER, "comments": INTEGER}
    erasure |= {"assignments": INTEGER, "judgments": INTEGER, "after": after, "payments": INTEGER, "paid": TEXT}
    erasure |= {"barred": FLAG, "outcome": outcome}
    return {
        "Withdrawal": object_of({"outcome": outcome, "judgments": after}),
        "Erasure": object_of(erasure, tuple(name for name in erasure if name != "outcome")),
        "Change": object_of(change),
        "Changes": list_of(reference("Change")),
        "Effect": object_of(effect),
        "State": object_of({"name": TEXT, "state": {"enum": ["draft", "open", "paused", "closed"]}}),
    }
