"""TREC runs."""

from itertools import pairwise
from pathlib import Path

import pytest
from ir_measures import RR

from assess.errors import FormatError, ParameterError
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.formats.run_order import best_first
from assess.formats.runs import Ranking, Run, format_run, parse_run


@pytest.mark.parametrize("name", ["exp1", "exp5", "exp7", "exp12", "exp13", "exp16"])
def test_cast_runs_hold_the_published_lines(shared_data: Path, name: str) -> None:
    run = load(shared_data / "cast2019" / "runs" / f"{name}.run.gz", parse_run)
    assert (run.name, len(run.rankings)) == (name, 194)
    assert sum(len(ranking.docnos) for ranking in run.rankings.values()) == 19_400


def test_ranks_from_0_are_read_in_rank_order(shared_data: Path) -> None:
    path = shared_data / "cast2019" / "runs" / "exp1.run.gz"
    by_rank = load(path, lambda data, source: parse_run(data, source, order="rank"))
    assert by_rank.rankings["31_1"].docnos[:2] == ["MARCO_789620", "MARCO_3878347"]


def test_exp1_holds_the_published_ties(shared_data: Path) -> None:
    judged = load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels)
    run = load(shared_data / "cast2019" / "runs" / "exp1.run.gz", parse_run)
    scores = [ranking.scores for topic, ranking in run.rankings.items() if topic in judged]
    assert sum(a == b for topic in scores for a, b in pairwise(topic)) == 2_014


def test_items_are_ordered_by_score_then_docno_whatever_the_ranks() -> None:
    run = parse_run(b"t Q0 b 1 0.5 s\nt Q0 c 2 10 s\nt Q0 a 3 .5 s\nt Q0 d 4 -1e-3 s\n")
    assert run == Run("s", {"t": Ranking(["c", "a", "b", "d"], [10.0, 0.5, 0.5, -0.001])})


def test_rank_order_takes_the_lowest_rank_first_then_the_docno() -> None:
    run = parse_run(b"t Q0 b 10 1 s\nt Q0 a 9 2 s\nt Q0 d 9 3 s\nt Q0 c -1 0 s\n", order="rank")
    assert run.rankings["t"] == Ranking(["c", "a", "d", "b"], [0.0, 2.0, 3.0, 1.0])


def test_trec_eval_order_takes_equal_scores_by_descending_docno() -> None:
    run = parse_run(b"t Q0 b 1 0.5 s\nt Q0 c 2 10 s\nt Q0 a 3 .5 s\nt Q0 d 4 -1e-3 s\n", order="trec_eval")
    assert run == Run("s", {"t": Ranking(["c", "b", "a", "d"], [10.0, 0.5, 0.5, -0.001])})


def test_trec_eval_order_compares_scores_in_single_precision() -> None:
    """pytrec_eval gives a reciprocal rank of 0.5 to a run with these scores if only a is relevant."""
    scored = {"a": 1.0 + 1e-10, "b": 1.0, "c": 1e39, "d": 1e40}
    assert best_first(scored, "trec_eval") == ["d", "c", "b", "a"]
    assert RR.calc_aggregate({"1": {"a": 1}}, {"1": {"a": 1.0 + 1e-10, "b": 1.0}}) == 0.5


def test_items_with_scores_have_no_order_of_ranks() -> None:
    with pytest.raises(ParameterError, match="found order 'rank' for items with scores, expected score or trec_eval"):
        best_first({"a": 1.0}, "rank")


def test_ranks_are_not_parsed_in_score_order() -> None:
    assert parse_run(b"t Q0 a - 1 s\n").rankings["t"].docnos == ["a"]


def test_equal_scores_order_docnos_by_code_point() -> None:
    docnos = ["a", "Z", "\U0001f600", "\uff5e", "é", "10", "9"]
    data = "".join(f"t Q0 {docno} 1 0 s\n" for docno in docnos).encode()
    assert parse_run(data).rankings["t"].docnos == sorted(docnos)


def test_zero_and_minus_zero_are_the_same_score() -> None:
    assert parse_run(b"t Q0 b 1 0.0 s\nt Q0 a 2 -0.0 s\n").rankings["t"].docnos == ["a", "b"]


def test_items_can_be_sorted_by_infinite_scores() -> None:
    run = parse_run(b"t Q0 b 1 -inf s\nt Q0 a 2 0 s\nt Q0 c 2 1e999 s\n")
    assert run.rankings["t"].docnos == ["c", "a", "b"]


def test_lines_of_a_topic_may_be_apart() -> None:
    run = parse_run(b"t1 Q0 a 1 1 s\nt2 Q0 a 1 1 s\nt1 Q0 b 1 2 s\n")
    assert {topic: ranking.docnos for topic, ranking in run.rankings.items()} == {"t1": ["b", "a"], "t2": ["a"]}


def test_what_is_written_is_read_back() -> None:
    run = Run(
        "sys-1", {"t#1": Ranking(["http://x/1,2", "#a", "é"], [0.1 + 0.2, 0.3, -1e300]), "2": Ranking(["x"], [0])}
    )
    assert parse_run(format_run(run).encode()) == run
    assert format_run(run).splitlines()[0] == "t#1 Q0 http://x/1,2 1 0.30000000000000004 sys-1"


BAD_RUNS = [
    (b"t Q0 a 1 1\n", r"f, line 1: found 5 fields, expected 6 \(topic Q0 docno rank score tag\)"),
    (b"t Q0 a 1 1 my run\n", r"f, line 1: found 7 fields, expected 6"),
    (b"t Q0 a 1 1 s\n\n# x\nt Q0 b 2 x s\n", r"f, line 4: found score 'x', expected a number"),
    (b"t Q0 a 1 nan s\n", r"f, line 1: found score 'nan', expected a number"),
    (b"t Q0 a 1 1_0 s\n", r"f, line 1: found score '1_0', expected a number"),
    ("t Q0 a 1 ٣ s\n".encode(), r"f, line 1: found score '٣', expected a number"),
    (b"t Q0 a 1 2 s\nt Q0 a 2 1 s\n", r"f, line 2: found 'a' of topic 't' again, expected an item once .*\(line 1\)"),
    (b"t Q0 a 1 2 s\nt Q0 b 2 1 z\n", r"f, line 2: found tag 'z', expected one run in a file \('s' in line 1\)"),
    (b"t Q0 a 1 1 s\nt Q0 \xc3( 2 0 s\n", r"f, line 2: found byte 0xc3, expected UTF-8 text"),
    (b"t Q0 a 1 1 s\nt Q0 \0 2 0 s\n", r"f, line 2: found a NUL byte"),
    (b"", r"f: found no line to read"),
]


@pytest.mark.parametrize(("data", "message"), BAD_RUNS)
def test_a_bad_line_is_named_with_what_was_found_and_expected(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_run(data, "f")


def test_a_rank_that_is_no_integer_is_refused_in_rank_order() -> None:
    with pytest.raises(FormatError, match=r"f, line 1: found rank '1\.5', expected an integer"):
        parse_run(b"t Q0 a 1.5 1 s\n", "f", order="rank")


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(ParameterError, match="found order 'docno', expected one of score, rank, trec_eval"):
        parse_run(b"t Q0 a 1 1 s\n", order="docno")  # type: ignore[arg-type]
