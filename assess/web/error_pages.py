"""The pages for a link that leads nowhere, an address that does not exist, and an error of the server."""

from flask import Flask, render_template, request

from assess.errors import AssessError, LinkError
from assess.web.languages import choose_language

LINK_STATUS = {"unknown": 404, "expired": 410, "revoked": 410}


def register_error_pages(app: Flask) -> None:
    """Answer with these pages unless a blueprint has its own."""
    app.register_error_handler(LinkError, link_error_page)
    app.register_error_handler(AssessError, not_found_page)
    app.register_error_handler(404, not_found_page)
    app.register_error_handler(500, server_error_page)


def link_error_page(error: LinkError) -> tuple[str, int]:
    return _page("link", error.reason), LINK_STATUS[error.reason]


def not_found_page(_: Exception) -> tuple[str, int]:
    return _page("fault", "yours"), 404


def server_error_page(_: Exception) -> tuple[str, int]:
    return _page("fault", "ours"), 500


def _page(section: str, name: str) -> str:
    """A page for an unknown visitor, by the section and the name of its texts."""
    language = choose_language(None, request.accept_languages)
    said = language.texts[section][name]
    return render_template("judge/nothing.html", language=language, t=language.texts, said=said)
