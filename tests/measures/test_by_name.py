"""Measures by name and parameters."""

import re
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


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("pcg", "did you mean pgc or dcg?"),
        ("pcg(p=0.8)", "did you mean pgc(p=0.8) or dcg(p=0.8)?"),
        ("ndcg@10", "did you mean nDCG@10?"),
        ("mrr", "did you mean MRR?"),
        ("map", "a name of trec_eval, expected AP;"),
        ("ndcg_cut_10", "a name of trec_eval, expected nDCG@10;"),
        ("P_10", "a name of trec_eval, expected P@10;"),
        ("P.5,10", "a name of trec_eval, expected P@5 or P@10;"),
        ("recip_rank", "a name of trec_eval, expected RR;"),
        ("recall", "a name of trec_eval, expected R@5, R@10, R@15 or others;"),
        ("nDCG@10,AP", "expected one name: give each its own -m, as in -m nDCG@10 -m AP;"),
        ("pgc(p=0.8, depth=5) AP", "expected one name: give each its own -m, as in -m pgc(p=0.8, depth=5) -m AP;"),
        ("nDCG@", "expected the form nDCG, nDCG(parameter=value) or nDCG@10;"),
        ("nDCG@ten", "expected the form nDCG, nDCG(parameter=value) or nDCG@10;"),
        ("pgc(p=0.8", "expected the form pgc, pgc(parameter=value) or pgc@10;"),
        ("", "expected pgc, compat or a measure of ir_measures such as nDCG@10, AP, RR;"),
        ("xyzzy", "expected pgc, compat or a measure of ir_measures such as nDCG@10, AP, RR;"),
    ],
)
def test_an_unknown_measure_is_refused_with_what_may_be_meant(text, advice):
    with pytest.raises(UnknownNameError) as refused:
        parse_measure(text)
    assert str(refused.value) == f"found measure {text!r}, {advice} assess measures lists them"


def test_a_group_of_trec_eval_is_translated_without_printing(capsys):
    with pytest.raises(UnknownNameError, match="a name of trec_eval, expected P@5, P@10, P@15 or others"):
        parse_measure("official")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("ppref@10", "ppref(cutoff=10)"),
        ("pgc(p=0.8)@10", "pgc(p=0.8,depth=10)"),
        ("E@5", "e(depth=5)"),
        ("p_at_h(model=rbp)@10", "p_at_h(model=rbp,depth=10)"),
    ],
)
def test_a_cut_off_may_stand_behind_an_at_sign(text, same):
    found, expected = parse_measure(text), parse_measure(same)
    assert isinstance(found, RankMeasure)
    assert isinstance(expected, RankMeasure)
    assert (found.label, found.settings) == (text, expected.settings)


@pytest.mark.parametrize("kind", MEASURES.values(), ids=lambda kind: kind.name)
def test_an_at_sign_is_refused_where_there_is_no_cut_off(kind):
    if {"cutoff", "depth"} & kind.parameters.keys():
        assert isinstance(parse_measure(f"{kind.name}@3"), RankMeasure)
    else:
        with pytest.raises(ParameterError, match=f"measure '{kind.name}@3': found '@3', expected"):
            parse_measure(f"{kind.name}@3")


@pytest.mark.parametrize("text", ["pgc(q=1)", "pgc(p=x)", "pgc(depth=1.5)", "compat(normalize=maybe)", "pgc(p)"])
def test_unknown_parameters_are_refused(text):
    with pytest.raises(ParameterError, match=r"expected p=NUMBER, depth=WHOLE NUMBER(,| or) normalize=true\|false"):
        parse_measure(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [("pgc(p=2)", "p = 2.0"), ("pgc(p=1)", "p = 1.0"), ("compat(p=0)", "p = 0.0"), ("pgc@0", "depth = 0")],
)
def test_parameters_out_of_range_are_refused_with_the_measure(text, found):
    with pytest.raises(ParameterError, match=rf"^measure '{re.escape(text)}': found {found}, expected "):
        parse_measure(text)


def test_what_a_model_refuses_is_told_with_the_measure():
    measure = parse_measure("p_at_h(model=rbp,p=2)")
    assert isinstance(measure, RankMeasure)
    with pytest.raises(ParameterError, match=r"^measure 'p_at_h\(model=rbp,p=2\)': found p = 2.0, expected a number"):
        measure.prepare(TopicJudgments(grades={"d1": 1}))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("pgc(p=0.8,p=0.9)", "p"),
        ("ppref(cutoff=3)@10", "cutoff"),
        ("AP(rel=1,rel=2)", "rel"),
        ("AP(cutoff=5)@10", "cutoff"),
    ],
)
def test_a_parameter_given_twice_is_refused(text, key):
    with pytest.raises(ParameterError) as refused:
        parse_measure(text)
    assert str(refused.value) == f"measure {text!r}: found {key} twice, expected each parameter once"


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
        ("pgc(p=0.8)@10", "pgc(p=0.8,normalize=true)@10"),
        ("pgc@10", "pgc(normalize=true)@10"),
        ("pgc(normalize=true)", None),
        ("rpref", None),
    ],
)
def test_a_measure_knows_its_normalized_form(text, normalized):
    measure = parse_measure(text)
    assert isinstance(measure, RankMeasure)
    assert measure.normalized == normalized
    assert not normalized or parse_measure(normalized).parameters == measure.parameters | {"normalize": True}
