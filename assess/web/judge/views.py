"""The assessor's pages: welcome, consent, the work, its end, and the reason where there is nothing to do.

The token in the address says who the assessor is, so everything works without cookies and storage, also in a frame.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as BaseResponse

from assess.assets import STATIC
from assess.campaign.access.arrivals import Arrival
from assess.campaign.access.consent import consent, decline, needs_consent
from assess.campaign.inbox.comments import LONGEST_COMMENT, Place, comment, own_comments, question_at
from assess.campaign.judging.assignment_view import HeldAssignment, read_assignment
from assess.campaign.judging.example import example_pair
from assess.campaign.judging.finishing import finish, outcome_of
from assess.campaign.judging.leases import release
from assess.campaign.judging.refusals import Reason, RefusedError
from assess.campaign.privacy.withdrawal import may_be_owed, withdraw_by_oneself
from assess.errors import UnknownNameError
from assess.store.assignments import ended_assignment, holds_assignment
from assess.web.assignment_json import assignment_as_json
from assess.web.judge.images import read_image
from assess.web.judge.pages import language_of, nothing_to_do, show
from assess.web.site import site

judge = Blueprint("judge", __name__, url_prefix="/j/<token>")

# Preloaded all at once, not one after the other as they import each other.
MODULES = sorted(
    f"js/{room}/{path.name}"
    for room in ("judge", "shared")
    for path in (STATIC / "js" / room).glob("*.js")
    if path.name != "plain.js"
)
# An image that is opened as a page (SVG) may not run anything.
IMAGE_HEADERS = {
    "Cache-Control": "private, max-age=3600",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}


@judge.get("")
def welcome(token: str) -> str:
    """What the work is about, how long it takes, what it pays; one click leads to the first pair."""
    with site().reading() as session:
        arrival = site().arrival(session, token)
        if arrival.preview:
            return show("preview", arrival, token, example=example_pair(session, arrival.campaign))
        resuming = arrival.assessor is not None and holds_assignment(
            session, arrival.assessor.id, arrival.claim.external_id
        )
        target = "judge.consent_form" if needs_consent(session, arrival) else "judge.work"
    return show("welcome", arrival, token, resuming=resuming, next=url_for(target, token=token))


@judge.get("/consent")
def consent_form(token: str) -> str | BaseResponse:
    """The organiser's text to agree to."""
    with site().reading() as session:
        arrival = site().arrival(session, token)
        if not needs_consent(session, arrival):
            return redirect(url_for("judge.work", token=token), 303)
    return show("consent", arrival, token)


@judge.post("/consent")
def give_consent(token: str) -> str | BaseResponse:
    """Store the consent and go on; or store that somebody declined, and say goodbye."""
    agreed = request.form.get("decision") == "agree"
    with site().writing() as session:
        arrival = site().arrival(session, token)
        (consent if agreed else decline)(session, arrival, site().now())
    if agreed:
        return redirect(url_for("judge.work", token=token), 303)
    return nothing_to_do(Reason.DECLINED, arrival, token)


@judge.get("/work")
def work(token: str) -> str | BaseResponse:
    """The assignment that the assessor holds, or a new one. The page holds all of it, for quick next pairs."""
    arrival, found = site().hand_out(token)
    if isinstance(found, HeldAssignment):
        return _work_page(arrival, token, found)
    if found.assignment_id is not None:  # submitted before, but the platform may not know it yet
        return redirect(url_for("judge.done", token=token, assignment=found.assignment_id), 303)
    if found.reason in (Reason.CONSENT, Reason.DECLINED):
        return redirect(url_for("judge.consent_form", token=token), 303)
    return nothing_to_do(found.reason, arrival, token)


def _work_page(arrival: Arrival, token: str, assignment: HeldAssignment) -> str:
    stop = url_for("judge.stop", token=token, assignment=assignment.id) if arrival.own_link else None
    answered = all(task.answer is not None for task in assignment.tasks)
    return show(
        "work",
        arrival,
        token,
        page=_page_data(arrival, token, assignment),
        kind=assignment.kind,
        scale=assignment.answers,
        stop=stop,
        submit=url_for("judge.submit", token=token, assignment=assignment.id) if answered else None,
        modules=MODULES,
    )


def _page_data(arrival: Arrival, token: str, assignment: HeldAssignment) -> dict[str, Any]:
    """What the page's script needs, as JSON in the page."""
    return {
        "assignment": assignment_as_json(assignment, token),
        "token": token,
        "own_link": arrival.own_link,
        "prompt": arrival.campaign.texts.get("prompt"),
        "texts": language_of(arrival).texts["work"],
        "urls": {
            "api": "/api",
            "work": url_for("judge.work", token=token),
            # An invited assessor simply goes on; others are told that they were too late.
            "expired": url_for("judge.work" if arrival.own_link else "judge.expired", token=token),
            "done": url_for("judge.done", token=token, assignment=0).removesuffix("0"),
            "comments": url_for("judge.comments", token=token),
        },
    }


@judge.get("/done/<int:assignment>")
def done(token: str, assignment: int) -> str | BaseResponse:
    """What became of the assignment: thanks, and the way back. Looking at it changes nothing."""
    with site().reading() as session:
        arrival = site().arrival(session, token)
        try:
            outcome = outcome_of(session, arrival, assignment)
        except RefusedError as refusal:
            return nothing_to_do(refusal.reason, arrival, token)
    if outcome.outcome == "unfinished" or outcome.next:
        return redirect(url_for("judge.work", token=token), 303)
    external_id = arrival.claim.external_id if arrival.framed else None
    code = None if arrival.own_link else outcome.completion_code
    comments = url_for("judge.comments", token=token, assignment=assignment)
    return show(
        "done", arrival, token, code=code, return_url=outcome.return_url, assignment=external_id, comments=comments
    )


@judge.post("/done/<int:assignment>")
def submit(token: str, assignment: int) -> BaseResponse:
    """Submit the assignment; the page that follows says what became of it, or why it was refused."""
    with suppress(RefusedError), site().writing() as session:
        finish(session, site().arrival(session, token), assignment, site().now())
    return redirect(url_for("judge.done", token=token, assignment=assignment), 303)


@judge.get("/expired")
def expired(token: str) -> str:
    """The time was over before the assignment was submitted."""
    with site().reading() as session:
        arrival = site().arrival(session, token)
    return nothing_to_do(Reason.EXPIRED, arrival, token)


@judge.post("/stop/<int:assignment>")
def stop(token: str, assignment: int) -> BaseResponse:
    """Release what is not answered, so that others can judge it."""
    with site().writing() as session:
        release(session, site().arrival(session, token), assignment, site().now())
    return redirect(url_for("judge.stopped", token=token), 303)


@judge.get("/stopped")
def stopped(token: str) -> str:
    with site().reading() as session:
        arrival = site().arrival(session, token)
    return show("stopped", arrival, token, work=url_for("judge.work", token=token))


@judge.get("/comments")
def comments(token: str) -> str:
    """The form for a comment to the organiser, or thanks for one; below it, the answers so far."""
    with site().reading() as session:
        arrival = site().arrival(session, token)
        if _has_withdrawn(arrival):
            return nothing_to_do(Reason.WITHDRAWN, arrival, token)
        return _comments_page(session, arrival, token, _place(request.args), sent="sent" in request.args)


@judge.post("/comments")
def send_comment(token: str) -> str | BaseResponse:
    text, place = request.form.get("text", "").strip()[:LONGEST_COMMENT], _place(request.form)
    with site().writing() as session:
        arrival = site().arrival(session, token)
        if _has_withdrawn(arrival):
            return nothing_to_do(Reason.WITHDRAWN, arrival, token)
        if not text:
            return _comments_page(session, arrival, token, place, empty=True)
        comment(session, arrival, text, place, site().now())
    return redirect(url_for("judge.comments", token=token, sent=1), 303)


def _has_withdrawn(arrival: Arrival) -> bool:
    return arrival.assessor is not None and arrival.assessor.withdrawn_at is not None


def _place(values: Mapping[str, str]) -> Place:
    """What the comment is about, by the address or the form. Anything but numbers leads nowhere."""
    found = {name: values[name] for name in ("assignment", "position") if values.get(name)}
    if not all(value.isascii() and value.isdigit() for value in found.values()):
        raise UnknownNameError(f"found {found}, expected the numbers of an assignment and a position")
    return Place(**{name: int(value) for name, value in found.items()})


def _comments_page(
    session: Session, arrival: Arrival, token: str, place: Place, *, sent: bool = False, empty: bool = False
) -> str:
    return show(
        "comments",
        arrival,
        token,
        sent=sent,
        empty=empty,
        place=place,
        question=question_at(session, arrival, place),
        answered=[own for own in own_comments(session, arrival) if own.answer is not None],
        work=url_for("judge.work", token=token),
        comments=None,
    )


@judge.get("/withdraw")
def withdraw(token: str) -> str:
    """What withdrawing means, and a button that does it."""
    with site().reading() as session:
        arrival = site().arrival(session, token)
        paid = arrival.assessor is not None and may_be_owed(session, arrival.assessor)
    return show("withdraw", arrival, token, paid=paid, work=url_for("judge.work", token=token), withdraw=None)


@judge.post("/withdraw")
def confirm_withdrawal(token: str) -> str:
    """Erase what identifies the person, or note that for when they are paid, and say goodbye."""
    with site().writing() as session:
        arrival = site().arrival(session, token)
        waiting = withdraw_by_oneself(session, arrival, site().now()) == "waiting"
        ended = arrival.assessor and ended_assignment(session, arrival.assessor.id, arrival.claim.external_id)
    done = url_for("judge.done", token=token, assignment=ended) if waiting and ended else None
    values = {"comments": None, "withdraw": None, "return_hit": arrival.framed}
    return show("withdrawn", arrival, token, waiting=waiting, done=done, **values)


@judge.get("/images/<int:assignment>/<int:position>/<any(left, right, item):side>")
def image(token: str, assignment: int, position: int, side: str) -> Response:
    """An image of a task in the assessor's own assignment, under an address that says nothing about it."""
    with site().reading() as session:
        tasks = read_assignment(session, site().arrival(session, token), assignment).tasks
    shown = [task.right if side == "right" else task.left for task in tasks if task.position == position]
    if not shown or shown[0] is None or shown[0].material != "image":
        raise UnknownNameError(f"found no image at {side} of task {position}, expected a task of this assignment")
    data, kind = read_image(shown[0].body["image"], Path(site().settings.images))
    return Response(data, mimetype=kind, headers=IMAGE_HEADERS)
