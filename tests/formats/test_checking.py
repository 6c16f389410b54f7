"""Detecting the kind of a file, counting what it contains, and listing its faults."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assess.files import read_bytes
from assess.formats.check.checking import KINDS, check

EXAMPLES = {
    "qrels": b"t1 Q0 d1 2\nt1 Q0 d2 0\nt2 Q0 d1 1\n",
    "run": b"t1 Q0 d1 1 2.5 sys\nt1 Q0 d2 2 1.5 sys\n",
    "preferences": b"t1 d1 d2 d2\nt1 d1 d3 tie\n",
    "judgment log": b'{"topic": "t1", "docno_a": "d1", "docno_b": "d2", "preferred": null, "seconds": 3.5}\n',
    "preference qrels": b"t1 g s d1 2.0\nt1 g s d2 1.0\n",
    "grouped qrels": b"t1 j1 d1 1\nt1 j1 d2 0\nt1 j2 d2 1\nt1 j2 d3 0\n",
    "topics": "t1\tWhat is it?\nt2\tWhere ist's schön here?\n".encode(),
    "items": b"t1\td1\tSome text of words\nt1\td2\tAnother text\n",
    "image grids": b'{"q": {"0": {"0": [0, 0, 2], "1": [0, 1, 2]}}}',
    "image pairs": b"Query\tpair\tvotes\nq\ta/q_0.jpg,a/q_1.jpg\t-1\t0\t1.0\n",
    "scores": b"sys\tt1\tpgc\t0.5\nsys\tt2\tpgc\t0.25\nsys\tall\tpgc\t0.375\n",
    "covariates": b"topic,docno,length\nt1,d1,20\nt1,d2,31\n",
}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "diversity qrels"])
def test_each_kind_is_known_by_its_lines(kind: str) -> None:
    checked = check(EXAMPLES[kind], "f")
    assert (checked.kind, checked.faults) == (kind, [])


def test_diversity_qrels_are_checked_if_they_are_called_so() -> None:
    checked = check(b"t1 1 d1 1\nt1 2 d1 1\nt1 2 d2 0\n", "f", "diversity qrels")
    assert (checked.counts, checked.faults) == ({"lines": 3, "topics": 1, "items": 2, "subtopics": 2}, [])


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"t 527697 6452949\nt 3175484 819168\n", "preferences"),
        (b"t d1 d2\n", "preferences"),
        (b"t 1 2\nt 1 3\nt 2 3\nt 1 4\n", "preferences"),
        (b"t d1 2\nt d2 0\n", "qrels"),
        (b"t1\td1\t0\nt1\td2\t1\n", "qrels"),
        (b"t 0 d1 0\n", "qrels"),
        (b"t 0 d1 0\nt 0 d2 0\nt 0 d3 1\n", "qrels"),
        (b"t 0 1 1\nt 0 2 0\nt 0 3 0\n", "qrels"),
        (b"t1 1 d1 1\nt1 1 d2 1\nt2 1 d1 1\n", "qrels"),
        (b"t 1 d1 1\nt 2 d1 0\nt 0 d2 0\nt 0 d1 0\n", "grouped qrels"),
        (b"t 1 2 2\n", "preferences"),
        (b"t 1 2 1\nt 3 4 3\n", "preferences"),
        (b"t 1 2 2\nt 1 3 1\nt 2 3 tie\n", "preferences"),
        (b"t 0 d1 0\nt 0 d2 d2\nt 0 d3 d3\n", "preferences"),
        (b"t 7067032 7067181 7067032\nt 7067032 8412684 7067032\n", "preferences"),
        (b"Query\tWinner(0: A, 1: Tie, 2: B)\nbridge\t2\nred moon\t0\nsea\t1\n", ""),
        (b"t1\t1984\nt2\twhat is it\nt3\twho is it\n", "topics"),
        (b"topic docno grade seen stage level\nt d1 4 9 1 2\nt d2 4 8 2 3\nt d3 4 8 final 3\nt d4 4 8 2 3\n", ""),
        (b'[{"run": "a", "topic": "all", "measure": "pgc", "value": 0.5}]', "scores"),
        (b"run,topic,measure,value\na,all,pgc,0.5\n", "scores"),
        (b"docno,length\nd1,5\n", "covariates"),
        (b'[{"a": 1}]', ""),
        (b"d1\t" + b"long text " * 50 + b"\n", "items"),
        (b'# x\n\n{"docno": "d", "text": "x"}\n', "items"),
        (b'{"qid": 3, "query": "x"}\n', "topics"),
        (b'{\n "q": {"0": {"0": [0, 0, 1]}}\n}', "image grids"),
        (b'{"pairID": "x", "topic": "t"}\n', ""),
        (b"just some words of a letter, nothing else\n", ""),
        (b"\x00\x01\x02", ""),
        (b"", ""),
    ],
)
def test_similar_kinds_are_told_apart(data: bytes, kind: str) -> None:
    assert check(data, "f").kind == kind


@pytest.mark.parametrize(
    ("path", "kind", "counts"),
    [
        ("cast2019/2019qrels.txt", "qrels", {"lines": 29_350, "topics": 173, "items": 29_350}),
        ("cast2019/TREC-CAsT-2019.qrels", "qrels", {"lines": 29_350, "topics": 173, "items": 29_350}),
        (
            "cast2019/TREC-CAsT-2019.pref",
            "preferences",
            {"lines": 14_573, "topics": 171, "items": 2_671, "judgments": 14_573},
        ),
        ("cast2019/candidates.jsonl", "items", {"lines": 2_672, "topics": 172, "items": 2_672}),
        ("cast2019/questions.tsv", "topics", {"lines": 173, "topics": 173}),
        ("cast2019/runs/exp7.run.gz", "run", {"lines": 19_400, "topics": 194, "items": 19_400}),
        ("compat-sample/compat.run", "run", {"lines": 1_927, "topics": 2, "items": 1_927}),
        ("dl2019-llm/judge.06", "preferences", {"lines": 6, "topics": 1, "items": 4, "judgments": 6}),
        ("images/Image_position.json", "image grids", {"lines": 1, "topics": 102, "items": 2_919}),
        (
            "images/image_pairs_annotation",
            "image pairs",
            {"lines": 41_539, "topics": 102, "items": 2_919, "pairs": 41_538, "votes": 124_614},
        ),
    ],
)
def test_real_files_are_known_and_counted(shared_data: Path, path: str, kind: str, counts: dict[str, int]) -> None:
    checked = check(read_bytes(shared_data / path), path)
    assert (checked.kind, checked.counts, checked.faults) == (kind, counts, [])


def test_qrels_with_iteration_0_are_no_preferences(shared_data: Path) -> None:
    data = read_bytes(shared_data / "cast2019/2019qrels.txt").replace(b" Q0 ", b" 0 ")
    checked = check(data, "f")
    assert (checked.kind, checked.counts["items"], checked.faults) == ("qrels", 29_350, [])


def test_a_heading_with_fewer_columns_is_named_in_the_first_fault() -> None:
    data = b"topic docno grade\nt Q0 d1 1\nt Q0 d2 0\n"
    heading, first, second = check(data, "f").faults
    assert str(heading) == "f, line 1: found grade 'grade', expected a finite number"
    assert str(first) == (
        "f, line 2: found 4 fields, expected 3 (topic docno grade) as in line 1; is line 1 a heading? Remove it"
    )
    assert (second.found, second.expected, second.remedy) == (first.found, first.expected, first.remedy)


def test_a_table_of_numbers_is_shown_and_told_how_page_preferences_look() -> None:
    [fault] = check(b"Query\tWinner\nbridge\t2\nsea\t0\n", "f").faults
    assert fault.found == "lines such as 'sea\\t0'"
    assert fault.remedy == "write a preference between two result pages as a line: topic run run preferred"


def test_every_fault_is_listed_with_its_line() -> None:
    data = b"t Q0 a 1\nt Q0 a 1\nt Q0 b x\nt Q0 c\nt Q0 \xff 1\nt Q0 d 2\nt Q0 e 1 1\n"
    checked = check(data, "f")
    assert checked.kind == "qrels"
    assert [fault.line for fault in checked.faults] == [2, 3, 4, 5, 7]
    assert checked.counts == {"lines": 6, "topics": 1, "items": 2}


def test_a_heading_is_the_only_fault_of_a_run_with_one() -> None:
    checked = check(b"topic Q0 docno rank score tag\n" + EXAMPLES["run"] * 1, "f")
    assert [str(fault) for fault in checked.faults] == ["f, line 1: found score 'score', expected a number"]


def test_the_kind_may_be_given() -> None:
    checked = check(EXAMPLES["qrels"], "f", kind="preferences")
    assert [fault.line for fault in checked.faults] == [1, 2, 3]


def test_an_unknown_file_lists_the_kinds_and_what_is_not_text() -> None:
    first, last = check(b"one\xff\n", "f").faults
    assert str(first) == "f, line 1: found byte 0xff, expected UTF-8 text"
    assert last.expected.startswith("one of: qrels, run, preferences")


PIECES = st.sampled_from([line + b"\n" for data in EXAMPLES.values() for line in data.split(b"\n")])
ODD = st.sampled_from(
    [b"\xff", b"\0", b"\r", b"\t", b"\x1c", b"#", b"{", b'"', b"\\ud800", b"[" * 3000, b"nan", b"-1e999"]
)
FUZZED = st.one_of(
    st.binary(max_size=200),
    st.lists(st.one_of(PIECES, PIECES, PIECES, ODD), max_size=8).map(b"".join),
    st.tuples(st.sampled_from(list(EXAMPLES.values())), st.integers(0, 90), st.integers(0, 20), ODD).map(
        lambda cut: cut[0][: cut[1]] + cut[3] + cut[0][cut[1] + cut[2] :]
    ),
)


@given(FUZZED, st.sampled_from([None, *KINDS]))
@example(b"t1 Q0 d1 2\nword\n", None)
@example(b"t1 d1 d2\nword\n", None)
def test_no_file_makes_the_check_fail(data: bytes, kind: str | None) -> None:
    checked = check(data, "f", kind)
    assert all(fault.found and fault.expected for fault in checked.faults)
    assert "\n" not in "".join(map(str, checked.faults))
