"""``assess analyse``: from files to tables."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main

PREFS = "t1 a b a\nt1 a b b\nt1 a c a\nt1 b c b\nt2 a b a\nt2 a b a\n"
QRELS = "t1 Q0 a 2\nt1 Q0 b 1\nt1 Q0 c 0\nt2 Q0 a 1\nt2 Q0 b 1\n"
SCORES = "x\tall\tpgc\t0.3\ny\tall\tpgc\t0.2\nx\tall\tAP\t0.5\ny\tall\tAP\t0.1\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"crowd.pref": PREFS, "grades.qrels": QRELS, "scores.tsv": SCORES}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def analyse(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, ["analyse", *arguments], input=given)


def lines_of(shown: Result) -> list[str]:
    assert shown.exit_code == 0, shown.output
    return [" ".join(line.split()) for line in shown.stdout.splitlines()]


def test_judgments_alone(folder: Path) -> None:
    lines = lines_of(analyse("crowd.pref"))
    titles = ["Judgments", "Agreement between assessors", "The same pair judged again", "Transitivity"]
    assert [line for line in lines if line in titles] == titles
    assert "any two judgments of a pair 1 2 50.0% 0.0% 100.0%" in lines
    assert "assessors -" in lines


def test_grades_are_compared_with_the_judgments(folder: Path) -> None:
    lines = lines_of(analyse("crowd.pref", "--qrels", "grades.qrels", "-k", "1"))
    assert "all above 0 4 3 0 1 75.0% - -" in lines
    assert "Strength against grades" in lines
    assert "top grade 3 100.0% 3 60.0%" in lines


def test_scores_of_a_pipe_are_compared(folder: Path) -> None:
    lines = lines_of(analyse("-", given=SCORES))
    assert "x 0.300 0.500" in lines
    assert "pgc AP 2 1.000 1.000 1.000 1.000" in lines


def test_the_same_measure_on_two_graphs_is_compared(folder: Path) -> None:
    (folder / "other.tsv").write_text("x\tall\tpgc\t0.1\ny\tall\tpgc\t0.4\n")
    lines = lines_of(analyse("scores.tsv", "other.tsv"))
    assert "pgc (scores.tsv) pgc (other.tsv) 2 -1.000 -1.000 -1.000 -1.000" in lines
    assert "run pgc (scores.tsv) AP pgc (other.tsv)" in lines


def test_pages_take_per_topic_scores(folder: Path) -> None:
    (folder / "topics.tsv").write_text("x\tt1\tpgc\t0.3\ny\tt1\tpgc\t0.2\nx\tall\tpgc\t0.3\n")
    (folder / "pages.pref").write_text("t1 x y x\n")
    lines = lines_of(analyse("topics.tsv", "--pages", "pages.pref"))
    assert "pgc 1 0 0 0 100.0% 2.5% 100.0% 1.0000" in lines
    assert "x against y" in lines


def test_measures_are_drawn_against_each_other_the_same_each_time(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    (folder / "three.tsv").write_text(SCORES + "x\tall\tRR\t1\ny\tall\tRR\t1\n")
    drawn = []
    for name in ("one.svg", "two.svg"):
        assert analyse("three.tsv", "--plot", name).exit_code == 0
        drawn.append((folder / name).read_text())
    assert drawn[0] == drawn[1]
    assert drawn[0].count('id="axes_') == 3


def test_a_plot_without_measures_is_refused_before_any_output(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    (folder / "one.tsv").write_text("x\tall\tpgc\t0.3\n")
    for source, found in {"crowd.pref": "none", "one.tsv": "pgc"}.items():
        refused = analyse(source, "--plot", "none.svg")
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert f"found measures to plot: {found}, expected at least 2" in refused.stderr


def test_long_names_are_numbered_below_the_plot(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    names = [f"university-run-{number}" for number in range(12)]
    rows = [f"{run}\tall\t{m}\t{n / 20}\n" for n, run in enumerate(names) for m in ("pgc", "AP")]
    (folder / "long.tsv").write_text("".join(rows))
    assert analyse("long.tsv", "--plot", "long.svg").exit_code == 0
    drawn = (folder / "long.svg").read_text()
    assert "<!-- 1  university-run-11 -->" in drawn
    assert "<!-- 12 -->" in drawn


def test_grades_that_match_nothing_leave_the_other_tables(folder: Path) -> None:
    (folder / "other.qrels").write_text("z9 Q0 q 1\n")
    (folder / "expert.pref").write_text("z9 q r q\n")
    lines = lines_of(analyse("crowd.pref", "--qrels", "other.qrels", "--expert", "expert.pref"))
    assert "any two judgments of a pair 1 2 50.0% 0.0% 100.0%" in lines
    assert any(line.startswith("agreement with grades: not defined because") for line in lines)
    assert lines.index("The crowd against the expert") == len(lines) - 2


def test_tables_fit_a_terminal(folder: Path) -> None:
    (folder / "levels.qrels").write_text("t1 Q0 a 50\nt1 Q0 b 40\nt1 Q0 c 0\n")
    given = ("crowd.pref", "--qrels", "grades.qrels", "--levels", "levels.qrels")
    assert "grade candidates share judged share top 1 share top share" in lines_of(analyse(*given))
    row = json.loads(analyse(*given, "--json").stdout)["items"]["rows"][0]
    assert {"share of candidates", "share of top 1"} < row.keys()


def test_json_and_csv_hold_the_same_numbers(folder: Path) -> None:
    record = json.loads(analyse("crowd.pref", "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(analyse("crowd.pref", "--csv").stdout)))
    [repeats] = record["repeats"]["rows"]
    assert (repeats["agree"], repeats["compared"], repeats["share"]) == (1, 2, 0.5)
    numbers = {row["figure"]: row["value"] for row in rows if row["section"] == "repeats"}
    assert {name: float(value) for name, value in numbers.items()} == {
        name: value for name, value in repeats.items() if name != "judgments"
    }
    assert {row["section"] for row in rows} == record.keys()


def test_an_expert_is_judgments_or_best_items(folder: Path) -> None:
    (folder / "expert.pref").write_text("t1 a b\nt1 c a\n")
    (folder / "best.qrels").write_text("t1 Q0 b 1\n")
    (folder / "levels.qrels").write_text("t1 Q0 a 50\nt1 Q0 b 40\nt1 Q0 c 0\n")
    assert "pairs that both judged 2 3 1 2 0" in lines_of(analyse("crowd.pref", "--expert", "expert.pref"))[-3]
    given = ("--qrels", "grades.qrels", "--expert", "best.qrels")
    assert "rank 2 1 100.0%" in lines_of(analyse("crowd.pref", *given, "--levels", "levels.qrels"))
    assert "expected both to find the top items" in analyse("crowd.pref", *given).output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["grades.qrels"],
            "grades.qrels: found 'qrels', expected one of: preferences, image pairs, judgment log, scores",
        ),
        (["crowd.pref", "--pages", "crowd.pref"], "found --pages without scores"),
        (["-", "--qrels", "-"], "found - (standard input) more than once"),
        (["nothing", "--db", "sqlite:///none.db"], "found no file nothing;"),
    ],
)
def test_what_cannot_be_analysed_is_refused(folder: Path, arguments: list[str], message: str) -> None:
    shown = analyse(*arguments)
    assert (shown.exit_code, message in shown.output) == (1, True), shown.output
