"""The texts of the interface, a JSON catalogue for each language: a new language is a new file beside this one."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from werkzeug.datastructures import LanguageAccept

DEFAULT = "en"


@dataclass(frozen=True)
class Language:
    """A language of the interface; ``texts`` is section -> name -> text."""

    code: str
    direction: str
    texts: dict[str, Any]


@cache
def languages() -> dict[str, Language]:
    """Every language there is, by its code."""
    catalogues = [f for f in files(__package__).iterdir() if f.name.endswith(".json")]
    read = [json.loads(f.read_text(encoding="utf-8")) for f in sorted(catalogues, key=lambda f: f.name)]
    return {t["language"]["code"]: Language(t["language"]["code"], t["language"]["direction"], t) for t in read}


def choose_language(fixed: str | None, accepted: LanguageAccept) -> Language:
    """The language the campaign is held in, if we speak it; else the one the reader likes best; else English."""
    known = languages()
    for tag in (fixed or "", *accepted.values()):
        code = tag.lower().partition("-")[0]  # de-CH is served in de
        if code in known:
            return known[code]
    return known[DEFAULT]
