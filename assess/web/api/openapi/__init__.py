"""The OpenAPI document of the JSON API: `openapi_document`. Calls are sorted by who makes them, a file each."""

from assess import __version__
from assess.web.api.openapi.building import Schema
from assess.web.api.openapi.campaign_calls import organiser_paths, organiser_schemas, progress_paths, progress_schemas
from assess.web.api.openapi.change_calls import change_paths, change_schemas
from assess.web.api.openapi.comment_calls import comment_paths, comment_schemas
from assess.web.api.openapi.judging_calls import (
    answer_paths,
    assignment_paths,
    assignment_schemas,
    people_paths,
    reply_schemas,
)


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
        "paths": people_paths()
        | assignment_paths()
        | answer_paths()
        | comment_paths()
        | organiser_paths()
        | progress_paths()
        | change_paths(),
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": assignment_schemas()
            | reply_schemas()
            | comment_schemas()
            | organiser_schemas()
            | progress_schemas()
            | change_schemas(),
        },
    }
