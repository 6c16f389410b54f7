"""The form that a worker's frame posts when the work is done.

It comes from the page of another site, so it has no cookie and no token of ours. The assignment id is the permission,
because only its holder knows it. If the request has a cookie, it must be the holder's.
"""

from flask import Blueprint, g, request, session
from werkzeug.wrappers import Response

from assess.marketplace.domain.assignments import submit
from assess.marketplace.domain.question_documents import RESERVED, answers_document
from assess.marketplace.faults.dropped_answers import drop
from assess.marketplace.market import Moment
from assess.marketplace.people.work_search import current_holder
from assess.marketplace.site.frames import NOT_AVAILABLE
from assess.marketplace.site.responses import market, page, unprotected
from assess.marketplace.tables import GIVEN_BACK, Assignment

DONE = ("Submitted", "Approved", "Rejected")


@unprotected
def external_submit() -> Response:
    g.framed_by = "'self'"
    fields = list(request.form.items(multi=True))
    assignment_id = request.form.get("assignmentId") or request.args.get("assignmentId") or ""
    with market().moment() as moment:
        lost = market().happens(moment.faults.lose_submission)
        problem = None if lost else _submit(moment, assignment_id, fields)
    if lost:
        return drop()
    facts = {"assignment": assignment_id, "submitted": problem is None, "error": problem}
    return page("submitted.html", facts, status=200 if problem is None else 409)


def add_routes(pages: Blueprint) -> None:
    pages.post("/mturk/externalSubmit")(external_submit)


def _submit(moment: Moment, assignment_id: str, fields: list[tuple[str, str]]) -> str | None:
    """Store the answers, or return the reason why not; submitting the same work twice is fine."""
    if assignment_id in ("", NOT_AVAILABLE):
        return "This was a preview: nothing was submitted. Accept the HIT first."
    assignment = current_holder(moment.session, assignment_id)
    if assignment is None or not _is_holders(assignment):
        return "Nobody holds this assignment, or somebody else does now: nothing was submitted."
    if assignment.state in DONE:
        return None
    if assignment.state in GIVEN_BACK:
        return f"This HIT was {assignment.state.lower()} before: nothing was submitted."
    if all(name in RESERVED for name, _ in fields):
        return "The form has no answer: nothing was submitted."
    submit(moment.session, assignment, answers_document(fields), moment.now)
    return None


def _is_holders(assignment: Assignment) -> bool:
    signed_in: str | None = session.get("worker")
    return signed_in in (None, assignment.worker_id)
