"""Measures by name and parameters."""

from importlib import import_module
from inspect import Parameter, signature

import pytest
from ir_measures import measures
from ir_measures.measures.base import SumAgg

from assess.errors import ParameterError, UnknownNameError
from assess.measures.by_name import ClassicalMeasure, RankMeasure, is_count, parse_measure
from assess.measures.catalogue import MEASURES
from assess.measures.kinds import TopicJudgments


def overlap(label: str, name: str, p: float, depth: int, *, normalize: bool) -> RankMeasure:
    own = (("positive", False),) if name == "pgc" else ()
    return RankMeasure(label, name, (("p", p), ("depth", depth), ("normalize", normalize), *own))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pgc", overlap("pgc", "pgc", 0.8, 500, normalize=False)),
        ("compat", overlap("compat", "compat", 0.8, 500, normalize=True)),
        ("PGC(p=0.9)", overlap("PGC(p=0.9)", "pgc", 0.9, 500, normalize=False)),
        (
            "Compat( p=.5, normalize=False )",
            overlap("Compat( p=.5, normalize=False )", "compat", 0.5, 500, normalize=False),
        ),
        ("pgc(depth=7)", overlap("pgc(depth=7)", "pgc", 0.8, 7, normalize=False)),
        ("pgc()", overlap("pgc()", "pgc", 0.8, 500, normalize=False)),
        ("nDCG@10", ClassicalMeasure("nDCG@10")),
        ("P(rel=2)@5", ClassicalMeasure("P(rel=2)@5")),
    ],
)
def test_a_measure_is_parsed_with_its_parameters(text, expected):
    assert parse_measure(text, p=0.8, depth=500) == expected


@pytest.mark.parametrize("kind", MEASURES.values(), ids=lambda kind: kind.name)
def test_a_module_takes_the_parameters_that_the_catalogue_has(kind):
    """Without defaults of its own, so that there is one place for them."""
    _, *named = signature(import_module(kind.module).prepare).parameters.values()
    assert {parameter.name for parameter in named} == set(kind.parameters)
    assert all(parameter.kind is Parameter.KEYWORD_ONLY and parameter.default is Parameter.empty for parameter in named)


@pytest.mark.parametrize("kind", MEASURES.values(), ids=lambda kind: kind.name)
def test_defaults_of_the_catalogue_are_allowed(kind):
    assert isinstance(parse_measure(kind.name), RankMeasure)
    assert kind.prepare(TopicJudgments(), parse_measure(kind.name).parameters) is None


@pytest.mark.parametrize("text", ["pcg", "nDCG@", "", "pgc(p=0.8", "nDCG@ten"])
def test_an_unknown_measure_is_named_with_what_is_known(text):
    with pytest.raises(UnknownNameError, match="expected pgc, compat or a measure of ir_measures such as nDCG@10"):
        parse_measure(text)


@pytest.mark.parametrize("text", ["pgc(q=1)", "pgc(p=x)", "pgc(depth=1.5)", "compat(normalize=maybe)", "pgc(p)"])
def test_unknown_parameters_are_refused(text):
    with pytest.raises(ParameterError, match=r"expected p=NUMBER, depth=NUMBER(,| or) normalize=true\|false"):
        parse_measure(text)


@pytest.mark.parametrize("text", ["pgc(p=1)", "compat(p=0)", "pgc(depth=0)"])
def test_parameters_out_of_range_are_refused(text):
    with pytest.raises(ParameterError):
        parse_measure(text)


@pytest.mark.parametrize("text", ["P", "RBP(p=3)"])
def test_parameters_that_ir_measures_refuses_are_refused(text):
    with pytest.raises(ParameterError, match=r"measure .* invalid param"):
        parse_measure(text)


def test_counts_are_the_measures_that_ir_measures_adds_up():
    added = {name for name, known in measures.registry.items() if isinstance(known.aggregator(), SumAgg)}
    assert {name for name in measures.registry if is_count(name)} == added
    assert is_count("NumRet(rel=2)")


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("pgc", "pgc(normalize=true)"),
        ("pgc()", "pgc(normalize=true)"),
        ("pgc(p=0.8)", "pgc(p=0.8,normalize=true)"),
        ("compat(normalize=false, p=0.8)", "compat(p=0.8,normalize=true)"),
        ("pgc(normalize=true)", None),
        ("rpref", None),
    ],
)
def test_a_measure_knows_its_normalized_form(text, normalized):
    measure = parse_measure(text)
    assert isinstance(measure, RankMeasure)
    assert measure.normalized == normalized
    assert not normalized or parse_measure(normalized).parameters == measure.parameters | {"normalize": True}
