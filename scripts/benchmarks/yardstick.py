"""The yardstick in ``yardstick.c``, compiled for this machine and called through ctypes."""

import ctypes
import os
import subprocess
from array import array
from pathlib import Path

from workloads import FOLDER

SOURCE = Path(__file__).with_name("yardstick.c")


def build() -> ctypes.CDLL:
    """Compile and load the yardstick; needs a C compiler."""
    FOLDER.mkdir(exist_ok=True)
    library = FOLDER / "yardstick.so"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.pgc_build.restype = ctypes.c_void_p
    loaded.pgc_build.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    loaded.pgc_score.argtypes = [
        *(ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_double, ctypes.c_int),
        *(ctypes.c_void_p, ctypes.c_void_p),
    ]
    loaded.pgc_free.argtypes = [ctypes.c_void_p]
    return loaded


class Yardstick:
    """A graph of the yardstick."""

    def __init__(self, library: ctypes.CDLL, n: int, pairs: "array[int]") -> None:
        self._library, self._n = library, n
        self._graph = library.pgc_build(n, len(pairs) // 2, pairs.buffer_info()[0])

    def score(self, ranks: "array[int]", p: float, depth: int) -> "array[float]":
        runs = len(ranks) // self._n
        scores = array("d", bytes(8 * runs))
        addresses = ranks.buffer_info()[0], scores.buffer_info()[0]
        self._library.pgc_score(self._graph, runs, addresses[0], p, depth, addresses[1], None)
        return scores

    def __del__(self) -> None:
        self._library.pgc_free(self._graph)
