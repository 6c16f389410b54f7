"""What every page of an assessor is filled with: the language, the campaign's own words, the ways to go."""

from typing import Any

from flask import g, render_template, request, url_for

from assess.campaign.access.arrivals import Visit
from assess.campaign.judging.completion import screened_out
from assess.campaign.judging.refusals import Reason
from assess.web.languages import Language, choose_language

# The organiser's texts that pages show; each may be missing.
WORDS = ("purpose", "time", "pay", "consent", "instructions", "thanks", "contact")
# There may be work again after these, so the page offers to look.
PASSING = {Reason.COME_BACK_LATER, Reason.PAUSED, Reason.EXPIRED}


def language_of(visit: Visit | None) -> Language:
    """The language to speak: the campaign's, else the reader's."""
    fixed = visit.campaign.texts.get("language") if visit else None
    return choose_language(fixed, request.accept_languages)


def show(page: str, visit: Visit, token: str, /, **values: Any) -> str:
    """A page of ``templates/judge`` for this visitor."""
    g.framed, g.submit_to = visit.framed, visit.link.settings.get("submit_to")
    language, texts = language_of(visit), visit.campaign.texts
    usual = {
        "language": language,
        "t": language.texts,
        "campaign": {"title": texts.get("title") or visit.campaign.name},
        "own_link": visit.own_link,
        "comments": None if visit.preview else url_for("judge.comments", token=token),
        **{name: texts.get(name) for name in WORDS},
    }
    return render_template(f"judge/{page}.html", **usual | values)


def nothing(reason: Reason, visit: Visit, token: str) -> str:
    """Why there is nothing to do, in kind words, and the way back to where she came from."""
    said = language_of(visit).texts["nothing"][reason]
    if reason in PASSING:
        again = url_for("judge.work", token=token)
        return show("nothing", visit, token, said=said, again=again, give_back=visit.framed)
    code, return_url = screened_out(visit)
    return show("nothing", visit, token, said=said, give_back=visit.framed, code=code, return_url=return_url)


def notice(section: str, name: str) -> str:
    """A page for somebody of whom nothing is known, by the section and the name of its texts."""
    language = language_of(None)
    said = language.texts[section][name]
    return render_template("judge/nothing.html", language=language, t=language.texts, said=said)
