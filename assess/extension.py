"""Load the compiled inner loops; without them, the same code in pure Python runs."""

import os
from types import ModuleType

FUNCTIONS = ("judged_ranks", "pgc_build", "pgc_ideals", "pgc_sums", "prepare_judged", "read_run")


def _load() -> ModuleType | None:
    """The compiled module; None if ``ASSESS_PURE`` is set, or if the module is missing or too old."""
    if os.environ.get("ASSESS_PURE"):
        return None
    try:
        from assess import _native
    except ImportError:
        return None
    return _native if all(hasattr(_native, name) for name in FUNCTIONS) else None


native = _load()
NAME = "compiled kernel" if native else "pure Python"
