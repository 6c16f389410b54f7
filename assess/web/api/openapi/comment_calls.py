"""Comments and flags: of assessors, and for the organiser who answers."""

from assess.campaign.inbox.comments import FLAG_REASONS
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
    query_parameter,
    reference,
)


def comment_paths() -> Schema:
    failures = {401: "Error", 404: "Error"}
    number, position = parameter("number"), parameter("position")
    return {
        "/api/assignments/{assignment}/tasks/{position}/flag": {
            "parameters": [parameter("assignment"), position],
            "post": operation(
                "Flag a task that something is wrong with. The same flag again is answered with 200 and stored once",
                {200: "Stored", 201: "Stored", 400: "Error", **failures},
                body={"reason": {"enum": list(FLAG_REASONS)}, "note": TEXT},
                required=("reason",),
            ),
        },
        "/api/comments": {
            "parameters": [query_parameter("all", "For the organiser: also what is resolved")],
            "get": operation("For the organiser: open comments and flags", {200: "Inbox", 401: "Error"}),
            "post": operation(
                "Send a comment to the organiser, about an assignment of yours or the task at a position of it",
                {201: "Stored", 400: "Error", **failures},
                body={"text": TEXT, "assignment": INTEGER, "position": INTEGER},
                required=("text",),
            ),
        },
        "/api/comments/mine": {
            "get": operation("What you wrote, newest first, with the answers", {200: "OwnComments", 401: "Error"})
        },
        "/api/comments/{number}": {
            "parameters": [number],
            "get": operation(
                "For the organiser: one of them, with the texts that its assessor saw", {200: "InboxEntry", **failures}
            ),
        },
        "/api/comments/{number}/answer": {
            "parameters": [number],
            "post": operation(
                "For the organiser: answer, and resolve unless it is kept open",
                {200: "InboxEntry", 400: "Error", **failures, 409: "Error"},
                body={"text": TEXT, "keep_open": FLAG, "replace": FLAG},
                required=("text",),
            ),
        },
        "/api/comments/{number}/resolve": {
            "parameters": [number],
            "post": operation(
                "For the organiser: mark it as done with; with undo, open it again",
                {200: "InboxEntry", 400: "Error", **failures},
                body={"undo": FLAG},
                required=(),
            ),
        },
    }


def comment_schemas() -> Schema:
    own = {"at": TEXT, "kind": {"enum": ["comment", "flag"]}, "reason": or_null({"enum": list(FLAG_REASONS)})}
    own |= {"text": TEXT, "assignment": or_null(INTEGER), "position": or_null(INTEGER)}
    own |= {"answer": or_null(TEXT), "answered_at": or_null(TEXT)}
    entry = {"number": INTEGER, "person": reference("Person"), **own, "expected": or_null(INTEGER), "open": FLAG}
    entry |= {name: or_null(TEXT) for name in ("topic", "left", "right")}
    entry |= {name: or_null(TEXT) for name in ("answered_by", "resolved_by", "resolved_at")}
    item = object_of({"docno": TEXT, "kind": TEXT, "shown": {}})
    task = {"question": TEXT, "description": or_null(TEXT), "answer": or_null(NUMBER), "left": item}
    shown = or_null(object_of({**task, "right": or_null(item)}))
    return {
        "OwnComments": list_of(object_of(own)),
        "InboxEntry": object_of({**entry, "task": shown}, tuple(entry)),
        "Inbox": list_of(reference("InboxEntry")),
    }
