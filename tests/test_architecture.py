"""The import directions of the project, read from its sources."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "assess"

CORE = {"model", "errors", "formats", "graph", "tournament", "crowd", "measures", "stats", "kernel", "_native"}
FRAMEWORKS = {"flask", "jinja2", "click", "sqlalchemy", "alembic", "boto3", "botocore", "waitress", "werkzeug"}
SHELLS = {"web", "recruit", "report"}

# room -> (rooms of assess it may import, frameworks it may import)
MAY_IMPORT: dict[str, tuple[set[str], set[str]]] = {
    **{room: (CORE, set()) for room in CORE},
    "files": (CORE, set()),
    "scoring": (CORE | {"scoring", "files"}, set()),
    "settings": ({"errors"}, set()),
    "clock": (set(), set()),
    "assets": (set(), set()),
    "demo": (CORE | {"files"}, set()),
    "store": (CORE | {"store", "settings"}, {"sqlalchemy", "alembic"}),
    "campaign": (CORE | {"store", "campaign", "files", "settings"}, {"sqlalchemy"}),
    "live": (CORE | {"store", "campaign", "live"}, {"sqlalchemy"}),
    "web": (
        CORE | {"store", "campaign", "live", "web", "settings", "assets", "clock"},
        {"flask", "jinja2", "sqlalchemy", "waitress", "werkzeug"},
    ),
    "recruit": (CORE | {"store", "campaign", "live", "recruit", "settings"}, {"boto3", "botocore", "sqlalchemy"}),
    "report": (CORE | {"store", "campaign", "live", "report", "assets"}, {"jinja2", "sqlalchemy"}),
    "marketplace": (
        {"errors", "assets", "marketplace"},
        {"flask", "jinja2", "sqlalchemy", "alembic", "botocore", "werkzeug", "waitress"},
    ),
}
# The package's face and the command line see everything; nobody imports the command line.
FREE = {"__init__", "__main__", "cli"}


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py").removesuffix(".pyi")


def imports(path: Path) -> set[str]:
    """Every module a source file imports, wherever in the file, as full dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module
            # "from assess import graph" names a room in the imported name, not in the module
            names = [f"assess.{a.name}" for a in node.names] if node.module == "assess" else [node.module]
            found |= set(names)
    return found


SOURCES = sorted(p for p in PACKAGE.rglob("*.py") if room_of(p) not in FREE)


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_each_room_imports_only_what_it_may(path: Path) -> None:
    room = room_of(path)
    assert room in MAY_IMPORT, f"{room} has no row in the table of import directions"
    rooms, frameworks = MAY_IMPORT[room]
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "assess":
            assert rest.split(".")[0] in rooms | {room, "__version__"}, f"{path} imports {name}"
        elif top in FRAMEWORKS:
            assert top in frameworks, f"{path} imports {name}"


@pytest.mark.parametrize("path", [p for p in SOURCES if room_of(p) in CORE], ids=lambda p: str(p.relative_to(PACKAGE)))
def test_core_imports_the_standard_library_numpy_and_the_measuring_libraries_only(path: Path) -> None:
    allowed = set(sys.stdlib_module_names) | {"assess", "numpy", "scipy", "ir_measures"}
    assert {name.partition(".")[0] for name in imports(path)} <= allowed


def test_every_package_is_named_in_pyproject() -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {".".join(p.parent.relative_to(ROOT).parts) for p in PACKAGE.rglob("__init__.py")}
    assert set(named) == found | {"assess.templates", "assess.static"}
