"""Tournaments on files, from the command line."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.tournament.record_file import parse_record

GRADES = "".join(f"t Q0 d{number:02} 1\n" for number in range(12)) + "u Q0 a 2\nu Q0 b 1\nu Q0 z 0\n"


def run(*arguments: object, text: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=text)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    qrels, path = tmp_path / "grades.qrels", tmp_path / "state.json"
    qrels.write_text(GRADES)
    started = run("start", qrels, "-o", path)
    assert started.exit_code == 0
    assert started.stderr == "0 of 2 topics finished; 43 judgments needed now: assess requests\n"
    return path


def answered(questions: str) -> str:
    """Four columns, the smaller docno preferred."""
    return "".join(f"{line} {min(line.split()[1:])}\n" for line in questions.splitlines())


def test_a_tournament_goes_from_grades_to_preference_qrels(state: Path) -> None:
    while questions := run("requests", state).stdout:
        assert run("add", state, "-", text=answered(questions)).exit_code == 0
    finished = run("result", state)
    assert finished.exit_code == 0
    assert "t Q0 d00 50\nt Q0 d01 40\n" in finished.stdout
    assert finished.stdout.endswith("u Q0 a 50\nu Q0 b 40\nu Q0 z 0\n")


def test_an_unfinished_tournament_has_a_result_only_when_asked_for(state: Path) -> None:
    refused = run("result", state)
    assert refused.exit_code == 1
    assert "found 2 unfinished topics (t, u), expected none" in refused.stderr
    assert run("result", state, "--partial").stdout == GRADES


def test_a_bad_line_adds_nothing_and_is_named(state: Path, tmp_path: Path) -> None:
    before = state.read_bytes()
    (tmp_path / "good").write_text("u a b\n")
    (tmp_path / "bad").write_text("u b a\nu a q\n")
    refused = run("add", state, tmp_path / "good", tmp_path / "bad")
    assert refused.exit_code == 1
    assert f"{tmp_path / 'bad'}, line 2: found docno q, expected one of the 2 candidates" in refused.stderr
    assert state.read_bytes() == before


def test_what_was_not_needed_is_told(state: Path) -> None:
    added = run("add", state, "-", text="u a b\nu a b\n")
    assert "2 judgments added\n1 of them were not needed: kept as extra edges" in added.stderr
    assert run("add", state, "-", text="u b a\n").exit_code == 1
    assert run("add", state, "-", "--extra", text="u b a\n").exit_code == 0


def test_a_state_file_is_never_overwritten_by_a_new_start(state: Path, tmp_path: Path) -> None:
    before = state.read_bytes()
    refused = run("start", tmp_path / "grades.qrels", "-o", state)
    assert refused.exit_code == 1
    assert "choose another, or remove it first" in refused.stderr
    assert state.read_bytes() == before


def test_parameters_that_do_not_fit_are_refused_and_leave_no_file(tmp_path: Path) -> None:
    (tmp_path / "q").write_text(GRADES)
    refused = run("start", tmp_path / "q", "-k", 10, "-o", tmp_path / "s.json")
    assert refused.stderr == (
        "Error: found k = 10, P = 7, F = 9, expected k < P < F; with k = 10, P = 12 and F = 14 would do\n"
    )
    assert not (tmp_path / "s.json").exists()


def test_a_state_file_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "q").write_text(GRADES)
    refused = run("start", tmp_path / "q", "-o", tmp_path / "nowhere" / "s.json")
    assert refused.exit_code == 1
    assert "s.json: cannot be locked (No such file or directory)" in refused.stderr


def test_processes_that_add_at_once_lose_nothing(state: Path, tmp_path: Path) -> None:
    questions = run("requests", state).stdout.splitlines()
    processes = []
    for number in range(6):
        part = tmp_path / f"part{number}"
        part.write_text(answered("\n".join(questions[number::6])))
        command = [sys.executable, "-m", "assess", "add", str(state), str(part)]
        processes.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))
    assert [process.wait(60) for process in processes] == [0] * 6
    record = load(state, parse_record)
    assert sorted(map(str, record.judgments)) == sorted({str(judgment) for judgment in record.judgments})
    assert len(record.judgments) == len(questions) == 43


def test_the_small_topics_of_cast_get_their_published_levels(shared_data: Path, tmp_path: Path) -> None:
    cast = shared_data / "cast2019"
    assert run("start", cast / "2019qrels.txt", "-o", tmp_path / "s.json").exit_code == 0
    record = load(tmp_path / "s.json", parse_record)
    once = {
        topic: edges
        for topic, edges in load(cast / "TREC-CAsT-2019.pref", parse_preferences).items()
        if len(record.candidates[topic]) <= 9 and len({frozenset(edge) for edge in edges}) == len(edges)
    }
    judgments = "".join(f"{topic} {winner} {loser}\n" for topic, edges in once.items() for winner, loser in edges)
    assert run("add", tmp_path / "s.json", "-", text=judgments).exit_code == 0
    assert run("result", tmp_path / "s.json", "--partial", "-o", tmp_path / "result").exit_code == 0
    found, published = load(tmp_path / "result", parse_qrels), load(cast / "TREC-CAsT-2019.qrels", parse_qrels)
    assert len(once) == 69
    assert {topic: found[topic] for topic in once} == {topic: published[topic] for topic in once}


@pytest.fixture
def deep_learning(shared_data: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(shared_data / "dl2019-llm", tmp_path / "dl"))


def test_the_recorded_deep_learning_tournament_obeys_in_all_180_rounds(deep_learning: Path) -> None:
    replayed = run("audit", deep_learning / "qrels.2019", *sorted(deep_learning.glob("judge.*")))
    assert replayed.exit_code == 0
    assert replayed.stderr == (
        "43 topics, 180 rounds (137 of random pairings, 43 round robins), 27463 judgments; "
        "departures from the rules: 0\n"
    )
    kept = sum(int(line.split()[3]) >= 10 for line in replayed.stdout.splitlines())
    assert kept == 28 * 5 + 8 * 6 + 2 * 7 + 8 + 3 * 4 + 3


def test_with_the_floor_rule_three_recorded_topics_depart(deep_learning: Path) -> None:
    replayed = run("audit", "--floor", deep_learning / "qrels.2019", *sorted(deep_learning.glob("judge.*")))
    assert replayed.exit_code == 1
    lines = [line for line in replayed.stderr.splitlines() if "survivors" in line]
    assert len({line.split(",")[0] for line in lines}) == 3


@pytest.mark.parametrize(
    ("file", "corrupt", "expected"),
    [
        ("judge.00", lambda lines: lines[1:], "topic 19335, round 1, degrees: 527697 is in 6, 6452949 is in 6"),
        (
            "judge.01",
            lambda lines: [*lines, lines[0]],
            "topic 19335, round 2, repeats: 1720395 against 3175481 judged 2",
        ),
        (
            "judge.00",
            lambda lines: [_turned(line) for line in lines[:71]] + lines[71:],
            "topic 19335, round 2, survivors",
        ),
        ("judge.02", lambda lines: lines[1:], "topic 19335, round 3, final: 3175481 against 7122355 not judged"),
    ],
    ids=["degrees", "repeats", "survivors", "final"],
)
def test_a_corrupted_copy_departs_in_that_topic_round_and_rule(
    deep_learning: Path, file: str, corrupt: Callable[[list[str]], list[str]], expected: str
) -> None:
    path = deep_learning / file
    path.write_text("".join(f"{line}\n" for line in corrupt(path.read_text().splitlines())))
    replayed = run("audit", deep_learning / "qrels.2019", *sorted(deep_learning.glob("judge.*")), "-o", "/dev/null")
    assert replayed.exit_code == 1
    assert expected in replayed.stderr
    assert {line.split(",")[0] for line in replayed.stderr.splitlines()[:-1]} == {"topic 19335"}


def _turned(line: str) -> str:
    topic, winner, loser = line.split()
    return f"{topic} {loser} {winner}"


def test_a_round_of_another_collection_is_refused(tmp_path: Path) -> None:
    (tmp_path / "q").write_text(GRADES)
    (tmp_path / "r").write_text("u a b\nv a b\n")
    refused = run("audit", tmp_path / "q", tmp_path / "r")
    assert refused.exit_code == 1
    assert "r, line 2: found topic v, expected one of the 2 topics of the grades" in refused.stderr


def test_topk_says_how_sure_its_result_is(tmp_path: Path) -> None:
    qrels, path, members = tmp_path / "grades.qrels", tmp_path / "topk.json", tmp_path / "members.tsv"
    qrels.write_text(GRADES)
    run("start", qrels, "-o", path, "--strategy", "topk", "--effort", 1)
    while questions := run("requests", path).stdout:
        assert run("add", path, "-", text=answered(questions)).exit_code == 0
    result = run("result", path, "--probabilities", members)
    assert result.stderr.startswith("expected recall of the top 5: 0.")
    [topic, best, probability] = members.read_text().splitlines()[0].split("\t")
    assert (topic, best) == ("t", "d00")
    assert float(probability) > 0.9
    refused = run("start", qrels, "-o", tmp_path / "other.json", "--recall", 0.8)
    assert "found recall = 0.8 with strategy two-stage, expected strategy topk" in refused.stderr


def test_grades_are_weighed_by_the_judgments_there_are(tmp_path: Path) -> None:
    """Of two items, the one with the better grade is mostly preferred."""
    qrels, path = tmp_path / "grades.qrels", tmp_path / "state.json"
    grades = {f"d{number:02}": 1 + number % 3 for number in range(12)}
    qrels.write_text("".join(f"t{topic} 0 {d} {grade}\n" for topic in range(6) for d, grade in grades.items()))
    run("start", qrels, "-o", path, "-k", 12, "-P", 13, "-F", 14)
    empty = run("prior", path)
    assert f"found no judgments in {path}, expected some" in empty.stderr
    lines, rng = [], Random(1)
    for line in run("requests", path).stdout.splitlines():
        _, *pair = line.split()
        by_grade = sorted(pair, key=lambda docno: (grades[docno], rng.random()))
        lines.append(f"{line} {by_grade[rng.random() < 0.7]}\n")
    assert run("add", path, "-", text="".join(lines)).exit_code == 0
    shown = run("prior", path).stdout
    assert "6 topics, 396 judgments\n" in shown
    assert "grade_weight=0." in shown
