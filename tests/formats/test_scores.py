"""Tables of scores: the three ways that ``assess score`` prints them, and their faults."""

import pytest

from assess.errors import FormatError
from assess.formats.scores import is_scores, parse_scores

TSV = "x\tt1\tpgc\t0.25\ny\tt1\tpgc\t0.5\nx\tall\tpgc\t0.25\n"
CSV = 'run,topic,measure,value\n"x, z",all,"pgc(p=0.8,depth=5)",0.25\n'
JSON = '[{"run": "x", "topic": "all", "measure": "AP", "value": 1}]'


BOUNDED_TSV = "x\tt1\tpgc\t0.25\t-\t-\nx\tall\tpgc\t0.25\t0.1\t0.4\n"
BOUNDED_CSV = "run,topic,measure,value,low,high\nx,t1,pgc,0.25,,\nx,all,pgc,0.25,0.1,0.4\n"
BOUNDED_JSON = (
    '[{"run": "x", "topic": "t1", "measure": "pgc", "value": 0.25, "low": null, "high": null},'
    ' {"run": "x", "topic": "all", "measure": "pgc", "value": 0.25, "low": 0.1, "high": 0.4}]'
)


@pytest.mark.parametrize("text", [BOUNDED_TSV, BOUNDED_CSV, BOUNDED_JSON])
def test_scores_with_intervals_are_scores(text: str) -> None:
    assert is_scores(text.encode())
    assert parse_scores(text.encode()) == {"pgc": {"t1": {"x": 0.25}, "all": {"x": 0.25}}}


def test_three_ways_to_write_scores() -> None:
    assert parse_scores(TSV.encode()) == {"pgc": {"t1": {"x": 0.25, "y": 0.5}, "all": {"x": 0.25}}}
    assert parse_scores(CSV.encode()) == {"pgc(p=0.8,depth=5)": {"all": {"x, z": 0.25}}}
    assert parse_scores(JSON.encode()) == {"AP": {"all": {"x": 1.0}}}


@pytest.mark.parametrize("text", [TSV, CSV, JSON])
def test_scores_are_told_from_judgments(text: str) -> None:
    assert is_scores(text.encode())


@pytest.mark.parametrize("text", ["t1\tQ0\td1\t2\n", "t d1 d2\n", '{"topic": "t"}', ""])
def test_other_files_are_no_scores(text: str) -> None:
    assert not is_scores(text.encode())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x\tall\tpgc\n", "line 1: found .* expected run, topic, measure and value"),
        ("x\tall\tpgc\t0.1\tlow\t0.2\n", "line 1: found value 'low', expected a finite number"),
        ("x\tall\tpgc\t0.1\t0.1\n", "line 1: found .* expected run, topic, measure and value"),
        ("x\tall\tpgc\tnan\n", "line 1: found value 'nan', expected a finite number"),
        ("x\tall\tpgc\t1\nx\tall\tpgc\t1\n", "line 2: found pgc of run 'x' and topic 'all' again"),
        ('[{"run": "x"}]', "line 1: found"),
        ('[{"run": "x"', "expected JSON"),
        ("[3]", "line 1: found"),
        ("[]", "found no score"),
    ],
)
def test_faults_of_scores(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_scores(text.encode())
