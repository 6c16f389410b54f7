"""Where ``templates/`` and ``static/`` are: beside the package in a checkout, inside it once installed."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_ROOT = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent

TEMPLATES, STATIC = _ROOT / "templates", _ROOT / "static"
