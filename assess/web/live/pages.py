"""Fills the templates of the live pages."""

from flask import render_template

from assess.web.languages import DEFAULT, languages


def show(template: str, **values: object) -> str:
    """A page of ``templates/live``: always in English."""
    return render_template(f"live/{template}.html", language=languages()[DEFAULT], **values)
