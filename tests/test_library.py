"""What ``import assess`` offers; modules are loaded on first use."""

import subprocess
import sys
from math import log

import pytest

import assess


def test_every_public_name_can_be_imported():
    assert set(assess.__all__) <= set(dir(assess))
    for name in assess.__all__:
        assert getattr(assess, name).__name__ == name


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'pcg'"):
        _ = assess.pcg


def test_importing_the_package_loads_no_measure():
    code = "import sys, assess; print([m for m in sys.modules if m.startswith('assess.')])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"


def test_the_example_of_the_documentation():
    graph = assess.PreferenceGraph([("d1", "d2"), ("d1", "d3"), ("d3", "d2")])
    # Both items are in both rankings from rank 2 on: 0.1 * (sum of 0.9^(i-1) * 2/i from 2) = 0.2 * (ln(10) / 0.9 - 1)
    assert assess.pgc(graph, ["d3", "d1", "d9"], p=0.9) == pytest.approx(0.2 * (log(10) / 0.9 - 1))
