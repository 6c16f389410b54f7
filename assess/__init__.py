"""Crowdsourced preference assessment for information retrieval."""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assess.graph import PreferenceGraph
    from assess.measures.compatibility import compatibility
    from assess.measures.pages.grid_pgc import grid_pgc
    from assess.measures.pgc import pgc, pgc_of_ranks
    from assess.measures.rbo import nrbo, rbo
    from assess.scoring import score_files, score_runs

__all__ = [
    "PreferenceGraph",
    "compatibility",
    "grid_pgc",
    "nrbo",
    "pgc",
    "pgc_of_ranks",
    "rbo",
    "score_files",
    "score_runs",
]
__version__ = version("assess")

# Name -> the module that defines it. Modules are imported on first use, which keeps the command line quick.
_MODULES = {
    "PreferenceGraph": "assess.graph",
    "compatibility": "assess.measures.compatibility",
    "grid_pgc": "assess.measures.pages.grid_pgc",
    "nrbo": "assess.measures.rbo",
    "pgc": "assess.measures.pgc",
    "pgc_of_ranks": "assess.measures.pgc",
    "rbo": "assess.measures.rbo",
    "score_files": "assess.scoring",
    "score_runs": "assess.scoring",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'assess' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
