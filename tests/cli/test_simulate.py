"""The command that simulates."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.report import figure_style
from assess.simulation.processes import run_trials
from assess.simulation.trial import Collection, Setup

GRADES = "".join(f"t{topic} Q0 d{number:02} {1 + number % 3}\n" for topic in range(4) for number in range(60))


@pytest.fixture
def qrels(tmp_path: Path) -> Path:
    path = tmp_path / "grades.qrels"
    path.write_text(GRADES)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["simulate", *(str(argument) for argument in arguments), "--seeds", "3"])


def test_the_table_has_a_line_for_every_strategy_and_kind_of_assessors(qrels: Path) -> None:
    shown = run(qrels, "--strategy", "two-stage", "heap", "--assessors", "constant:0.7", "bradley-terry:1", "--jobs", 1)
    assert shown.exit_code == 0
    heading, *lines = shown.stdout.splitlines()
    assert heading.split() == [
        "strategy", "assessors", "judgments", "rounds", "HITs", "cost", "recall@5", "top-1", "tau",
    ]  # fmt: skip
    assert [line.split()[:2] for line in lines] == [
        ["two-stage", "constant:0.7"],
        ["two-stage", "bradley-terry:1"],
        ["heap", "constant:0.7"],
        ["heap", "bradley-terry:1"],
    ]


def test_the_output_is_the_same_bytes_whatever_the_number_of_processes(qrels: Path) -> None:
    one, two = (
        subprocess.run(
            [sys.executable, "-m", "assess", "simulate", qrels, "--seeds", "4", "--json", "--jobs", jobs],
            capture_output=True,
            check=True,
        )
        for jobs in ("1", "2")
    )
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr == b""


def test_trials_come_back_by_setup_and_seed() -> None:
    collection = Collection({"t": {f"d{number}": 1 for number in range(12)}})
    heap, two_stage = run_trials(collection, [Setup("heap"), Setup()], [5, 6], jobs=2)
    assert [trial.judgments for trial in heap] < [trial.judgments for trial in two_stage]
    assert heap[1] == run_trials(collection, [Setup("heap")], [6], jobs=1)[0][0]


def test_csv_holds_mean_and_range(qrels: Path) -> None:
    shown = run(qrels, "--csv", "--strategy", "two-stage")
    [row] = csv.DictReader(io.StringIO(shown.stdout))
    assert (row["strategy"], row["k"], row["seeds"]) == ("two-stage", "5", "3")
    assert float(row["cost_low"]) <= float(row["cost"]) <= float(row["cost_high"])


def test_json_holds_every_trial_with_exact_money(qrels: Path) -> None:
    [record] = json.loads(run(qrels, "--json", "--strategy", "two-stage").stdout)
    assert len(record["trials"]) == 3
    assert record["trials"][0]["cost"] == f"{record['trials'][0]['hits'] * 2.4:.2f}"
    assert record["summary"]["recall"]["low"] <= record["summary"]["recall"]["high"]


def test_pay_and_parameters_change_the_cost(qrels: Path) -> None:
    def cost(*options: object) -> float:
        [record] = json.loads(run(qrels, "--json", "--strategy", "two-stage", *options).stdout)
        return float(record["summary"]["cost"]["mean"])

    assert cost("--fees", "none") == pytest.approx(cost() / 1.2, abs=0.01)
    assert cost("--votes", 3) > 2.5 * cost()
    assert cost("--challenge-accuracy", 1) < cost() < cost("--discarded", 0.2)


def test_runs_add_the_effect_on_their_order(qrels: Path, tmp_path: Path) -> None:
    for name, step in (("up", 1), ("down", -1)):
        docnos = [f"d{number:02}" for number in range(60)][::step]
        lines = (f"t{t} Q0 {docno} 1 {-rank} {name}\n" for t in range(4) for rank, docno in enumerate(docnos))
        (tmp_path / name).write_text("".join(lines))
    shown = run(qrels, "--runs", tmp_path / "up", tmp_path / "down", "--assessors", "constant:1")
    assert shown.stdout.splitlines()[0].endswith("systems PGC  systems compatibility")
    assert shown.stdout.splitlines()[1].split()[-2:] == ["1.000", "1.000"]


def test_recorded_judgments_are_named_in_the_table(qrels: Path, tmp_path: Path) -> None:
    (tmp_path / "prefs").write_text("t0 d02 d05\n")
    shown = run(qrels, "--recorded", tmp_path / "prefs", "--strategy", "heap")
    assert "recorded, bradley-terry:1" in shown.stdout


def test_an_unknown_strategy_is_refused_with_the_names_of_the_others(qrels: Path) -> None:
    refused = run(qrels, "--strategy", "two-stage", "knockout")
    assert refused.exit_code == 2
    assert "'knockout' is not one of 'two-stage'" in refused.stderr


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_plot_is_drawn_the_same_each_time(qrels: Path, tmp_path: Path, suffix: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    drawn = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{suffix}"
        assert run(qrels, "--strategy", "heap", "--plot", path).exit_code == 0
        drawn.append(path.read_bytes())
    assert drawn[0].startswith(start)
    assert drawn[0] == drawn[1]


def test_without_matplotlib_a_plot_is_refused_before_any_work(
    qrels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figure_style, "find_spec", lambda name: None)
    refused = run(qrels, "--plot", tmp_path / "p.png")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == "Error: a plot needs matplotlib, which is not installed: pip install 'assess[plots]'\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--plot", "p.gif"], "expected a name that ends with .png, .svg, .pdf"),
        (["--assessors", "expert"], "expected constant:ACCURACY"),
        (["--reward", "two"], "expected an amount of US dollars"),
        (["--fees", "20"], "expected mturk, none or a percentage"),
        (["-k", "9"], "expected k < P < F"),
        (["--discarded", "0.999"], "of HITs passing their challenges"),
    ],
)
def test_what_does_not_fit_is_refused(qrels: Path, options: list[str], message: str) -> None:
    refused = run(qrels, *options, "--jobs", 1)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert message in refused.stderr


def test_topk_says_which_recall_it_expects(qrels: Path) -> None:
    shown = run(qrels, "--strategy", "two-stage", "topk", "--recall", 0.6, "--jobs", 1)
    heading, two_stage, topk = shown.stdout.splitlines()
    assert heading.endswith("expected recall")
    assert float(topk.split()[-1]) >= 0.6
    assert len(two_stage.split()) == len(topk.split()) - 1
    shown = run(qrels, "--csv", "--strategy", "two-stage", "topk", "--effort", 0.2, "--jobs", 1)
    first, second = csv.DictReader(io.StringIO(shown.stdout))
    assert (first["expected"], float(second["expected"]) > 0) == ("", True)


def test_a_recall_to_reach_is_refused_where_no_strategy_knows_it(qrels: Path) -> None:
    refused = run(qrels, "--strategy", "two-stage", "--recall", 0.6)
    assert refused.exit_code == 1
    assert "found recall = 0.6 with strategy two-stage, expected strategy topk, or no recall" in refused.stderr
