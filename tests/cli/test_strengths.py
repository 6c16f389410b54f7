"""``assess strengths`` on files."""

import csv
import json
from math import exp
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from assess.cli import main

STRENGTH = {"d1": 1.2, "d2": 0.6, "d3": 0.0, "d4": -0.6, "d5": -1.2}
LEFT, WORKERS, CARELESS = 0.4, 30, "w07"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["strengths", *map(str, words)])


def simulated_log(number: int = 3000) -> str:
    """A crowd that likes the left, with one who answers at random."""
    rng, lines = Random(1), []
    for id_ in range(number):
        left, right = rng.sample(sorted(STRENGTH), 2)
        worker = f"w{rng.randrange(WORKERS):02}"
        odds = 0.0 if worker == CARELESS else STRENGTH[left] - STRENGTH[right] + LEFT
        preferred = left if rng.random() < 1 / (1 + exp(-odds)) else right
        a, b = sorted((left, right))
        line = {"id": id_, "topic": "t1", "docno_a": a, "docno_b": b, "left": left, "preferred": preferred}
        lines.append(json.dumps(line | {"assessor": {"kind": "worker", "identity": worker}}) + "\n")
    return "".join(lines)


@pytest.fixture
def prefs(tmp_path: Path) -> Path:
    path = tmp_path / "crowd.pref"
    path.write_text("t1 a b a\nt1 a b tie\nt1 b c b\nt1 c a a\nt1 c b c\nt2 x y y\nt2 z v z\n")
    return path


def test_strengths_of_a_file_are_printed_by_topic(prefs: Path) -> None:
    lines = run("--prefs", prefs).output.splitlines()
    assert [line.split()[:2] for line in lines[1:8]] == [
        *(["t1", docno] for docno in "abc"),
        *(["t2", docno] for docno in "yzvx"),
    ]
    assert "7 comparisons; errors rest on 7 comparisons" in lines
    assert "topic t2: 2 parts that no comparisons connect; compare strengths within a part only" in lines
    assert any(line.startswith("ties: ") for line in lines)


def test_csv_has_a_line_for_each_item(prefs: Path) -> None:
    rows = list(csv.DictReader(run("--prefs", prefs, "--csv").output.splitlines()))
    assert [row["docno"] for row in rows] == ["a", "b", "c", "y", "z", "v", "x"]
    assert sum(float(row["strength"]) for row in rows if row["topic"] == "t1") == pytest.approx(0, abs=1e-5)


def test_a_log_gives_left_bias_and_reliability(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(simulated_log())
    found = json.loads(run("--log", path, "--json").output)
    assert [item["docno"] for item in found["items"]] == list(STRENGTH)
    assert all(item["low"] < STRENGTH[item["docno"]] < item["high"] for item in found["items"])
    assert found["left_bias"]["low"] < LEFT < found["left_bias"]["high"]
    assert (
        min(found["log_reliability"], key=lambda name: found["log_reliability"][name]["value"]) == f"worker:{CARELESS}"
    )
    assert found["by_worker"]
    assert found["clusters"] == WORKERS
    text = run("--log", path).output
    assert f"errors rest on {WORKERS} workers" in text
    assert f"\nworker:{CARELESS} " in text


def test_covariates_show_what_they_buy(prefs: Path, tmp_path: Path) -> None:
    covariates = tmp_path / "lengths.csv"
    covariates.write_text("docno,length\n" + "".join(f"{docno},{place}\n" for place, docno in enumerate("abcvxyz")))
    output = run("--prefs", prefs, "--covariates", covariates).output
    assert output.splitlines()[0].endswith("own")
    assert "\nlength: " in output
    covariates.write_text("docno,length\na,1\nb,2\nc,3\nx,4\ny,5\nz,6\n")
    refused = run("--prefs", prefs, "--covariates", covariates)
    assert "topic t2: found no length of v, expected one for each item compared" in refused.output
    assert refused.exit_code == 1


def test_what_cannot_be_fitted_is_refused(prefs: Path) -> None:
    assert "expected one of them" in run().output
    assert "expected one of them" in run("--prefs", prefs, "--log", prefs).output
    refused = run("--prefs", prefs, "--variance", "inf")
    assert "not defined because" in refused.output
    assert "won or lost every comparison with the others" in refused.output
