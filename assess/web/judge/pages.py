"""Fills the templates of the assessors' pages: the language, the organiser's texts, the links."""

from typing import Any

from flask import g, render_template, request, url_for

from assess.campaign.access.arrivals import Arrival
from assess.campaign.judging.completion_codes import screened_out
from assess.campaign.judging.refusals import Reason
from assess.campaign.withdrawal_terms import judgments_after_withdrawal
from assess.web.languages import Language, choose_language

# The organiser's texts that pages show; each may be missing.
ORGANISER_TEXTS = ("purpose", "time", "pay", "consent", "instructions", "thanks", "contact")
# There may be work later, so the page offers to look again.
TEMPORARY = {Reason.COME_BACK_LATER, Reason.PAUSED, Reason.EXPIRED}


def language_of(arrival: Arrival) -> Language:
    """The language of the page: the campaign's, else the reader's."""
    return choose_language(arrival.campaign.texts.get("language"), request.accept_languages)


def show(page: str, arrival: Arrival, token: str, /, **values: Any) -> str:
    """A page of ``templates/judge`` for this visitor."""
    g.framed, g.submit_to = arrival.framed, arrival.settings.submit_to
    language, texts = language_of(arrival), arrival.campaign.texts
    usual = {
        "language": language,
        "t": language.texts,
        # Never the name: it is the organiser's own, and may say what the study is after.
        "campaign": {"title": texts.get("title") or language.texts["common"]["title"]},
        "own_link": arrival.own_link,
        "comments": None if arrival.preview else url_for("judge.comments", token=token),
        "withdraw": url_for("judge.withdraw", token=token) if _is_stored(arrival) else None,
        "after_withdrawal": judgments_after_withdrawal(arrival.campaign),
        **{name: texts.get(name) for name in ORGANISER_TEXTS},
    }
    return render_template(f"judge/{page}.html", **usual | values)


def _is_stored(arrival: Arrival) -> bool:
    """Whether anything is stored about the person that they could want to be erased."""
    if arrival.link.kind == "machine" or (arrival.assessor is None and not arrival.own_link):
        return False
    return arrival.assessor is None or arrival.assessor.withdrawn_at is None


def nothing_to_do(reason: Reason, arrival: Arrival, token: str) -> str:
    """Why there is nothing to do, in friendly words, and the way back to the panel or platform."""
    said = language_of(arrival).texts["nothing"][reason]
    if reason in TEMPORARY:
        again = url_for("judge.work", token=token)
        return show("nothing", arrival, token, said=said, again=again, return_hit=arrival.framed)
    code, return_url = screened_out(arrival)
    return show("nothing", arrival, token, said=said, return_hit=arrival.framed, code=code, return_url=return_url)
