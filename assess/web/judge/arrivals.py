"""The addresses that panels and Mechanical Turk send people to. The address says who comes; a token takes its place."""

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from assess.campaign.access.arrivals import arrive
from assess.errors import AssessError, LinkError
from assess.web.error_pages import LINK_STATUS
from assess.web.site import site

arrivals = Blueprint("arrivals", __name__)


@arrivals.errorhandler(AssessError)
def refused(error: AssessError) -> Response:
    """What is wrong with the address; plain text, as it quotes the address."""
    status = LINK_STATUS[error.reason] if isinstance(error, LinkError) else 400
    return Response(str(error), status, mimetype="text/plain")


@arrivals.get("/p/<token>")
@arrivals.get("/mturk/<token>")
def arrive_by_link(token: str) -> Response:
    """Redirect to an address whose token says who came: no cookie is needed, and a reload finds the same assignment."""
    with site().reading() as session:
        arrival = arrive(session, site().key, token, request.args.items(multi=True), site().now())
    return redirect(f"/j/{site().key.token(arrival.claim)}", 303)
