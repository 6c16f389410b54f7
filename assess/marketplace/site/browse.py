"""Pages to find work: the list of groups, the preview of a HIT, accepting a HIT."""

from flask import Blueprint, redirect, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from assess.errors import ConflictError
from assess.marketplace.domain.assignments import accept
from assess.marketplace.domain.question_documents import read_question
from assess.marketplace.market import Moment
from assess.marketplace.people.qualifications import eligibility, worker_qualifications
from assess.marketplace.people.work_search import find_hit, groups, held_assignments, held_on, next_in_group
from assess.marketplace.site import views
from assess.marketplace.site.frames import frame_url, preview_parameters
from assess.marketplace.site.responses import allow_frame, forgery_token, page, redirect_or_json, submit_to
from assess.marketplace.site.sign_in import for_workers
from assess.marketplace.site.work import task
from assess.marketplace.tables import Hit, Worker


def home() -> Response:
    return redirect(url_for("site.list_hits"))


@for_workers
def list_hits(moment: Moment, worker: Worker) -> Response:
    held = [views.of_assignment(row, moment.now) for row in held_assignments(moment.session, worker)]
    found = [views.of_group(group) for group in groups(moment.session, worker)]
    return page("hits.html", {"groups": found, "held": held, "worker": worker.worker_id}, forgery=forgery_token())


@for_workers
def preview_group(moment: Moment, worker: Worker, group_id: str) -> Response:
    return redirect(url_for("site.preview_hit", hit_id=_next(moment, worker, group_id).hit_id))


@for_workers
def preview_hit(moment: Moment, worker: Worker, hit_id: str) -> Response:
    hit = _existing(moment, hit_id)
    if held := held_on(moment.session, worker, hit):
        return redirect(url_for("site.show_work", assignment_id=held.assignment_id))
    may = eligibility(hit.type, worker_qualifications(moment.session, worker))
    facts = {**views.of_hit(hit), **views.of_eligibility(may), "frame": None}
    if not may.discover:
        raise NotFound
    if may.preview:
        facts["frame"] = _preview_frame(hit)
    height = read_question(hit.question, http_allowed=True).height
    return page("preview.html", facts, forgery=forgery_token(), worker=worker.worker_id, height=height)


@for_workers
def accept_hit(moment: Moment, worker: Worker, hit_id: str) -> Response:
    return _accept(moment, worker, _existing(moment, hit_id))


@for_workers
def accept_group(moment: Moment, worker: Worker, group_id: str) -> Response:
    return _accept(moment, worker, _next(moment, worker, group_id))


def add_routes(pages: Blueprint) -> None:
    pages.get("/")(home)
    pages.get("/hits")(list_hits)
    pages.get("/groups/<group_id>")(preview_group)
    pages.post("/groups/<group_id>/accept")(accept_group)
    pages.get("/hits/<hit_id>")(preview_hit)
    pages.post("/hits/<hit_id>/accept")(accept_hit)


def _accept(moment: Moment, worker: Worker, hit: Hit) -> Response:
    may = eligibility(hit.type, worker_qualifications(moment.session, worker))
    if not may.accept:
        raise ConflictError(f"You are not qualified for this HIT. It asks that: {'; '.join(may.unmet)}")
    assignment = accept(moment.session, hit, worker, moment.now, reuse_ids=moment.faults.reuse_ids)
    return redirect_or_json("site.show_work", task(moment, assignment), assignment_id=assignment.assignment_id)


def _existing(moment: Moment, hit_id: str) -> Hit:
    hit = find_hit(moment.session, hit_id)
    if hit is None or hit.status == "Disposed":
        raise NotFound
    return hit


def _next(moment: Moment, worker: Worker, group_id: str) -> Hit:
    hit = next_in_group(moment.session, worker, group_id)
    if hit is None:
        raise ConflictError("There are no more HITs of this group for you. Choose another group from the list.")
    return hit


def _preview_frame(hit: Hit) -> str:
    """The URL of the question; HTML of the HIT itself is served by this site."""
    question = read_question(hit.question, http_allowed=True)
    allow_frame(question.url)
    inside = url_for("site.show_question", hit_id=hit.hit_id)
    return frame_url(question.url or inside, preview_parameters(hit.hit_id, submit_to()))
