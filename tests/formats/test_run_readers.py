"""The three run readers (compiled, in columns, line by line) agree on every file."""

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assess import extension
from assess.errors import FormatError, ParameterError
from assess.files import read_bytes
from assess.formats.qrels import parse_qrels
from assess.formats.run_columns import read_columns
from assess.formats.run_order import Order
from assess.formats.run_ranks import JudgedItems
from assess.formats.runs import parse_run, parse_run_lines
from assess.formats.syntax.faults import refuse

T = TypeVar("T")

compiled = pytest.mark.skipif(extension.native is None, reason="the compiled kernel was not built")


@contextmanager
def pure_python() -> Iterator[None]:
    native, extension.native = extension.native, None
    try:
        yield
    finally:
        extension.native = native


def result_or_fault(read: Callable[..., T], *args: Any) -> T | str:
    try:
        return read(*args)
    except FormatError as error:
        return str(error)


def by_lines(data: bytes, order: Order) -> str:
    # repr tells every bit: -0.0 from 0.0, and one float from the next
    return repr(result_or_fault(parse_run_lines, data, "f", order, refuse))


def at_once(data: bytes, order: Order) -> str:
    return repr(result_or_fault(parse_run, data, "f", order))


SPACES = st.sampled_from([" ", "\t", "  ", " \t ", "\v", "\f"])
IDS = st.text(st.characters(exclude_characters=" \t\n\r\v\f\0", exclude_categories=["Cs"]), min_size=1, max_size=20)
SCORES = st.one_of(
    st.floats().map(repr),
    st.integers().map(str),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
    st.from_regex(r"[+-]?[0-9]{0,22}\.?[0-9]{0,25}([eE][+-]?[0-9]{0,3})?", fullmatch=True),
    st.sampled_from(["0", "-0.0", "1_0", "inf", "-Infinity", "nan", "0x1p3", "1e", "٣", ".", "1.", "+.5"]),
    IDS,
)
LINE = st.tuples(
    st.sampled_from(["t1", "t2", "#t", "日本"]), SPACES, st.just("Q0"), SPACES, st.one_of(st.sampled_from("abcdé"), IDS)
).flatmap(
    lambda start: st.tuples(
        SPACES, st.one_of(st.integers().map(str), IDS), SPACES, SCORES, SPACES, st.sampled_from(["s", "s", "s", "z"])
    ).map(lambda rest: "".join(start + rest))
)
LINES = st.one_of(LINE, LINE, LINE, LINE, st.sampled_from(["", "  ", "# note", "#a b c d e f", "x", "\ufeff"]))
FILES = st.lists(st.tuples(LINES, st.sampled_from(["\n", "\n", "\n", "\r\n", ""])), max_size=12).map(
    lambda lines: "".join(line + end for line, end in lines).encode()
)
BYTES = st.one_of(
    FILES, st.binary(max_size=80), st.tuples(FILES, st.integers(0, 300)).map(lambda cut: cut[0][: cut[1]])
)
ORDERS = st.sampled_from(["score", "rank"])


@given(BYTES, ORDERS)
@example(b"t Q0 a 1 1 s", "score")
@example(b"\xef\xbb\xbf# x\r\n\r\nt\tQ0\ta\t1\t1\ts\r\n", "rank")
@example(b"t Q0 a 1 1e-400 s\nt Q0 b 1 -1e-400 s\n", "score")
@example(b"t Q0 a 1 inf s\nt Q0 b 1 -inf s\n", "score")
@example(b"t Q0 a 1 1 s\nt Q0 b 2 5 s\nu Q0 a 1 1 s\nt Q0 c 3 3 s\n", "score")
@example(b"t Q0 a\x1cb 1 1 s\nt Q0 \x1f 2 5 s\n", "score")
@example(b"# a b c d e\nt Q0 a 1 1 s\n", "score")
@example(b"t Q0 a 1 1\nt Q0 b 1 1 s s\n", "score")
@example(b"t Q0 a 1 " + b"0" * 300 + b"1 s\n", "score")
@example(b"t Q0 a -9 1 s\nt Q0 b 1000000000000000 1 s\n", "rank")
def test_all_readers_give_the_same_run_or_the_same_fault(data: bytes, order: Order) -> None:
    assert at_once(data, order) == by_lines(data, order)
    with pure_python():
        assert at_once(data, order) == by_lines(data, order)


@compiled
def test_ordinary_files_need_only_the_fast_readers(shared_data: Path) -> None:
    assert extension.native
    for path in sorted((shared_data / "cast2019" / "runs").iterdir()):
        data = read_bytes(path)
        for by_rank in (False, True):
            assert extension.native.read_run(data, by_rank)
            assert read_columns(data, by_rank)


@compiled
@given(st.floats(allow_nan=False))
def test_every_float_as_python_writes_it_is_read_exactly(score: float) -> None:
    assert parse_run(f"t Q0 a 1 {score!r} s\n".encode()).rankings["t"].scores.tolist() == [score]


@compiled
@given(st.integers(0, 10**19 - 1), st.integers(-40, 40), st.sampled_from(["", "-", "+"]))
@example(9007199254740993, 0, "")  # halfway between two doubles: to the even one
@example(9007199254740993, -1, "")
@example(9223372036854775808, 27, "-")
@example(9999999999999999999, -27, "")
@example(1, 23, "")
def test_long_decimals_are_rounded_as_float_does(digits: int, exponent: int, sign: str) -> None:
    text = f"{sign}{digits}e{exponent}"
    assert parse_run(f"t Q0 a 1 {text} s\n".encode()).rankings["t"].scores.tolist() == [float(text)]


JUDGED = st.dictionaries(
    st.sampled_from(["t1", "t2", "t3", "日本"]),
    st.lists(st.one_of(st.sampled_from("abcdé"), IDS), unique=True, max_size=6),
)


Ranks = tuple[str, dict[str, list[int]], dict[str, int]]


def ranks_by_lines(data: bytes, judged: dict[str, list[str]], order: Order) -> Ranks:
    run = parse_run_lines(data, "f", order, refuse)
    places = {topic: dict(zip(r.docnos, range(1, len(r.docnos) + 1), strict=True)) for topic, r in run.rankings.items()}
    ranks = {topic: [places[topic].get(docno, 0) for docno in judged[topic]] for topic in places if topic in judged}
    return run.name, ranks, {topic: len(docnos) for topic, docnos in places.items()}


def ranks_at_once(data: bytes, judged: dict[str, list[str]], order: Order) -> Ranks:
    found = JudgedItems(judged).ranks(data, "f", order)
    return found.name, {topic: ranks.tolist() for topic, ranks in found.ranks.items()}, found.lengths


@given(BYTES, JUDGED, ORDERS)
def test_judged_ranks_are_the_places_in_the_parsed_run(data: bytes, judged: dict[str, list[str]], order: Order) -> None:
    expected = result_or_fault(ranks_by_lines, data, judged, order)
    assert result_or_fault(ranks_at_once, data, judged, order) == expected
    with pure_python():
        assert result_or_fault(ranks_at_once, data, judged, order) == expected


def test_judged_ranks_of_cast_runs_agree_with_the_parsed_runs(shared_data: Path) -> None:
    qrels = parse_qrels((shared_data / "cast2019" / "2019qrels.txt").read_bytes())
    judged = JudgedItems(qrels)
    for path in sorted((shared_data / "cast2019" / "runs").iterdir()):
        data = read_bytes(path)
        run, found = parse_run(data), judged.ranks(data)
        assert (len(found.lengths), len(found.ranks), sum(found.lengths.values())) == (194, 173, 19_400)
        for topic, ranks in found.ranks.items():
            places = {docno: place for place, docno in enumerate(run.rankings[topic].docnos, start=1)}
            assert ranks.tolist() == [places.get(docno, 0) for docno in qrels[topic]]


def test_ranks_are_four_byte_integers_ready_for_buffers() -> None:
    ranks = JudgedItems({"t": ["b", "a"]}).ranks(b"t Q0 a 1 1 s\n").ranks["t"]
    assert memoryview(ranks).format == "i"
    assert (ranks.itemsize, ranks.tolist()) == (4, [0, 1])


@pytest.mark.parametrize("docnos", [["a", "a"], ["\ud800"]])
def test_judged_items_must_be_writable_and_different(docnos: list[str]) -> None:
    with pytest.raises(ParameterError, match="found a repeated or unwritable docno in topic 't'"):
        JudgedItems({"t": docnos})


def test_long_topics_in_any_order_are_sorted() -> None:
    rng = random.Random(7)
    scores = [rng.choice([rng.random(), 0.5]) for _ in range(5_000)]
    lines = [f"t Q0 d{number} 0 {score} s\n" for number, score in enumerate(scores)]
    expected = sorted((-score, f"d{number}") for number, score in enumerate(scores))
    assert parse_run("".join(lines).encode()).rankings["t"].docnos == [docno for _, docno in expected]


def test_many_topics_interleaved_are_grouped() -> None:
    data = "".join(f"t{line % 700} Q0 d{line} 0 {line} s\n" for line in range(7_000)).encode()
    run = parse_run(data)
    assert list(run.rankings) == [f"t{topic}" for topic in range(700)]
    assert run.rankings["t699"].docnos == [f"d{699 + 700 * turn}" for turn in reversed(range(10))]


@compiled
def test_threads_may_read_at_the_same_time() -> None:
    data = "".join(f"t{line // 1000} Q0 d{line} 0 {line} s\n" for line in range(20_000)).encode()
    expected, judged, found = parse_run(data), JudgedItems({"t7": ["d7000"]}), []

    def read() -> None:
        found.append(parse_run(data) == expected and judged.ranks(data).ranks["t7"].tolist() == [1000])

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


MEMORY = """
import resource, sys
from assess.formats.run_ranks import JudgedItems
from assess.formats.runs import parse_run

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)

good = "".join(f"t{n // 1000} Q0 d{n} 0 {n}.123456789012345678 s\\n" for n in range(20_000)).encode()
bad = good + b"t0 Q0 d1 0 1 s\\n"
judged = JudgedItems({"t7": [f"d{n}" for n in range(1000)]})
peaks = []
for _ in range(12):
    parse_run(good)
    judged.ranks(good)
    JudgedItems({"t7": [f"d{n}" for n in range(1000)]}).ranks(good, order="rank")
    try:
        judged.ranks(bad)
    except Exception:
        pass
    peaks.append(peak())
print(peaks[-1] - peaks[3])
"""


def test_memory_does_not_grow_with_the_runs_read() -> None:
    grown = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert int(grown.stdout) < 1500, "kilobytes; one of these runs in columns takes about 700"
