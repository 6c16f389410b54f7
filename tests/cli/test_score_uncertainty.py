"""``assess score`` with intervals, and against a baseline."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main

GRADES = {"t1": 0, "t2": 1, "t3": 2, "t4": 3, "t5": 1}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five topics with one relevant item each: "top" has it first, "low" at rank 2 to 5, "twin" is as "top"."""
    monkeypatch.chdir(tmp_path)
    qrels = "".join(f"{topic} Q0 good 1\n{topic} Q0 bad 0\n" for topic in GRADES)
    (tmp_path / "grades.qrels").write_text(qrels)
    for name in ("top", "twin", "low"):
        lines = []
        for topic, worse in GRADES.items():
            ranking = [*(f"x{number}" for number in range(worse + 1 if name == "low" else 0)), "good"]
            lines += [f"{topic} Q0 {docno} {rank} {100 - rank} {name}\n" for rank, docno in enumerate(ranking, 1)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    return tmp_path


def score(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["score", "--qrels", "grades.qrels", "-m", "RR", *arguments])


def test_intervals_are_two_more_columns_of_the_means() -> None:
    plain, bounded = score("-q", "low.run"), score("-q", "--intervals", "low.run")
    rows = [line.split("\t") for line in bounded.stdout.splitlines()]
    assert ["\t".join(row[:4]) for row in rows] == plain.stdout.splitlines()
    assert [row[4:] for row in rows[:-1]] == [["-", "-"]] * 5
    mean, low, high = map(float, rows[-1][3:])
    assert 0 <= low < mean < high <= 1


def test_intervals_in_csv_and_json_are_the_same_for_the_same_seed() -> None:
    [by_csv] = csv.DictReader(io.StringIO(score("--intervals", "--csv", "low.run").stdout))
    [by_json] = json.loads(score("--intervals", "--json", "low.run").stdout)
    assert {name: str(value) for name, value in by_json.items()} == by_csv
    [other] = json.loads(score("--intervals", "--json", "--seed", "1", "low.run").stdout)
    assert other["low"] != by_json["low"]
    assert other["value"] == by_json["value"]


def test_a_count_has_no_interval() -> None:
    rows = json.loads(score("--intervals", "--json", "--summary", "low.run").stdout)
    assert {row["measure"] for row in rows if row["low"] is None} == {"NumQ", "NumRet", "NumRel", "NumRelRet"}


def test_one_topic_has_no_interval_and_the_reason_is_given(folder: Path) -> None:
    (folder / "grades.qrels").write_text("t1 Q0 good 1\n")
    shown = score("--intervals", "low.run")
    assert shown.stdout == "low\tall\tRR\t0.500000\t-\t-\n"
    assert "low: the interval of RR is not defined because there is one topic" in shown.stderr


def test_a_comparison_shows_tests_effects_and_what_could_be_detected() -> None:
    shown = score("--compare", "top", "top.run", "low.run")
    lines = shown.stdout.splitlines()
    assert lines[0] == "RR: 5 topics, differences to top (mean 1.0000)"
    # Reciprocal ranks 1/2, 1/3, 1/4, 1/5, 1/3: the mean difference; 2 of 32 ways to flip the signs are as extreme.
    cells = lines[3].split()
    assert cells[:2] == ["low", "-0.6767"]
    assert "0.0625" in cells
    assert "sensitivity: 100.0% of all pairs of runs differ (paired t-test, p < 0.05)" in lines
    assert any(line.startswith("smallest detectable difference: 0.") for line in lines)


def test_a_comparison_as_json_and_csv_has_the_same_numbers() -> None:
    [measure] = json.loads(score("--compare", "top", "--json", "top.run", "low.run", "twin.run").stdout)
    rows = list(
        csv.DictReader(io.StringIO(score("--compare", "top", "--csv", "top.run", "low.run", "twin.run").stdout))
    )
    assert [row["run"] for row in rows] == ["low", "twin"]
    for row, of in zip(rows, measure["differences"], strict=True):
        assert {name: "" if value is None else str(value) for name, value in of.items()}.items() <= row.items()
        assert (row["measure"], row["baseline"], row["topics"]) == ("RR", "top", "5")


def test_an_equal_run_is_said_to_have_no_t_test() -> None:
    shown = score("--compare", "top", "top.run", "twin.run")
    assert "twin: not defined because the difference is the same on all topics: t-test, effect size" in shown.stdout
    assert "smallest detectable difference: not defined because no difference varies over topics" in shown.stdout
    assert "nan" not in shown.stdout


def test_one_topic_is_said_to_have_no_tests(folder: Path) -> None:
    (folder / "grades.qrels").write_text("t1 Q0 good 1\n")
    shown = score("--compare", "top", "top.run", "low.run")
    assert "low: not defined because there is one topic: interval, tests" in shown.stdout
    assert "sensitivity: not defined because there is one topic" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--compare", "x", "top.run", "low.run"), "found baseline 'x', expected one of the runs: top, low"),
        (("--compare", "top", "top.run"), "found the baseline alone, expected at least one other run"),
        (("--compare", "top", "--intervals", "top.run", "low.run"), "found --compare with --intervals or --per-topic"),
        (("--compare", "top", "-q", "top.run", "low.run"), "found --compare with --intervals or --per-topic"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments: tuple[str, ...], message: str) -> None:
    shown = score(*arguments)
    assert shown.exit_code != 0
    assert message in shown.stderr
