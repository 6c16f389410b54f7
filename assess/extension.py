"""Which inner loops run: the compiled ones, or their pure-Python twins."""

import os
from types import ModuleType

FUNCTIONS = ("judged_ranks", "pgc_build", "pgc_ideals", "pgc_sums", "prepare_judged", "read_run")


def _load() -> ModuleType | None:
    """The compiled module, unless ``ASSESS_PURE`` asks for plain Python, or it was not built since it last grew."""
    if os.environ.get("ASSESS_PURE"):
        return None
    try:
        from assess import _native
    except ImportError:
        return None
    return _native if all(hasattr(_native, name) for name in FUNCTIONS) else None


native = _load()
NAME = "compiled kernel" if native else "pure Python"
