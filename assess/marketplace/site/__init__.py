"""The worker's pages: sign in, look for work, preview, accept, do, submit, see what was earned.

Every page is HTML for a browser and JSON for a script that asks for it. A form carries a token against forgery; JSON
needs none, because no foreign page can send it here without our consent.
"""

from flask import Blueprint
from werkzeug.exceptions import HTTPException

from assess.errors import AssessError
from assess.marketplace.site import account, browse, signing, submit, work
from assess.marketplace.site.answers import protect, refuse, refuse_http, secure_headers


def worker_pages() -> Blueprint:
    """The pages as one blueprint."""
    pages = Blueprint("site", __name__)
    pages.before_request(protect)
    pages.after_request(secure_headers)
    pages.register_error_handler(AssessError, refuse)
    pages.register_error_handler(HTTPException, refuse_http)
    for module in (signing, browse, work, submit, account):
        module.add_routes(pages)
    return pages
