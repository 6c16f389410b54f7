"""The OpenAPI document of the JSON API."""

from typing import Any

from assess import __version__
from assess.campaign.corrections.kinds import KINDS
from assess.campaign.inbox.comments import FLAG_REASONS
from assess.campaign.judging.refusals import Reason

# Not apispec 6.10: it takes the same dictionaries, so nothing becomes shorter (marshmallow's classes are longer), and
# building the document takes 1.5 ms with it instead of 0.15 ms. Only 4 of 17 schemas are dataclasses to generate from.
Schema = dict[str, Any]
NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}


def openapi_document() -> Schema:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "assess: judge by program",
            "version": __version__,
            "description": "Take an assignment, save each answer, finish it; the same rules as for people. The bearer "
            "token is the last part of the link that `assess invite NAME --machine ID` prints; for runs and scores "
            "it is the last part of the organiser's link that `assess live NAME` prints.",
        },
        "security": [{"bearer": []}],
        "paths": _people_paths()
        | _assignment_paths()
        | _answer_paths()
        | _comment_paths()
        | _organiser_paths()
        | _progress_paths()
        | _change_paths(),
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": _assignment_schemas()
            | _reply_schemas()
            | _comment_schemas()
            | _organiser_schemas()
            | _progress_schemas()
            | _change_schemas(),
        },
    }


def _people_paths() -> Schema:
    return {
        "/api/openapi.json": {"get": _operation("This document", {200: "The document"}, secured=False)},
        "/api/arrivals": {
            "post": _operation(
                "Arrive by the link of a panel or platform, with its parameters",
                {201: "Arrival", 400: "Error", 401: "Error"},
                body={"link": TEXT, "parameters": {"type": "object", "additionalProperties": TEXT}},
                secured=False,
            )
        },
        "/api/consent": {
            "post": _operation("Agree to take part, or decline", {200: "Consent", 401: "Error"}, body={"agree": FLAG})
        },
        "/api/withdraw": {
            "post": _operation(
                "Withdraw: what identifies you is erased, at once or as soon as you are paid",
                {200: "Withdrawal", 401: "Error", 409: "Error"},
            )
        },
    }


def _assignment_paths() -> Schema:
    assignment = _parameter("assignment")
    return {
        "/api/assignments": {
            "post": _operation(
                "The assignment you hold, or a new one; or why there is none",
                {201: "Assignment", 401: "Error", 409: "Nothing"},
            )
        },
        "/api/assignments/{assignment}": {
            "parameters": [assignment],
            "get": _operation(
                "An assignment that was handed out to you", {200: "Assignment", 401: "Error", 404: "Error"}
            ),
        },
        "/api/assignments/{assignment}/finish": {
            "parameters": [assignment],
            "post": _operation("Submit an assignment", {200: "Outcome", 401: "Error", 404: "Error", 409: "Error"}),
        },
        "/api/assignments/{assignment}/release": {
            "parameters": [assignment],
            "post": _operation("Give an assignment back to others", {200: "Released", 401: "Error", 404: "Error"}),
        },
    }


def _answer_paths() -> Schema:
    assignment, position = _parameter("assignment"), _parameter("position")
    return {
        "/api/assignments/{assignment}/tasks/{position}": {
            "parameters": [assignment, position],
            "put": _operation(
                "Save an answer at once. The same key again is acknowledged and not stored again; "
                "another answer supersedes the one before",
                {200: "Saved", 400: "Error", 401: "Error", 404: "Error", 409: "Error"},
                body={"answer": {"type": "integer", "minimum": -2, "maximum": 2}, **_ANSWER_DETAILS},
                required=("answer",),
            ),
        },
        "/api/assignments/{assignment}/grades/{position}": {
            "parameters": [assignment, position],
            "put": _operation(
                "Save the grade of an item",
                {200: "Saved", 400: "Error", 401: "Error", 404: "Error", 409: "Error"},
                body={"grade": NUMBER, **_ANSWER_DETAILS},
                required=("grade",),
            ),
        },
    }


def _comment_paths() -> Schema:
    failures = {401: "Error", 404: "Error"}
    number, position = _parameter("number"), _parameter("position")
    return {
        "/api/assignments/{assignment}/tasks/{position}/flag": {
            "parameters": [_parameter("assignment"), position],
            "post": _operation(
                "Flag a task that something is wrong with. The same flag again is answered with 200 and stored once",
                {200: "Stored", 201: "Stored", 400: "Error", **failures},
                body={"reason": {"enum": list(FLAG_REASONS)}, "note": TEXT},
                required=("reason",),
            ),
        },
        "/api/comments": {
            "parameters": [_query("all", "For the organiser: also what is resolved")],
            "get": _operation("For the organiser: open comments and flags", {200: "Inbox", 401: "Error"}),
            "post": _operation(
                "Send a comment to the organiser, about an assignment of yours or the task at a position of it",
                {201: "Stored", 400: "Error", **failures},
                body={"text": TEXT, "assignment": INTEGER, "position": INTEGER},
                required=("text",),
            ),
        },
        "/api/comments/mine": {
            "get": _operation("What you wrote, newest first, with the answers", {200: "OwnComments", 401: "Error"})
        },
        "/api/comments/{number}": {
            "parameters": [number],
            "get": _operation(
                "For the organiser: one of them, with the texts that its assessor saw", {200: "InboxEntry", **failures}
            ),
        },
        "/api/comments/{number}/answer": {
            "parameters": [number],
            "post": _operation(
                "For the organiser: answer, and resolve unless it is kept open",
                {200: "InboxEntry", 400: "Error", **failures, 409: "Error"},
                body={"text": TEXT, "keep_open": FLAG, "replace": FLAG},
                required=("text",),
            ),
        },
        "/api/comments/{number}/resolve": {
            "parameters": [number],
            "post": _operation(
                "For the organiser: mark it as done with; with undo, open it again",
                {200: "InboxEntry", 400: "Error", **failures},
                body={"undo": FLAG},
                required=(),
            ),
        },
    }


def _organiser_paths() -> Schema:
    name = {**_parameter("name"), "schema": TEXT}
    chosen = [_query("description", "What kind of system it is"), _query("hidden", "Keep it off the leaderboard")]
    failures = {401: "Error", 404: "Error"}
    taken = _operation("Add a run in TREC format, gzip or not", {201: "Uploaded", 400: "Error", **failures})
    taken["requestBody"] = {"required": True, "content": {"text/plain": {"schema": TEXT}}}
    return {
        "/api/board": {
            "parameters": [_query("measure", "One of the campaign's measures; the main one if none is named")],
            "get": _operation("The leaderboard, as `assess watch --json` prints it", {200: "Board", **failures}),
        },
        "/api/runs": {
            "get": _operation("Every run, and how much of its top ranks was judged", {200: "Runs", 401: "Error"}),
            "post": {**taken, "parameters": chosen},
        },
        "/api/runs/{name}": {
            "parameters": [name],
            "patch": _operation(
                "Hide a run from the leaderboard, show it, or describe it",
                {200: "Run", 400: "Error", **failures},
                body={"hidden": FLAG, "description": TEXT},
                required=(),
            ),
        },
        "/api/runs/{name}/helpful": {
            "parameters": [name],
            "get": _operation("Pairings that would tell more about a run, best first", {200: "Helpful", **failures}),
        },
    }


def _progress_paths() -> Schema:
    return {
        "/api/status": {
            "get": _operation(
                "How the campaign stands, as `assess status NAME --json` prints it, without the money of its crowd",
                {200: "Status", 401: "Error"},
            )
        },
        "/api/verify": {
            "get": _operation(
                "What differs from the log, as `assess verify NAME --json` prints it, without the ledger of its crowd",
                {200: "Verification", 401: "Error"},
            )
        },
        "/api/people": {
            "get": _operation("Everybody who judges, as `assess people NAME --json`", {200: "People", 401: "Error"})
        },
        "/api/machines": {
            "get": _operation("People and machines side by side", {200: "SideBySide", 401: "Error"}),
        },
        "/api/disagreements": {
            "parameters": [_query("texts", "1: with the question and the items as people saw them")],
            "get": _operation("Where people disagree, hardest first", {200: "Disagreements", 401: "Error"}),
        },
        "/api/held": {
            "get": _operation("Who holds which work, and until when", {200: "Held", 401: "Error"}),
        },
        "/api/reclaim": {
            "post": _operation(
                "Take held work back at once: of a person, one assignment, what came by a link, or all",
                {200: "Held", 400: "Error", 401: "Error", 404: "Error"},
                body={"person": TEXT, "assignment": INTEGER, "link": INTEGER, "all": FLAG},
                required=(),
            )
        },
    }


def _change_paths() -> Schema:
    failures = {400: "Error", 401: "Error", 404: "Error", 409: "Error"}
    why = {"why": TEXT, "preview": {**FLAG, "description": "Only say what it would do"}}
    kinds = {"kind": {"enum": sorted(KINDS)}, **why}
    return {
        "/api/changes": {
            "get": _operation("What was changed, as `assess changes --json` prints it", {200: "Changes", 401: "Error"}),
            "post": _operation(
                "Make a correction: its kind, and the fields of that kind. With preview, only say what it would do",
                {200: "Effect", 201: "Change", **failures},
                body=kinds,
                required=("kind",),
            ),
        },
        "/api/changes/{number}/undo": {
            "parameters": [_parameter("number")],
            "post": _operation("Take a change back", {200: "Effect", 201: "Change", **failures}, body=why, required=()),
        },
        "/api/people/{number}/forget": {
            "parameters": [_parameter("number")],
            "post": _operation(
                "Erase what identifies a person, for good; who is to be paid is forgotten when that is settled",
                {200: "Erasure", **failures},
                body={"discard": FLAG, **why},
                required=(),
            ),
        },
        "/api/state": {
            "get": _operation("The state of the campaign", {200: "State", 401: "Error"}),
            "post": _operation(
                "Open, pause, close or reopen the campaign",
                {200: "State", **failures},
                body={"action": {"enum": ["open", "pause", "close", "reopen"]}, "why": TEXT},
                required=("action",),
            ),
        },
    }


def _change_schemas() -> Schema:
    number = _or_null(INTEGER)
    change = {"number": INTEGER, "at": TEXT, "who": _or_null(TEXT), "why": _or_null(TEXT), "what": TEXT, "kind": TEXT}
    change |= {"old": {}, "new": {}, "undoes": number, "undone_by": number}
    before_and_after = {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}
    topic = _object({"topic": TEXT, "before": _or_null({"type": "object"}), "after": {"type": "object"}})
    effect = {"topics": _list(topic), "counted": before_and_after, "missing": before_and_after, "measure": TEXT}
    effect["means"] = {"type": "object", "additionalProperties": before_and_after}
    after, outcome = {"enum": ["keep", "discard"]}, {"enum": ["erased", "waiting"]}
    erasure = {"number": INTEGER, "kind": TEXT, "identity": TEXT, "token": TEXT, "links": INTEGER, "comments": INTEGER}
    erasure |= {"assignments": INTEGER, "judgments": INTEGER, "after": after, "payments": INTEGER, "paid": TEXT}
    erasure |= {"barred": FLAG, "outcome": outcome}
    return {
        "Withdrawal": _object({"outcome": outcome, "judgments": after}),
        "Erasure": _object(erasure, tuple(name for name in erasure if name != "outcome")),
        "Change": _object(change),
        "Changes": _list(_ref("Change")),
        "Effect": _object(effect),
        "State": _object({"name": TEXT, "state": {"enum": ["draft", "open", "paused", "closed"]}}),
    }


_ANSWER_DETAILS: Schema = {
    "seconds": {"type": "number", "minimum": 0, "description": "Seconds of attention"},
    "changes": {"type": "integer", "minimum": 0, "description": "Changes of mind before sending"},
    "key": {"type": "string", "maxLength": 64, "description": "Your name for this answer"},
}


def _assignment_schemas() -> Schema:
    item = _object(
        {"kind": {"enum": ["text", "image", "results"]}, "text": TEXT, "image": TEXT, "alt": TEXT}, ("kind",)
    )
    item["properties"]["results"] = _list(_object({"title": TEXT, "snippet": TEXT, "url": TEXT}, ("title",)))
    task = {"position": INTEGER, "topic": TEXT, "question": TEXT, "description": _or_null(TEXT)}
    task |= {"answer": _or_null(NUMBER), "left": _ref("Item"), "right": _ref("Item"), "item": _ref("Item")}
    grade = _object({"value": NUMBER, "name": TEXT, "guideline": TEXT})
    assignment = {"assignment": INTEGER, "kind": {"enum": ["judging", "grading", "training"]}, "expires_at": TEXT}
    assignment |= {"seconds_left": _or_null(INTEGER), "answers": {"enum": [2, 3, 4, 5]}, "tasks": _list(_ref("Task"))}
    return {
        "Item": item,
        "Task": _object(task, ("position", "topic", "question", "description", "answer")),
        "Assignment": _object({**assignment, "grades": _list(grade)}, tuple(assignment)),
    }


def _reply_schemas() -> Schema:
    reason: Schema = {"type": "string", "enum": [reason.value for reason in Reason]}
    feedback = _object({"right": FLAG, "expected": {"enum": [-1, 0, 1]}, "why": TEXT})
    saved = {"saved": FLAG, "position": INTEGER, "answered": INTEGER, "of": INTEGER}
    return {
        "Saved": _object({**saved, "feedback": feedback}, tuple(saved)),
        "Outcome": _object(
            {
                "outcome": {"enum": ["kept", "discarded", "unfinished"]},
                "completion_code": _or_null(TEXT),
                "return_url": _or_null(TEXT),
                "next": FLAG,
            }
        ),
        "Nothing": _object({"reason": reason, "message": TEXT, "assignment": _or_null(INTEGER)}),
        "Error": _object({"reason": TEXT, "message": TEXT}),
        "Arrival": _object({"token": TEXT, "preview": FLAG}),
        "Consent": _object({"agreed": FLAG}),
        "Released": _object({"released": FLAG}),
        "Stored": _object({"stored": FLAG}),
    }


def _comment_schemas() -> Schema:
    own = {"at": TEXT, "kind": {"enum": ["comment", "flag"]}, "reason": _or_null({"enum": list(FLAG_REASONS)})}
    own |= {"text": TEXT, "assignment": _or_null(INTEGER), "position": _or_null(INTEGER)}
    own |= {"answer": _or_null(TEXT), "answered_at": _or_null(TEXT)}
    entry = {"number": INTEGER, "person": _ref("Person"), **own, "expected": _or_null(INTEGER), "open": FLAG}
    entry |= {name: _or_null(TEXT) for name in ("topic", "left", "right")}
    entry |= {name: _or_null(TEXT) for name in ("answered_by", "resolved_by", "resolved_at")}
    item = _object({"docno": TEXT, "kind": TEXT, "shown": {}})
    task = {"question": TEXT, "description": _or_null(TEXT), "answer": _or_null(NUMBER), "left": item}
    shown = _or_null(_object({**task, "right": _or_null(item)}))
    return {
        "OwnComments": _list(_object(own)),
        "InboxEntry": _object({**entry, "task": shown}, tuple(entry)),
        "Inbox": _list(_ref("InboxEntry")),
    }


def _organiser_schemas() -> Schema:
    run = {"name": TEXT, "description": _or_null(TEXT), "hidden": FLAG}
    pairing = {"rank": INTEGER, "topic": TEXT, "docno": TEXT, "against": _or_null(TEXT), "shown": FLAG}
    row = {"name": TEXT, "place": INTEGER, "mean": NUMBER, "low": _or_null(NUMBER), "high": _or_null(NUMBER)}
    return {
        "Run": _object(run),
        "Runs": _list(_object({**run, "compared": NUMBER, "known": NUMBER})),
        "Uploaded": _object({"name": TEXT, "topics": INTEGER, "missing": INTEGER, "unknown": INTEGER}),
        "Helpful": _list(_object(pairing)),
        "Board": _object({"campaign": TEXT, "measure": TEXT, "judgments": INTEGER, "runs": _list(_object(row))}),
    }


def _progress_schemas() -> Schema:
    person = _object({"number": INTEGER, "kind": TEXT, "identity": TEXT})
    held = {"assignment": INTEGER, "person": _ref("Person"), "link": INTEGER, "work": TEXT, "questions": INTEGER}
    held |= {"open": INTEGER, "topics": _list(TEXT), "taken_at": TEXT, "until": TEXT, "overdue": FLAG}
    totals = dict.fromkeys(("made", "counting", "missing", "held", "changed"), INTEGER)
    totals["not_counting"] = {"type": "object", "additionalProperties": INTEGER}
    topics = dict.fromkeys(("all", "done", "open", "waiting_for_grades", "closed"), INTEGER)
    pace = _object({"judgments_per_hour": NUMBER, "hours_of_work": NUMBER})
    progress = {"topics": _object(topics), "judgments": _object(totals), "to_grade": INTEGER}
    progress |= {"pace": _or_null(pace), "ends_at": _or_null(TEXT)}
    status = {"name": TEXT, "state": TEXT, "finished": FLAG, "counted": TEXT, "machines_only": FLAG}
    status |= {"judgments": INTEGER, "progress": _object(progress), "open_comments": INTEGER, "left": _list(TEXT)}
    known = dict.fromkeys(("known", "waiting", "forgotten"), INTEGER)
    status["identities"] = _object({**known, "days": _or_null(INTEGER), "erased_on": _or_null(TEXT), "overdue": FLAG})
    check = {"what": TEXT, "number": INTEGER, "note": TEXT}
    check["differences"] = _list(_object({"where": TEXT, "what": TEXT, "stored": {}, "rebuilt": {}}))
    verification = {"campaign": TEXT, "agrees": FLAG, "checks": _list(_object(check))}
    said = {"person": person, "preferred": _or_null(TEXT), "grade": NUMBER, "at": TEXT}
    disagreement = {"kind": {"enum": ["pair", "grade"]}, "topic": TEXT}
    disagreement |= {"said": _list(_object(said, ("person", "at"))), "decided": {"description": "Decisions, if any"}}
    schemas = {"Status": _object(status), "Held": _list(_object(held)), "Person": person}
    schemas["Disagreements"] = _list(_object(disagreement))
    return schemas | {"Verification": _object(verification)} | _people_schemas()


def _people_schemas() -> Schema:
    share = _object({"number": INTEGER, "of": INTEGER} | dict.fromkeys(("share", "low", "high"), _or_null(NUMBER)))
    person = {"number": _or_null(INTEGER), "kind": TEXT, "identity": TEXT, "states": _list(TEXT)}
    person |= {"quota": _or_null(INTEGER), "assigned_topics": _list(TEXT), "challenges": share}
    anything = {"type": "object", "additionalProperties": True}
    person |= {"careless": _or_null(NUMBER), "judged": _or_null(anything), "left_out": _or_null(anything)}
    side = _object(dict.fromkeys(("judgments", "assessors", "topics"), INTEGER))
    both = {
        "counted": TEXT,
        "people": side,
        "machines": side,
        "shared": INTEGER,
        "same": share,
        "measure": TEXT,
        "topics": INTEGER,
    }
    both["runs"] = _list(_object({"run": TEXT, "people": NUMBER, "machines": NUMBER}))
    return {"People": _list(_object(person)), "SideBySide": _object(both | {"tau": _or_null(NUMBER)})}


def _operation(
    summary: str,
    answers: dict[int, str],
    *,
    body: Schema | None = None,
    required: tuple[str, ...] | None = None,
    secured: bool = True,
) -> Schema:
    operation: Schema = {
        "summary": summary,
        "responses": {str(status): _answer(name) for status, name in answers.items()},
    }
    if body is not None:
        schema = _object(body, tuple(body) if required is None else required)
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if not secured:
        operation["security"] = []
    return operation


def _answer(name: str) -> Schema:
    if " " in name:
        return {"description": name}
    return {"description": name, "content": {"application/json": {"schema": _ref(name)}}}


def _parameter(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": INTEGER}


def _query(name: str, description: str) -> Schema:
    return {"name": name, "in": "query", "description": description, "schema": TEXT}


def _object(properties: Schema, required: tuple[str, ...] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
