"""Calls of those who judge: arrive, take an assignment, answer, finish."""

from assess.campaign.judging.refusals import Reason
from assess.web.api.openapi.building import (
    FLAG,
    INTEGER,
    NUMBER,
    TEXT,
    Schema,
    list_of,
    object_of,
    operation,
    or_null,
    parameter,
    reference,
)

ANSWER_DETAILS: Schema = {
    "seconds": {"type": "number", "minimum": 0, "description": "Seconds of attention"},
    "changes": {"type": "integer", "minimum": 0, "description": "Changes of mind before sending"},
    "key": {"type": "string", "maxLength": 64, "description": "Your name for this answer"},
}


def people_paths() -> Schema:
    return {
        "/api/openapi.json": {"get": operation("This document", {200: "The document"}, secured=False)},
        "/api/arrivals": {
            "post": operation(
                "Arrive by the link of a panel or platform, with its parameters",
                {201: "Arrival", 400: "Error", 401: "Error"},
                body={"link": TEXT, "parameters": {"type": "object", "additionalProperties": TEXT}},
                secured=False,
            )
        },
        "/api/consent": {
            "post": operation("Agree to take part, or decline", {200: "Consent", 401: "Error"}, body={"agree": FLAG})
        },
        "/api/withdraw": {
            "post": operation(
                "Withdraw: what identifies you is erased, at once or as soon as you are paid",
                {200: "Withdrawal", 401: "Error", 409: "Error"},
            )
        },
    }


def assignment_paths() -> Schema:
    assignment = parameter("assignment")
    return {
        "/api/assignments": {
            "post": operation(
                "The assignment you hold, or a new one; or why there is none",
                {201: "Assignment", 401: "Error", 409: "Nothing"},
            )
        },
        "/api/assignments/{assignment}": {
            "parameters": [assignment],
            "get": operation(
                "An assignment that was handed out to you", {200: "Assignment", 401: "Error", 404: "Error"}
            ),
        },
        "/api/assignments/{assignment}/finish": {
            "parameters": [assignment],
            "post": operation("Submit an assignment", {200: "Outcome", 401: "Error", 404: "Error", 409: "Error"}),
        },
        "/api/assignments/{assignment}/release": {
            "parameters": [assignment],
            "post": operation("Give an assignment back to others", {200: "Released", 401: "Error", 404: "Error"}),
        },
    }


def answer_paths() -> Schema:
    assignment, position = parameter("assignment"), parameter("position")
    return {
        "/api/assignments/{assignment}/tasks/{position}": {
            "parameters": [assignment, position],
            "put": operation(
                "Save an answer at once. The same key again is acknowledged and not stored again; "
                "another answer supersedes the one before",
                {200: "Saved", 400: "Error", 401: "Error", 404: "Error", 409: "Error"},
                body={"answer": {"type": "integer", "minimum": -2, "maximum": 2}, **ANSWER_DETAILS},
                required=("answer",),
            ),
        },
        "/api/assignments/{assignment}/grades/{position}": {
            "parameters": [assignment, position],
            "put": operation(
                "Save the grade of an item",
                {200: "Saved", 400: "Error", 401: "Error", 404: "Error", 409: "Error"},
                body={"grade": NUMBER, **ANSWER_DETAILS},
                required=("grade",),
            ),
        },
    }


def assignment_schemas() -> Schema:
    item = object_of(
        {"kind": {"enum": ["text", "image", "results"]}, "text": TEXT, "image": TEXT, "alt": TEXT}, ("kind",)
    )
    item["properties"]["results"] = list_of(object_of({"title": TEXT, "snippet": TEXT, "url": TEXT}, ("title",)))
    task = {"position": INTEGER, "topic": TEXT, "question": TEXT, "description": or_null(TEXT)}
    task |= {
        "answer": or_null(NUMBER),
        "left": reference("Item"),
        "right": reference("Item"),
        "item": reference("Item"),
    }
    grade = object_of({"value": NUMBER, "name": TEXT, "guideline": TEXT})
    assignment = {"assignment": INTEGER, "kind": {"enum": ["judging", "grading", "training"]}, "expires_at": TEXT}
    assignment |= {
        "seconds_left": or_null(INTEGER),
        "answers": {"enum": [2, 3, 4, 5]},
        "tasks": list_of(reference("Task")),
    }
    return {
        "Item": item,
        "Task": object_of(task, ("position", "topic", "question", "description", "answer")),
        "Assignment": object_of({**assignment, "grades": list_of(grade)}, tuple(assignment)),
    }


def reply_schemas() -> Schema:
    reason: Schema = {"type": "string", "enum": [reason.value for reason in Reason]}
    feedback = object_of({"right": FLAG, "expected": {"enum": [-1, 0, 1]}, "why": TEXT})
    saved = {"saved": FLAG, "position": INTEGER, "answered": INTEGER, "of": INTEGER}
    return {
        "Saved": object_of({**saved, "feedback": feedback}, tuple(saved)),
        "Outcome": object_of(
            {
                "outcome": {"enum": ["kept", "discarded", "unfinished"]},
                "completion_code": or_null(TEXT),
                "return_url": or_null(TEXT),
                "next": FLAG,
            }
        ),
        "Nothing": object_of({"reason": reason, "message": TEXT, "assignment": or_null(INTEGER)}),
        "Error": object_of({"reason": TEXT, "message": TEXT}),
        "Arrival": object_of({"token": TEXT, "preview": FLAG}),
        "Consent": object_of({"agreed": FLAG}),
        "Released": object_of({"released": FLAG}),
        "Stored": object_of({"stored": FLAG}),
    }
