"""The page of an accepted HIT: the frame with the question, the time left, returning the HIT."""

from typing import Any

from flask import Blueprint, Response, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from assess.errors import ConflictError
from assess.marketplace.domain.assignments import give_back
from assess.marketplace.domain.question_documents import read_question
from assess.marketplace.market import Moment
from assess.marketplace.people.qualifications import eligibility, worker_qualifications
from assess.marketplace.people.work_search import find_assignment, find_hit, held_on
from assess.marketplace.site import views
from assess.marketplace.site.frames import frame_url_with_faults, work_parameters
from assess.marketplace.site.responses import allow_frame, forgery_token, market, page, redirect_or_json, submit_to
from assess.marketplace.site.sign_in import for_workers
from assess.marketplace.tables import Assignment, Worker

# The HTML of a HIT comes from its requester: it may run scripts, but without the origin and cookies of this site.
FOREIGN_HTML = "sandbox allow-scripts allow-forms; frame-ancestors 'self'"


@for_workers
def show_work(moment: Moment, worker: Worker, assignment_id: str) -> AnyResponse:
    assignment = _own(moment, worker, assignment_id)
    height = read_question(assignment.hit.question, http_allowed=True).height
    return page("work.html", task(moment, assignment), forgery=forgery_token(), height=height, speed=moment.speed)


@for_workers
def return_work(moment: Moment, worker: Worker, assignment_id: str) -> AnyResponse:
    assignment = _own(moment, worker, assignment_id)
    if assignment.state != "Accepted":
        raise ConflictError(f"This HIT cannot be returned any more: it is {assignment.state.lower()}.")
    give_back(moment.session, assignment, moment.now, "Returned")
    return redirect_or_json("site.list_hits", task(moment, assignment))


@for_workers
def show_question(moment: Moment, worker: Worker, hit_id: str) -> AnyResponse:
    """The HTML of a HIT, for the frame."""
    hit = find_hit(moment.session, hit_id)
    if hit is None:
        raise NotFound
    html = read_question(hit.question, http_allowed=True).html
    may_see = (
        held_on(moment.session, worker, hit)
        or eligibility(hit.type, worker_qualifications(moment.session, worker)).preview
    )
    if html is None or not may_see:
        raise NotFound
    helper = url_for("static", filename="js/marketplace-question.js")
    response = Response(f'{html}\n<script src="{helper}"></script>', content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = FOREIGN_HTML
    return response


def task(moment: Moment, assignment: Assignment) -> dict[str, Any]:
    """The assignment as a dictionary, with the URL of its frame while the worker holds it."""
    facts = views.of_assignment(assignment, moment.now)
    return facts | {"frame": _frame(moment, assignment) if assignment.state == "Accepted" else None}


def add_routes(pages: Blueprint) -> None:
    pages.get("/work/<assignment_id>")(show_work)
    pages.post("/work/<assignment_id>/return")(return_work)
    pages.get("/hits/<hit_id>/question")(show_question)


def _own(moment: Moment, worker: Worker, assignment_id: str) -> Assignment:
    assignment = find_assignment(moment.session, worker, assignment_id)
    if assignment is None:
        raise NotFound
    return assignment


def _frame(moment: Moment, assignment: Assignment) -> str:
    hit = assignment.hit
    question = read_question(hit.question, http_allowed=True)
    allow_frame(question.url)
    inside = url_for("site.show_question", hit_id=hit.hit_id)
    parameters = work_parameters(assignment.assignment_id, hit.hit_id, assignment.worker_id, submit_to())
    return frame_url_with_faults(market(), moment.faults, question.url or inside, parameters)
