"""What the compiled module offers; each function has a pure-Python twin."""

from array import array
from typing import NewType

_Graph = NewType("_Graph", object)

def pgc_build(n: int, pairs: array[int], levels: array[int] | None, /) -> _Graph: ...
def pgc_ideals(graph: _Graph, ranks: array[int] | bytes | memoryview, /) -> bytes: ...
def pgc_overlaps(graph: _Graph, ranks: array[int] | bytes | memoryview, tail: array[float], /) -> list[float]: ...
