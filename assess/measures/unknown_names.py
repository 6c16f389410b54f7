"""What to say about a name that no measure has: the nearest names, and what trec_eval's names are called here."""

import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from difflib import get_close_matches
from io import StringIO

import ir_measures

from assess.errors import UnknownNameError
from assess.measures.catalogue import MEASURES

LISTED = "assess measures lists them"

_NAME = re.compile(r"\w*")
_BETWEEN_NAMES = re.compile(r"[,;\s]+(?=[^\W\d])(?![^()]*\))")
_FEW = 3


def unknown_measure(text: str) -> UnknownNameError:
    """The error for a text that is not the name of a measure; it says what may be meant."""
    return UnknownNameError(f"found measure {text!r}, {_advice(text.strip())} {LISTED}")


def _advice(text: str) -> str:
    if len(names := _BETWEEN_NAMES.split(text)) > 1:
        return f"expected one name: give each its own -m, as in {' '.join(f'-m {name}' for name in names)};"
    if meant := _from_trec_eval(text):
        return f"a name of trec_eval, expected {_either(meant)};"
    name = _NAME.match(text)[0]  # type: ignore[index]  # it matches the empty text, too
    if name in ir_measures.measures.registry or name.lower() in MEASURES:
        return f"expected the form {name}, {name}(parameter=value) or {name}@10;"
    if near := list(_nearest(name)):
        return f"did you mean {_either([f'{known}{text[len(name) :]}' for known in near])}?"
    return "expected pgc, compat or a measure of ir_measures such as nDCG@10, AP, RR;"


def _from_trec_eval(name: str) -> list[str]:
    """The names in ir_measures for a name of trec_eval: ``nDCG@10`` for ``ndcg_cut_10``; none if it is not one."""
    try:
        with redirect_stdout(StringIO()):  # it prints which measures of a group it lacks
            return [str(measure) for measure in ir_measures.parse_trec_measure(name)]
    except ValueError:
        return []


def _nearest(name: str) -> Iterator[str]:
    """The known names that are spelled most alike, whatever the case of their letters."""
    known: dict[str, str] = {}
    for each in (*MEASURES, *ir_measures.measures.registry):
        known.setdefault(each.lower(), each)
    if name.lower() in known:
        return iter([known[name.lower()]])
    return (known[near] for near in get_close_matches(name.lower(), known, n=_FEW))


def _either(names: list[str]) -> str:
    """The first few names."""
    few = names[:_FEW]
    rest = " or others" if len(names) > _FEW else ""
    return (" or ".join(few) if not rest else ", ".join(few)) + rest
