"""Calls of organisers: runs and scores, how the campaign stands, who judges, disagreements."""

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


def organiser_paths() -> Schema:
    name = {**parameter("name"), "schema": TEXT}
    chosen = [
        query_parameter("description", "What kind of system it is"),
        query_parameter("hidden", "Keep it off the leaderboard"),
    ]
    failures = {401: "Error", 404: "Error"}
    taken = operation("Add a run in TREC format, gzip or not", {201: "Uploaded", 400: "Error", **failures})
    taken["requestBody"] = {"required": True, "content": {"text/plain": {"schema": TEXT}}}
    return {
        "/api/board": {
            "parameters": [query_parameter("measure", "One of the campaign's measures; the main one if none is named")],
            "get": operation("The leaderboard, as `assess watch --json` prints it", {200: "Board", **failures}),
        },
        "/api/runs": {
            "get": operation("Every run, and how much of its top ranks was judged", {200: "Runs", 401: "Error"}),
            "post": {**taken, "parameters": chosen},
        },
        "/api/runs/{name}": {
            "parameters": [name],
            "patch": operation(
                "Hide a run from the leaderboard, show it, or describe it",
                {200: "Run", 400: "Error", **failures},
                body={"hidden": FLAG, "description": TEXT},
                required=(),
            ),
        },
        "/api/runs/{name}/helpful": {
            "parameters": [name],
            "get": operation("Pairings that would tell more about a run, best first", {200: "Helpful", **failures}),
        },
    }


def progress_paths() -> Schema:
    return {
        "/api/status": {
            "get": operation(
                "How the campaign stands, as `assess status NAME --json` prints it, without the money of its crowd",
                {200: "Status", 401: "Error"},
            )
        },
        "/api/verify": {
            "get": operation(
                "What differs from the log, as `assess verify NAME --json` prints it, without the ledger of its crowd",
                {200: "Verification", 401: "Error"},
            )
        },
        "/api/people": {
            "get": operation("Everybody who judges, as `assess people NAME --json`", {200: "People", 401: "Error"})
        },
        "/api/machines": {
            "get": operation("People and machines side by side", {200: "SideBySide", 401: "Error"}),
        },
        "/api/disagreements": {
            "parameters": [query_parameter("texts", "1: with the question and the items as people saw them")],
            "get": operation("Where people disagree, hardest first", {200: "Disagreements", 401: "Error"}),
        },
        "/api/held": {
            "get": operation("Who holds which work, and until when", {200: "Held", 401: "Error"}),
        },
        "/api/reclaim": {
            "post": operation(
                "Take held work back at once: of a person, one assignment, what came by a link, or all",
                {200: "Held", 400: "Error", 401: "Error", 404: "Error"},
                body={"person": TEXT, "assignment": INTEGER, "link": INTEGER, "all": FLAG},
                required=(),
            )
        },
    }


def organiser_schemas() -> Schema:
    run = {"name": TEXT, "description": or_null(TEXT), "hidden": FLAG}
    pairing = {"rank": INTEGER, "topic": TEXT, "docno": TEXT, "against": or_null(TEXT), "shown": FLAG}
    row = {"name": TEXT, "place": INTEGER, "mean": NUMBER, "low": or_null(NUMBER), "high": or_null(NUMBER)}
    return {
        "Run": object_of(run),
        "Runs": list_of(object_of({**run, "compared": NUMBER, "known": NUMBER})),
        "Uploaded": object_of({"name": TEXT, "topics": INTEGER, "missing": INTEGER, "unknown": INTEGER}),
        "Helpful": list_of(object_of(pairing)),
        "Board": object_of({"campaign": TEXT, "measure": TEXT, "judgments": INTEGER, "runs": list_of(object_of(row))}),
    }


def progress_schemas() -> Schema:
    person = object_of({"number": INTEGER, "kind": TEXT, "identity": TEXT})
    held = {"assignment": INTEGER, "person": reference("Person"), "link": INTEGER, "work": TEXT, "questions": INTEGER}
    held |= {"open": INTEGER, "topics": list_of(TEXT), "taken_at": TEXT, "until": TEXT, "overdue": FLAG}
    totals = dict.fromkeys(("made", "counting", "missing", "held", "changed"), INTEGER)
    totals["not_counting"] = {"type": "object", "additionalProperties": INTEGER}
    topics = dict.fromkeys(("all", "done", "open", "waiting_for_grades", "closed"), INTEGER)
    pace = object_of({"judgments_per_hour": NUMBER, "hours_of_work": NUMBER})
    progress = {"topics": object_of(topics), "judgments": object_of(totals), "to_grade": INTEGER}
    progress |= {"pace": or_null(pace), "ends_at": or_null(TEXT)}
    status = {"name": TEXT, "state": TEXT, "finished": FLAG, "counted": TEXT, "machines_only": FLAG}
    status |= {"judgments": INTEGER, "progress": object_of(progress), "open_comments": INTEGER, "left": list_of(TEXT)}
    known = dict.fromkeys(("known", "waiting", "forgotten"), INTEGER)
    status["identities"] = object_of({**known, "days": or_null(INTEGER), "erased_on": or_null(TEXT), "overdue": FLAG})
    check = {"what": TEXT, "number": INTEGER, "note": TEXT}
    check["differences"] = list_of(object_of({"where": TEXT, "what": TEXT, "stored": {}, "rebuilt": {}}))
    verification = {"campaign": TEXT, "agrees": FLAG, "checks": list_of(object_of(check))}
    said = {"person": person, "preferred": or_null(TEXT), "grade": NUMBER, "at": TEXT}
    disagreement = {"kind": {"enum": ["pair", "grade"]}, "topic": TEXT}
    disagreement |= {
        "said": list_of(object_of(said, ("person", "at"))),
        "decided": {"description": "Decisions, if any"},
    }
    schemas = {"Status": object_of(status), "Held": list_of(object_of(held)), "Person": person}
    schemas["Disagreements"] = list_of(object_of(disagreement))
    return schemas | {"Verification": object_of(verification)} | people_schemas()


def people_schemas() -> Schema:
    share = object_of({"number": INTEGER, "of": INTEGER} | dict.fromkeys(("share", "low", "high"), or_null(NUMBER)))
    person = {"number": or_null(INTEGER), "kind": TEXT, "identity": TEXT, "states": list_of(TEXT)}
    person |= {"quota": or_null(INTEGER), "assigned_topics": list_of(TEXT), "challenges": share}
    anything = {"type": "object", "additionalProperties": True}
    person |= {"careless": or_null(NUMBER), "judged": or_null(anything), "left_out": or_null(anything)}
    side = object_of(dict.fromkeys(("judgments", "assessors", "topics"), INTEGER))
    both = {
        "counted": TEXT,
        "people": side,
        "machines": side,
        "shared": INTEGER,
        "same": share,
        "measure": TEXT,
        "topics": INTEGER,
    }
    both["runs"] = list_of(object_of({"run": TEXT, "people": NUMBER, "machines": NUMBER}))
    return {"People": list_of(object_of(person)), "SideBySide": object_of(both | {"tau": or_null(NUMBER)})}
