"""The compiled kernel against plain Python, and against callers who pass nonsense."""

import os
import random
import subprocess
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from assess.errors import ParameterError
from assess.graph.algorithm2 import greedy_ideal
from assess.graph.arranger import CompiledArranger, PlainArranger
from assess.measures.rbo import tail_sums, weights
from tests.graph.examples import random_examples

native = pytest.importorskip("assess._native", reason="the compiled kernel was not built")


def both(n, pairs, levels=None):
    return PlainArranger(n, pairs, levels), CompiledArranger(native, n, pairs, levels)


def test_the_compiled_kernel_arranges_random_graphs_as_the_published_algorithm() -> None:
    for example in random_examples(1200, 14, seed=8):
        _, compiled = both(example.n, example.pairs, example.packed_levels)
        published = greedy_ideal(example.all_edges(), example.ranking, range(example.n))
        assert compiled.ideals(array("i", example.ranks)).tolist() == published, example


def test_both_versions_give_the_same_ideal_rankings_and_sums() -> None:
    tail, weighted = tail_sums(0.9, 40), weights(0.6, 400)
    for example in random_examples(3000, 40, seed=3):
        plain, compiled = both(example.n, example.pairs, example.packed_levels)
        ranks = array("i", example.ranks)
        assert compiled.ideals(ranks) == plain.ideals(ranks), example
        assert compiled.sums_of_tails(ranks, tail) == plain.sums_of_tails(ranks, tail), example
        assert compiled.sums_of_ranks(ranks, weighted) == plain.sums_of_ranks(ranks, weighted), example


def test_both_versions_agree_on_graphs_of_several_words_of_bits() -> None:
    for example in random_examples(60, 300, seed=4):
        plain, compiled = both(example.n, example.pairs, example.packed_levels)
        ranks = array("i", example.ranks)
        assert compiled.ideals(ranks) == plain.ideals(ranks), example


def test_degrees_too_large_for_narrow_keys() -> None:
    """A core of 1,100 vertices with 300,000 parallel edges between two of them needs keys of 64 bits."""
    n = 1100
    ring = [v for u in range(n) for v in (u, (u + 1) % n)]
    heavy = [5, 900] * 300_000
    plain, compiled = both(n, array("i", ring + heavy))
    ranks = array("i", random.Random(5).sample(range(1, 2 * n), n))
    assert compiled.ideals(ranks) == plain.ideals(ranks)


def test_equal_and_very_deep_ranks_keep_the_order_of_the_vertices() -> None:
    plain, compiled = both(4, array("i", [0, 1]))
    for ranks in ([7, 7, 7, 7], [2**31 - 1, 2**31 - 1, 1, 0], [70_000, 3, 3, 70_001]):
        assert compiled.ideals(array("i", ranks)) == plain.ideals(array("i", ranks))


def test_threads_can_share_a_graph() -> None:
    example = max(random_examples(20, 200, seed=6), key=lambda e: len(e.edges))
    plain, compiled = both(example.n, example.pairs, example.packed_levels)
    rng = random.Random(7)
    runs = [array("i", rng.sample(range(1, 500), example.n)) for _ in range(40)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(compiled.ideals, runs)) == [plain.ideals(ranks) for ranks in runs]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, b"", None), "found -1 vertices"),
        ((2**25, b"", None), "found 33554432 vertices"),
        ((2, array("i", [0]), None), "found 4 bytes of edges"),
        ((2, array("i", [0, 2]), None), "found vertex 2, expected 0 to 1"),
        ((2, array("i", [-1, 0]), None), "found vertex -1, expected 0 to 1"),
        ((2, array("i", [1, 1]), None), "found vertex 1 preferred over itself"),
        ((2, b"", array("i", [0])), "found 4 bytes of levels"),
        ((2, b"", array("i", [0, 2])), "found level 2, expected -1 to 1"),
        ((2, b"", array("i", [0, -2])), "found level -2, expected -1 to 1"),
    ],
)
def test_a_graph_out_of_range_is_refused(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        native.pgc_build(*arguments)


def test_something_that_is_no_graph_is_refused() -> None:
    with pytest.raises(ValueError, match="invalid PyCapsule"):
        native.pgc_ideals(object(), b"")


def test_an_empty_table_of_tails_is_refused() -> None:
    with pytest.raises(ValueError, match="expected doubles, at least 16 bytes"):
        native.pgc_sums(native.pgc_build(1, b"", None), array("i", [1]), array("d", [0.0]), False)


@pytest.mark.parametrize("version", [0, 1], ids=["plain", "compiled"])
@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        (array("i", [1, 2, 3]), "found 3 ranks, expected a multiple of the 2 vertices"),
        (array("i", [1, -5]), "found rank -5, expected ranks from 1, or 0 for an absent item"),
        (array("q", [1, 2]), "found ranks of format 'q', expected C ints of 32 bits"),
        (b"abc", "found ranks of format 'B', expected C ints of 32 bits"),
        (memoryview(array("i", [1, 2, 3, 4]))[::2], "expected C ints of 32 bits, one after another"),
    ],
)
def test_ranks_out_of_range_are_refused(version, ranks, message) -> None:
    arranger = both(2, array("i", [0, 1]))[version]
    with pytest.raises(ParameterError, match=message):
        arranger.ideals(ranks)
    with pytest.raises(ParameterError, match=message):
        arranger.sums_of_tails(ranks, tail_sums(0.9, 10))


def test_ranks_may_be_the_memory_of_a_numpy_array() -> None:
    ranks = np.array([[2, 1], [0, 1]], dtype=np.int32)
    for arranger in both(2, array("i")):
        assert arranger.ideals(ranks).tolist() == [1, 0, 1, 0]


def test_a_graph_without_vertices_holds_no_runs() -> None:
    for arranger in both(0, array("i")):
        assert arranger.sums_of_tails(b"", tail_sums(0.9, 10)) == []
        with pytest.raises(ParameterError, match="found 1 ranks, expected a multiple of the 0 vertices"):
            arranger.ideals(array("i", [1]))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
def test_no_memory_is_an_exception_and_no_crash() -> None:
    code = """if True:
        import resource
        from assess import _native
        small = _native.pgc_build(1 << 20, b"", None)
        ranks = bytes(4 << 20)
        resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
        for attempt in (lambda: _native.pgc_build(1 << 24, b"", None), lambda: _native.pgc_ideals(small, ranks * 40)):
            try:
                attempt()
            except MemoryError:
                print("no memory")
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["no memory", "no memory"]


@pytest.mark.parametrize(("pure", "name"), [("", "compiled kernel"), ("1", "pure Python")])
def test_the_version_tells_which_one_runs(pure, name) -> None:
    environment = {**os.environ, "ASSESS_PURE": pure}
    command = [sys.executable, "-m", "assess", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert f"({name})" in done.stdout
