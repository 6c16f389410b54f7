"""The worker's pages: sign in, look for work, preview, accept, work, submit, see earnings.

Every page is HTML for browsers, and JSON for scripts that ask for it. Forms have a token against forgery (CSRF). JSON
needs none, because browsers do not let pages of other sites send it here.

Read ``responses`` (what all pages share), ``sign_in``, ``browse``, ``work`` with ``frames``, ``submit``, ``account``,
then ``views`` (rows as dictionaries).
"""

from flask import Blueprint
from werkzeug.exceptions import HTTPException

from assess.errors import AssessError
from assess.marketplace.site import account, browse, sign_in, submit, work
from assess.marketplace.site.responses import protect, refuse, refuse_http, secure_headers


def worker_pages() -> Blueprint:
    """The pages as one blueprint."""
    pages = Blueprint("site", __name__)
    pages.before_request(protect)
    pages.after_request(secure_headers)
    pages.register_error_handler(AssessError, refuse)
    pages.register_error_handler(HTTPException, refuse_http)
    for module in (sign_in, browse, work, submit, account):
        module.add_routes(pages)
    return pages
