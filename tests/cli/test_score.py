"""``assess score``: from files to a table."""

import csv
import gzip
import io
import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from assess.cli import main
from assess.cli.commands.systems.score import score as score_command
from assess.measures.catalogue import MEASURES
from assess.measures.overlap_catalogue import PERSISTENCE, RANKS

PREFS = "t1 d1 d2\nt1 d1 d3\nt1 d3 d2\nt2 d1 d2\n"
QRELS = "t1 Q0 d1 2\nt1 Q0 d2 0\nt1 Q0 d3 1\n"
RUN = "t1 Q0 d3 1 9 sys\nt1 Q0 d1 2 8 sys\nt3 Q0 d1 1 1 sys\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crowd.pref").write_text(PREFS)
    (tmp_path / "grades.qrels").write_text(QRELS)
    (tmp_path / "sys.run").write_text(RUN)
    return tmp_path


def score(*arguments: str, given: str | None = None):
    return CliRunner().invoke(main, ["score", *arguments], input=given)


def test_prints_run_topic_measure_and_mean(folder):
    shown = score("--prefs", "crowd.pref", "-p", "0.9", "sys.run")
    assert shown.exit_code == 0
    assert shown.stdout == "sys\tall\tpgc\t0.155843\n"


def test_runs_that_lack_topics_and_topics_without_judgments_are_told_on_standard_error(folder):
    shown = score("--prefs", "crowd.pref", "sys.run")
    assert shown.stderr.splitlines() == [
        "pgc: a perfect run would score 0.307 (0.265 to 0.349, by topic); --normalized divides by it",
        "sys: lacks 1 of 2 judged topics, which score 0",
        "Left out: 1 topic without judgments for these measures: t3",
    ]


def test_per_topic_values_come_before_the_means(folder):
    shown = score("--prefs", "crowd.pref", "--qrels", "grades.qrels", "-q", "-m", "pgc", "-m", "compat", "sys.run")
    rows = [line.split("\t")[1:3] for line in shown.stdout.splitlines()]
    assert rows == [["t1", "pgc"], ["t1", "compat"], ["t2", "pgc"], ["all", "pgc"], ["all", "compat"]]


def test_a_summary_adds_up_topics_and_items_as_trec_eval_does(folder):
    (folder / "grades.qrels").write_text(QRELS + "t3 Q0 d1 1\nt3 Q0 d5 1\n")
    shown = score("--qrels", "grades.qrels", "--summary", "-m", "AP", "sys.run")
    assert [line.split("\t")[2:] for line in shown.stdout.splitlines()] == [
        ["NumQ", "2"],
        ["NumRet", "3"],
        ["NumRel", "4"],
        ["NumRelRet", "3"],
        ["AP", "0.750000"],
    ]


def test_json_and_csv_hold_every_digit(folder):
    shown = json.loads(score("--prefs", "crowd.pref", "--json", "-q", "sys.run").stdout)
    rows = list(csv.DictReader(io.StringIO(score("--prefs", "crowd.pref", "--csv", "-q", "sys.run").stdout)))
    assert [row["topic"] for row in shown] == ["t1", "t2", "all"]
    assert shown == [{**row, "value": float(row["value"])} for row in rows]


def test_the_order_of_ranks_can_count_instead_of_scores(folder):
    (folder / "ranked.run").write_text("t1 Q0 d3 2 9 ranked\nt1 Q0 d1 1 8 ranked\n")
    by = {
        order: score("--qrels", "grades.qrels", "-m", "RR(rel=2)", "--order", order, "ranked.run")
        for order in ("score", "rank")
    }
    assert by["score"].stdout == "ranked\tall\tRR(rel=2)\t0.500000\n"
    assert by["rank"].stdout == "ranked\tall\tRR(rel=2)\t1.000000\n"


def test_normalized_scores_can_stand_beside(folder):
    shown = score("--prefs", "crowd.pref", "-p", "0.9", "--normalized", "-m", "pgc", "-m", "rpref", "sys.run")
    rows = [line.split("\t")[2:] for line in shown.stdout.splitlines()]
    assert [label for label, _ in rows] == ["pgc", "pgc(normalize=true)", "rpref"]
    alone = score("--prefs", "crowd.pref", "-p", "0.9", "-m", "pgc(normalize=true)", "sys.run").stdout
    assert alone == f"sys\tall\tpgc(normalize=true)\t{rows[1][1]}\n"
    assert "perfect" not in shown.stderr


def test_a_graph_of_mostly_irrelevant_items_is_told_with_the_remedy(folder):
    (folder / "grades.qrels").write_text(QRELS + "t1 Q0 d4 0\n" + "t1 Q0 d5 0\n")
    told = "3 of 5 graded items have a grade of 0 or below. Runs gain by them in pgc; with positive=true they do not"
    assert told in score("--qrels", "grades.qrels", "sys.run").stderr.splitlines()
    assert told in score("--qrels", "grades.qrels", "--prefs", "crowd.pref", "sys.run").stderr.splitlines()
    real = score("--qrels", "grades.qrels", "--prefs", "crowd.pref", "--graph", "real", "sys.run")
    positive = score("--qrels", "grades.qrels", "-m", "pgc(positive=true)", "-m", "compat(normalize=false)", "sys.run")
    assert "Runs gain" not in real.stderr + positive.stderr
    values = {line.rpartition("\t")[2] for line in positive.stdout.splitlines()}
    assert len(values) == 1  # on grades alone the two are the same


def test_equal_scores_are_ordered_by_one_rule_that_is_told(folder):
    (folder / "tied.run").write_text("t1 Q0 d3 1 1 tied\nt1 Q0 d1 2 1 tied\n")
    options = ["--qrels", "grades.qrels", "-m", "RR(rel=2)", "-m", "pgc(normalize=true)", "tied.run", "sys.run"]
    by = {order: score("--order", order, *options) for order in ("score", "trec_eval")}
    assert [shown.stdout.splitlines()[0] for shown in by.values()] == [
        "tied\tall\tRR(rel=2)\t1.000000",
        "tied\tall\tRR(rel=2)\t0.500000",
    ]
    assert by["score"].stdout.splitlines()[1] != by["trec_eval"].stdout.splitlines()[1]
    told = "1 equal scores in 1 of 2 runs are ordered by docno; --order trec_eval does it as trec_eval"
    assert [told in shown.stderr.splitlines() for shown in by.values()] == [True, False]


def test_diversity_measures_have_their_own_grades(folder):
    pytest.importorskip("pyndeval")
    (folder / "diversity.qrels").write_text("t1 1 d1 1\nt1 1 d3 1\nt1 2 d1 1\nt3 1 d1 1\n")
    options = ["--subtopics", "diversity.qrels", "-m", "StRecall@1", "sys.run"]
    assert score(*options, "-q").stdout.splitlines() == [
        "sys\tt1\tStRecall@1\t0.500000",
        "sys\tt3\tStRecall@1\t1.000000",
        "sys\tall\tStRecall@1\t0.750000",
    ]
    assert "t1\tAP\t" in score("--qrels", "grades.qrels", *options, "-q", "-m", "AP").stdout
    assert score(*options, "-m", "pgc").stderr == "Error: measure 'pgc' needs preferences or qrels\n"
    assert score(*options, "-m", "AP").stderr == "Error: measure 'AP' needs qrels\n"


def test_standard_input_and_gzip(folder):
    (folder / "crowd.pref.gz").write_bytes(gzip.compress(PREFS.encode()))
    shown = score("--prefs", "crowd.pref.gz", "-p", "0.9", "-", given=RUN)
    assert shown.stdout == "sys\tall\tpgc\t0.155843\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--prefs", "crowd.pref", "-p", "1", "sys.run"], "found p = 1.0, expected a number between 0 and 1"),
        (["--prefs", "crowd.pref", "-p", "0", "sys.run"], "found p = 0.0, expected a number between 0 and 1"),
        (["--prefs", "crowd.pref", "--depth", "0", "sys.run"], "found depth = 0, expected at least 1"),
        (["sys.run"], "found no judgments, expected preferences, qrels, or both"),
        (["--prefs", "-", "-"], "found - (standard input) more than once"),
        (["--prefs", "empty", "sys.run"], "empty: found no line to read"),
        (["--prefs", "crowd.pref", "empty"], "empty: found no line to read"),
        (["--qrels", "empty", "sys.run"], "empty: found no line to read"),
        (["--prefs", "self.pref", "sys.run"], "self.pref, line 2: found 'd1' preferred over itself"),
        (["--prefs", "crowd.pref", "twice.run"], "twice.run, line 2: found 'd1' of topic 't1' again"),
        (["--prefs", "crowd.pref", "words.run"], "words.run, line 1: found score 'high', expected a number"),
        (["--prefs", "crowd.pref", "-m", "pcg", "sys.run"], "found measure 'pcg', did you mean pgc or dcg?"),
        (["--qrels", "grades.qrels", "-m", "AP@0", "sys.run"], "measure 'AP@0': found cut-off 0, expected at least 1"),
        (["--prefs", "crowd.pref", "--json", "--csv", "sys.run"], "found --json and --csv, expected one of them"),
        (["--prefs", "crowd.pref", "nowhere.run"], "nowhere.run: found no such file"),
        (["--prefs", "crowd.pref", "--graph", "derived", "sys.run"], "the derived graph needs qrels"),
        (["--prefs", "crowd.pref", "-m", "pgc(positive=true)", "sys.run"], "found the real graph, which has no grades"),
    ],
)
def test_errors_are_one_line_that_says_where_and_what(folder, arguments, message):
    (folder / "empty").write_text("")
    (folder / "self.pref").write_text("t1 d1 d2\nt1 d1 d1\n")
    (folder / "twice.run").write_text("t1 Q0 d1 1 2 x\nt1 Q0 d1 2 1 x\n")
    (folder / "words.run").write_text("t1 Q0 d1 1 high x\n")
    shown = score(*arguments, given="")
    assert shown.exit_code == 1
    assert shown.stdout == ""
    assert shown.stderr.startswith("Error: ")
    assert message in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_the_same_bytes_whatever_the_hash_seed_the_order_of_lines_the_number_of_processes(shared_data, tmp_path):
    cast = shared_data / "cast2019"
    runs = [str(cast / "runs" / f"{name}.run.gz") for name in ("exp1", "exp5")]
    turned = tmp_path / "turned.pref"
    turned.write_bytes(b"".join(reversed((cast / "TREC-CAsT-2019.pref").read_bytes().splitlines(keepends=True))))
    options = ["-q", "--json", "-p", "0.8", "-m", "pgc", "-m", "compat", "--qrels", str(cast / "2019qrels.txt")]
    shown = {
        subprocess.run(
            [sys.executable, "-m", "assess", "score", *options, "--prefs", str(prefs), "-j", processes, *runs],
            env={**os.environ, "PYTHONHASHSEED": seed, "ASSESS_PURE": pure},
            capture_output=True,
            check=True,
        ).stdout
        for seed, prefs, processes, pure in [
            ("1", cast / "TREC-CAsT-2019.pref", "1", ""),
            ("2", turned, "2", ""),
            ("3", turned, "2", "1"),
        ]
    }
    [only] = shown
    assert len(json.loads(only)) == 2 * (2 * 173 + 2)


def test_the_help_says_which_measures_persistence_and_depth_are_for():
    shared = {"-p": PERSISTENCE, "--depth": RANKS}
    for option in score_command.params:
        if parameter := shared.get(option.opts[0]):
            named = set(option.help.rpartition(": ")[2].removesuffix(" only.").split()) - {"of", "by", "and"}
            using = {name for name, kind in MEASURES.items() if parameter in kind.parameters.values()}
            assert {name.strip(",") for name in named} == using


@pytest.mark.parametrize("label", ["ppref@2", "ppref(cutoff=2)"])
def test_a_cut_off_may_stand_behind_an_at_sign(folder, label):
    shown = score("--prefs", "crowd.pref", "-m", label, "sys.run")
    assert shown.stdout == f"sys\tall\t{label}\t0.333333\n"  # 2 of 3 preferences of t1, none of t2


def test_scoring_by_pgc_imports_neither_numpy_nor_a_database():
    """They take longer to import than to score a few runs."""
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from assess.cli import main\n"
        "from assess.demo import GRADES, RUNS\n"
        "result = CliRunner().invoke(main, ['score', '--qrels', str(GRADES), '-j', '1', str(RUNS[0])])\n"
        "assert result.exit_code == 0, result.output\n"
        "print(sorted({'numpy', 'scipy', 'sqlalchemy', 'ir_measures', 'matplotlib'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
