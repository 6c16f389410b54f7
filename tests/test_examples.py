"""The examples in docstrings and in the documentation are run."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def with_examples(folder: str, pattern: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob(pattern)) if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", with_examples("assess", "*.py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_docstrings_show_what_comes_out(path):
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    # In a process of its own: an example may register a measure with ir_measures for good.
    code = f"import doctest, {module}; print(doctest.testmod({module}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "failed=0" in done.stdout, done.stdout


@pytest.mark.parametrize("path", with_examples("docs", "*.md"), ids=lambda path: path.name)
def test_documentation_shows_what_comes_out(path):
    code = f"import doctest; print(doctest.testfile({str(path)!r}, module_relative=False, encoding='utf-8'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "failed=0" in done.stdout, done.stdout
