"""``assess score``: which topics count, and what is said about the others."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.qrels").write_text("t1 0 a 1\nt1 0 b 0\nt2 0 a 0\nt2 0 b 0\n")
    (tmp_path / "tiny.run").write_text("t1 Q0 a 1 1 tiny\n")
    (tmp_path / "tiny2.run").write_text("t2 Q0 a 1 1 tiny2\n")
    (tmp_path / "ties.pref").write_text("t1 a b tie\n")
    (tmp_path / "both.run").write_text("t1 Q0 a 1 2 both\nt1 Q0 b 2 1 both\n")
    return tmp_path


def score(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["score", *arguments])


def write_topics(folder: Path, topics: int) -> None:
    """Preferences on many topics; the run "short" has one item of each, and "long" two."""
    names = [f"t{number:02}" for number in range(1, topics + 1)]
    (folder / "crowd.pref").write_text("".join(f"{topic} a b\n" for topic in names))
    long = [f"{topic} Q0 {docno} 1 {9 - rank} long\n" for topic in names for rank, docno in enumerate("ab")]
    (folder / "long.run").write_text("".join(long))
    (folder / "short.run").write_text("t01 Q0 b 2 1 short\n" + "".join(f"{topic} Q0 a 1 2 short\n" for topic in names))


def test_a_topic_without_relevant_items_is_left_out_for_all_runs_alike(folder: Path) -> None:
    shown = score("-q", "--qrels", "tiny.qrels", "-m", "bpref10", "-m", "e", "tiny.run", "tiny2.run")
    topics = [line.split("\t")[:3] for line in shown.stdout.splitlines()]
    expected = [
        [run, topic, measure] for run in ("tiny", "tiny2") for topic in ("t1", "all") for measure in ("bpref10", "e")
    ]
    assert topics == expected
    assert shown.stderr.splitlines() == [
        "bpref10 is not defined for topics without a relevant item, and leaves out 1 of 2: t2",
        "e is not defined for topics without a relevant item, and leaves out 1 of 2: t2",
        "tiny2: lacks 1 of 1 judged topics, which score 0",
    ]


def test_measures_without_a_value_on_ties_are_told(folder: Path) -> None:
    shown = score("--prefs", "ties.pref", "-m", "pgc", "-m", "ppref", "-m", "pmr", "both.run")
    assert shown.stdout == "both\tall\tpmr\t1.000000\n"
    assert shown.stderr.splitlines() == [
        "pgc is not defined: no topic has a preference (ties are none) or a grade that counts",
        "ppref is not defined: no topic has a preference (ties are none)",
    ]


@pytest.mark.parametrize("more", [[], ["--intervals"], ["--json"], ["--common"], ["-q"]])
def test_a_table_without_any_score_is_an_error(folder: Path, more: list[str]) -> None:
    shown = score("--qrels", "tiny.qrels", "-m", "bpref10(rel=9)", "tiny.run", *more)
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert shown.stderr.splitlines() == [
        "bpref10(rel=9) is not defined: no topic has a relevant item",
        "Error: found no topic for which a measure is defined, so there is nothing to score",
    ]


def test_a_run_without_any_judged_item_in_a_measure_beside_others_has_no_mean(folder: Path) -> None:
    shown = score("--prefs", "ties.pref", "-m", "pgc", "-m", "pmr", "--intervals", "both.run")
    assert shown.exit_code == 0
    assert [line.split("\t")[2] for line in shown.stdout.splitlines()] == ["pmr"]


def test_a_measure_without_any_value_does_not_stop_a_comparison_by_another(folder: Path) -> None:
    write_topics(folder, 3)
    (folder / "ties.pref").write_text("t01 a b tie\nt02 a b tie\nt03 a b tie\n")
    shown = score("--prefs", "ties.pref", "-m", "pgc", "-m", "pmr", "--compare", "long", "long.run", "short.run")
    assert shown.exit_code == 0
    assert "pgc" not in shown.stdout
    assert "pmr leaves out topics: 2 without a value for some run: t02 t03" in shown.stderr


@pytest.mark.parametrize(("topics", "names"), [(4, ": t02 t03 t04"), (12, "")])
def test_topics_that_one_run_leaves_out_are_counted_and_named_if_they_are_few(
    folder: Path, topics: int, names: str
) -> None:
    write_topics(folder, topics)
    shown = score("--prefs", "crowd.pref", "-m", "pmr", "long.run", "short.run")
    assert shown.stderr.splitlines() == [
        f"short: pmr leaves out {topics - 1} of {topics} topics, where it is not defined{names}",
        "pmr: the means are over different topics; --common takes those that all runs have",
    ]


def test_common_topics_are_those_for_which_all_runs_have_a_value(folder: Path) -> None:
    write_topics(folder, 4)
    shown = score("--prefs", "crowd.pref", "-q", "--common", "-m", "pmr", "-m", "rpref", "long.run", "short.run")
    topics = {(line.split("\t")[1], line.split("\t")[2]) for line in shown.stdout.splitlines()}
    assert {topic for topic, measure in topics if measure == "pmr"} == {"t01", "all"}
    assert {topic for topic, measure in topics if measure == "rpref"} == {"t01", "t02", "t03", "t04", "all"}
    assert "pmr: all runs have a value for 1 of 4 topics; only these count" in shown.stderr
    assert "--common" not in shown.stderr


def test_many_topics_without_judgments_are_counted(folder: Path) -> None:
    write_topics(folder, 12)
    (folder / "one.pref").write_text("t01 a b\n")
    shown = score("--prefs", "one.pref", "-m", "rpref", "long.run")
    assert shown.stderr == "Left out: 11 topics without judgments for these measures\n"


def test_runs_that_have_no_topic_in_common_do_not_score_0_against_each_other(folder: Path) -> None:
    (folder / "crowd.pref").write_text("t1 a b\nt2 a b\n")
    shown = score("--prefs", "crowd.pref", "-m", "wr", "tiny.run", "tiny2.run")
    assert shown.exit_code == 1
    assert "tiny: wr leaves out 2 of 2 topics, where it is not defined: t1 t2" in shown.stderr
    assert "score 0" not in shown.stderr
