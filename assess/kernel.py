"""Which inner loops run: the compiled ones, or their pure-Python twins."""

import os
from types import ModuleType


def _load() -> ModuleType | None:
    """The compiled module, unless it was not built or ``ASSESS_PURE`` asks for plain Python."""
    if os.environ.get("ASSESS_PURE"):
        return None
    try:
        from assess import _native
    except ImportError:
        return None
    return _native


native = _load()
NAME = "compiled kernel" if native else "pure Python"
