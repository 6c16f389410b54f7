"""``assess check``."""

import gzip
import json
from pathlib import Path

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from assess.cli import main


def run(*args: str, given: bytes | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["check", *args], input=given, catch_exceptions=False)
    return result.exit_code, result.output


def test_good_files_are_described_one_a_line(tmp_path: Path) -> None:
    qrels, packed = tmp_path / "g.qrels", tmp_path / "r.run.gz"
    qrels.write_bytes(b"t1 Q0 d1 2\nt1 Q0 d2 0\n")
    packed.write_bytes(gzip.compress(b"t1 Q0 d1 1 2.5 sys\n"))
    assert run(str(qrels), str(packed)) == (
        0,
        f"{qrels}: qrels, 2 lines, 1 topic, 2 items, no fault\n{packed}: run, 1 line, 1 topic, 1 item, no fault\n",
    )


def test_every_fault_is_printed_and_the_exit_code_is_1(tmp_path: Path) -> None:
    path = tmp_path / "bad.qrels"
    path.write_bytes(b"t1 Q0 d1 2\nt1 Q0 d2 x\nt1 Q0 d1 2\n")
    code, output = run(str(path))
    assert code == 1
    assert output.splitlines() == [
        f"{path}: qrels, 3 lines, 1 topic, 1 item, 2 faults",
        f"  {path}, line 2: found grade 'x', expected a finite number",
        f"  {path}, line 3: found 'd1' of topic 't1' again, graded 2, expected one grade per item (2 in line 1)",
    ]


def test_equal_faults_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "heading.qrels"
    path.write_bytes(b"topic docno grade\n" + b"".join(b"t1 Q0 d%d 1\n" % number for number in range(4000)))
    code, output = run(str(path))
    assert code == 1
    assert output.splitlines() == [
        f"{path}: qrels, 4,001 lines, 0 topics, 0 items, 4,001 faults",
        f"  {path}, line 1: found grade 'grade', expected a finite number",
        f"  {path}, line 2: found 4 fields, expected 3 (topic docno grade) as in line 1; is line 1 a heading? Remove it"
        " (also lines 3, 4, 5, 6 and 3,995 more)",
    ]


def test_two_equal_faults_name_both_lines(tmp_path: Path) -> None:
    path = tmp_path / "bad.qrels"
    path.write_bytes(b"t1 Q0 d1 2\nt1 Q0 d2 x\nt1 Q0 d3 x\nt1 Q0 d4 1\n")
    assert run(str(path))[1].splitlines()[1:] == [
        f"  {path}, line 2: found grade 'x', expected a finite number (also line 3)"
    ]


def test_many_faults_are_cut_short_unless_all_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "bad.qrels"
    path.write_bytes(b"".join(b"t1 Q0 d%d x%d\n" % (number, number) for number in range(3000)))
    lines = run("--as", "qrels", str(path))[1].splitlines()
    assert len(lines) == 22
    assert lines[-1] == "  … and 2,980 faults more: assess check --all prints every one"
    assert len(run("--as", "qrels", "--all", str(path))[1].splitlines()) == 3001
    assert len(json.loads(run("--as", "qrels", "--json", str(path))[1])["faults"]) == 3000


LIST = (
    b'{"topic": "t1", "list": 1, "method": "team-draft", "runs": ["A", "B"], "items": [{"docno": "d1", "team": "A"}]}\n'
)


def test_the_files_of_interleaving_are_known(tmp_path: Path) -> None:
    lists, clicks = tmp_path / "lists.jsonl", tmp_path / "clicks.jsonl"
    lists.write_bytes(LIST)
    clicks.write_bytes(b'{"topic": "t1", "list": 1, "clicks": ["d1", 1]}\n{"topic": "t1", "clicks": [1.5]}\n')
    assert run(str(lists)) == (0, f"{lists}: interleaved lists, 1 line, 1 topic, 1 list, 1 item, no fault\n")
    code, output = run(str(clicks))
    assert (code, output.splitlines()) == (
        1,
        [
            f"{clicks}: clicks, 2 lines, 1 topic, 1 impression, 2 clicks, 1 fault",
            f"  {clicks}, line 2: found click 1.5, expected a docno (a string) or a place (an integer from 1)",
        ],
    )


def test_standard_input_is_checked() -> None:
    assert run("-", given=b"t1 d1 d2\n") == (
        0,
        "standard input: preferences, 1 line, 1 topic, 2 items, 1 judgment, no fault\n",
    )


def test_a_missing_file_is_a_fault_among_others(tmp_path: Path) -> None:
    good = tmp_path / "good.qrels"
    good.write_bytes(b"t1 Q0 d1 2\n")
    code, output = run(str(tmp_path / "none"), str(tmp_path), str(good))
    assert code == 1
    assert f"{tmp_path}: found a directory, expected a file\n" in output
    assert "none: found no such file, expected a file that can be read" in output
    assert "good.qrels: qrels" in output


def test_json_holds_kind_counts_and_faults(tmp_path: Path) -> None:
    path = tmp_path / "r.run"
    path.write_bytes(b"t Q0 a 1 1 s\nt Q0 a 2 0 s\n")
    code, output = run("--json", str(path))
    found = json.loads(output)
    assert (code, found["kind"], found["counts"]) == (1, "run", {"lines": 2, "topics": 1, "items": 1})
    assert found["faults"][0]["line"] == 2


def test_the_kind_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "short.tsv"
    path.write_bytes(b"d1\ta short passage\n")
    assert run("--as", "items", str(path))[1].endswith("items, 1 line, 0 topics, 1 item, no fault\n")


@given(st.binary(max_size=60), st.integers(0, 60))
def test_packed_rubbish_gets_an_answer(data: bytes, cut: int) -> None:
    packed = gzip.compress(b"t1 Q0 d1 1 2.5 sys\n" + data)
    code, output = run("-", given=packed[:cut] + data)
    assert code in (0, 1)
    assert output.startswith("standard input: ")
