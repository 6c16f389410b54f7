"""Measures by name and parameters."""

import pytest

from assess.errors import ParameterError, UnknownNameError
from assess.measures.by_name import ClassicalMeasure, RankMeasure, parse_measure


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pgc", RankMeasure("pgc", "pgc", 0.8, 500, normalize=False)),
        ("compat", RankMeasure("compat", "compat", 0.8, 500, normalize=True)),
        ("PGC(p=0.9)", RankMeasure("PGC(p=0.9)", "pgc", 0.9, 500, normalize=False)),
        ("Compat( p=.5, normalize=False )", RankMeasure("Compat( p=.5, normalize=False )", "compat", 0.5, 500)),
        ("pgc(depth=7)", RankMeasure("pgc(depth=7)", "pgc", 0.8, 7)),
        ("pgc()", RankMeasure("pgc()", "pgc", 0.8, 500)),
        ("nDCG@10", ClassicalMeasure("nDCG@10")),
        ("P(rel=2)@5", ClassicalMeasure("P(rel=2)@5")),
    ],
)
def test_a_measure_is_parsed_with_its_parameters(text, expected):
    assert parse_measure(text, p=0.8, depth=500) == expected


@pytest.mark.parametrize("text", ["pcg", "nDCG@", "", "pgc(p=0.8", "nDCG@ten"])
def test_an_unknown_measure_is_named_with_what_is_known(text):
    with pytest.raises(UnknownNameError, match="expected pgc, compat or a measure of ir_measures such as nDCG@10"):
        parse_measure(text)


@pytest.mark.parametrize("text", ["pgc(q=1)", "pgc(p=x)", "pgc(depth=1.5)", "compat(normalize=maybe)", "pgc(p)"])
def test_unknown_parameters_are_refused(text):
    with pytest.raises(ParameterError, match="expected p=NUMBER, depth=NUMBER or normalize=true"):
        parse_measure(text)


@pytest.mark.parametrize("text", ["pgc(p=1)", "compat(p=0)", "pgc(depth=0)"])
def test_parameters_out_of_range_are_refused(text):
    with pytest.raises(ParameterError):
        parse_measure(text)


@pytest.mark.parametrize("text", ["P", "RBP(p=3)"])
def test_parameters_that_ir_measures_refuses_are_refused(text):
    with pytest.raises(ParameterError, match=r"measure .* invalid param"):
        parse_measure(text)
