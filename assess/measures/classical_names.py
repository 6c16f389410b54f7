"""Names of measures of ir_measures: whether it can compute them here, and if not, what they need.

The programs behind ir_measures stop the whole process for some values, so these are refused before.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import ir_measures
from ir_measures.measures import ParamInfo

from assess.errors import AssessError, ParameterError
from assess.measures.unknown_names import unknown_measure

DIVERSITY = "pyndeval"  # the provider of ir_measures for measures on subtopics

_FORMS = {int: "a whole number", float: "a number with a point, such as 0.5", bool: "True or False"}
_SHORT_FORMS = {int: "WHOLE NUMBER", float: "NUMBER", bool: "True|False", dict: "{GRADE:GAIN,...}"}
_EXAMPLES = {"cutoff": 10, "max_rel": 4, "recall": 0.5, "rel": 1}
# Measures whose program is often missing, and the same measure of ours.
_OURS = {"RBP": "p_at_h(model=rbp,order=2,depth=inf)"}


@dataclass(frozen=True, slots=True)
class ClassicalDescription:
    """A measure of ir_measures: what it is, and parameters as (form, default, meaning)."""

    name: str
    summary: str
    needs: str
    programs: tuple[str, ...]
    parameters: tuple[tuple[str, str, str], ...]


def checked_name(text: str) -> str:
    """The name of a measure, if ir_measures knows it and can compute it here."""
    measure = _parsed(text)
    _check_values(text, measure)
    lacking = list(_lacking(measure))
    complete = measure(**{name: _EXAMPLES[name] for name in lacking if name in _EXAMPLES})
    able = _providers(complete) if not lacking or complete.params != measure.params else []
    needs = [f"{' and '.join(lacking)}, such as {complete}"] if lacking and able else []
    needs += [] if not able or any(provider.is_available() for provider in able) else [_not_installed(able)]
    if needs:
        ours = _OURS.get(measure.NAME)
        remark = f"; {ours} computes {measure.NAME} without it, and takes p and rel, too" if ours else ""
        refused = ParameterError if lacking else AssessError
        raise refused(f"measure {text!r} needs {', and '.join(needs)}{remark}")
    if not able:
        raise ParameterError(
            f"measure {text!r} cannot be computed with these parameters, expected {_parameters(measure)}"
        )
    return text


def described_name(text: str) -> ClassicalDescription:
    """What a measure of ir_measures is, whether or not it can be computed here."""
    measure = _parsed(text)
    programs = [provider for provider, _ in _patterns(measure)]
    return ClassicalDescription(
        str(type(measure)()),
        measure.SHORT_DESC,
        "grades by subtopic" if any(program.NAME == DIVERSITY for program in programs) else "grades",
        tuple(dict.fromkeys(p.NAME if p.is_available() else f"{p.NAME} (not installed)" for p in programs)),
        tuple(_parameter_rows(measure)),
    )


def is_diversity(text: str) -> bool:
    """Whether a measure needs grades by subtopic, as alpha_nDCG@10 does."""
    return any(provider.NAME == DIVERSITY for provider in _providers(ir_measures.parse_measure(text)))


def _parsed(text: str) -> Any:
    try:
        return ir_measures.parse_measure(text)
    except (NameError, ValueError, KeyError, TypeError):
        raise unknown_measure(text) from None


def _check_values(text: str, measure: Any) -> None:
    """Refuse parameters that the measure does not have, given twice, or with a value of the wrong kind."""
    given = Counter(re.findall(r"(\w+)\s*=", text) + ([measure.AT_PARAM] if ")@" in text.replace(" ", "") else []))
    if twice := [name for name, times in given.items() if times > 1]:
        raise ParameterError(f"measure {text!r}: found {twice[0]} twice, expected each parameter once")
    for name, value in measure.params.items():
        known = measure.SUPPORTED_PARAMS.get(name)
        if known is None or not known.validate(value):
            expected = _parameters(measure) or "no parameters"
            raise ParameterError(f"measure {text!r}: found {name}={value!r}, expected {expected}")
        if name == "cutoff" and value < 1:
            raise ParameterError(f"measure {text!r}: found cut-off {value}, expected at least 1")


def _lacking(measure: Any) -> Iterator[str]:
    """The parameters that must be given and are not, for the measure itself or for each program that computes it."""
    required = {name for name, info in measure.SUPPORTED_PARAMS.items() if info.required}
    if not required - measure.params.keys() and not _providers(measure):
        by_program = [{name for name, spec in of.params.items() if _is_required(spec)} for _, of in _patterns(measure)]
        required |= set.intersection(*by_program) if by_program else set()
    return (name for name in measure.SUPPORTED_PARAMS if name in required and name not in measure.params)


def _is_required(spec: Any) -> bool:
    return bool(getattr(spec, "required", False))


def _patterns(measure: Any) -> list[tuple[Any, Any]]:
    """The programs that compute a measure, each with the parameters it takes; available ones first."""
    known = [
        (provider, of)
        for provider in ir_measures.DefaultPipeline.providers
        for of in provider.SUPPORTED_MEASURES
        if of.NAME == measure.NAME
    ]
    return sorted(known, key=lambda pattern: not pattern[0].is_available())


def _providers(measure: Any) -> list[Any]:
    return [provider for provider in ir_measures.DefaultPipeline.providers if provider.supports(measure)]


def _not_installed(able: list[Any]) -> str:
    names = " or ".join(provider.NAME for provider in able)
    remedy = " or: ".join(provider.install_instructions() or f"install {provider.NAME}" for provider in able)
    return f"{names}, which is not installed: {remedy}"


def _parameters(measure: Any) -> str:
    """The parameters of a measure with their types."""
    return "; ".join(f"{name}: {_form(info, _FORMS, ' or ')}" for name, info in measure.SUPPORTED_PARAMS.items())


def _form(info: ParamInfo, forms: Mapping[type, str], between: str) -> str:
    if isinstance(info.choices, list):
        return between.join(map(repr, info.choices))
    return str(forms.get(info.dtype, info.dtype.__name__))


def _parameter_rows(measure: Any) -> Iterator[tuple[str, str, str]]:
    for name, info in measure.SUPPORTED_PARAMS.items():
        has_default = isinstance(info.default, int | float | str)
        default = str(info.default) if has_default else "required" if info.required else "none"
        yield f"{name}={_form(info, _SHORT_FORMS, '|')}", default, info.desc or ""
