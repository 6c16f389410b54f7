"""Every language says everything, with the same places to fill in."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.datastructures import LanguageAccept

from assess.assets import STATIC, TEMPLATES
from assess.campaign.inbox.comments import FLAG_REASONS
from assess.campaign.judging.refusals import Reason
from assess.web.languages import Language, choose_language, languages

PLACE = re.compile(r"\{\w+\}")


def flat(texts: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """("section.name", text) for each text of a catalogue."""
    for name, value in texts.items():
        path = f"{above}{name}"
        if isinstance(value, dict):
            yield from flat(value, f"{path}.")
        else:
            yield path, value


ENGLISH = dict(flat(languages()["en"].texts))


@pytest.mark.parametrize("language", languages().values(), ids=lambda language: language.code)
def test_every_language_has_the_texts_of_the_english_one_with_the_same_places(language: Language) -> None:
    texts = dict(flat(language.texts))
    assert texts.keys() == ENGLISH.keys()
    assert all(texts.values())
    assert {n: sorted(PLACE.findall(s)) for n, s in texts.items()} == {
        n: sorted(PLACE.findall(s)) for n, s in ENGLISH.items()
    }


def test_every_reason_and_every_kind_of_link_error_has_its_own_words() -> None:
    said = languages()["en"].texts
    told = set(Reason) - {Reason.CONSENT}  # it has a page of its own
    assert said["nothing"].keys() - {"again", "return_hit"} == told
    assert said["link"].keys() == {"unknown", "expired", "revoked"}
    texts = [words["text"] for words in said["nothing"].values() if isinstance(words, dict)]
    assert len(set(texts)) == len(told)


def test_every_reason_of_a_flag_has_its_own_words() -> None:
    assert languages()["en"].texts["flags"].keys() == set(FLAG_REASONS)


def test_no_text_is_named_as_a_method_of_the_dictionary_that_holds_it() -> None:
    """Or else a template would show the method."""
    assert not {part for name in ENGLISH for part in name.split(".")} & set(dir(dict))


def test_german_is_not_english_left_over() -> None:
    german = dict(flat(languages()["de"].texts))
    same = {name for name in ENGLISH if german[name] == ENGLISH[name] and name != "language.direction"}
    assert same == set()


def test_templates_and_scripts_use_texts_that_exist() -> None:
    used = set()
    for template in (TEMPLATES / "judge").glob("*.html"):
        used |= set(re.findall(r"\bt\.([a-z_]+\.[a-z_]+(?:\.(?:title|text))?)\b", template.read_text(encoding="utf-8")))
    for script in (STATIC / "js/judge").glob("*.js"):
        used |= {f"work.{name}" for name in re.findall(r'\bt\("(\w+)"', script.read_text(encoding="utf-8"))}
    assert len(used) > 50
    assert used <= ENGLISH.keys()


@pytest.mark.parametrize(
    ("fixed", "accepted", "code"),
    [
        (None, "de-AT,de;q=0.9,en;q=0.5", "de"),
        (None, "de-CH,en;q=0.5", "de"),
        (None, "fr,de;q=0.5", "de"),
        (None, "fr", "en"),
        (None, "", "en"),
        ("de", "en", "de"),
        ("de-CH", "en", "de"),
        ("xx", "de", "de"),
    ],
)
def test_the_campaigns_language_comes_first_then_the_readers_then_english(
    fixed: str | None, accepted: str, code: str
) -> None:
    wishes = [part.partition(";q=") for part in accepted.split(",") if part]
    header = LanguageAccept([(tag, float(q or 1)) for tag, _, q in wishes])
    assert choose_language(fixed, header).code == code
