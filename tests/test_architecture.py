"""The import directions of the project, read from its sources."""

import ast
import runpy
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "assess"

FRAMEWORKS = {"flask", "jinja2", "click", "sqlalchemy", "alembic", "boto3", "botocore", "waitress", "werkzeug"}

# The core, lowest package first: each imports only packages listed above it.
CORE: dict[str, set[str]] = {
    "errors": set(),
    "_native": set(),
    "extension": {"_native"},
    "model": {"errors"},
    "files": {"errors"},
    "pay": {"errors"},
    "formats": {"errors", "model", "extension"},
    "graph": {"errors", "model", "extension"},
    "measures": {"errors", "formats", "graph"},
    "scoring": {"errors", "files", "formats", "graph", "measures"},
    "stats": {"errors", "model", "graph", "measures"},
    "tournament": {"errors", "model", "formats"},
    "analysis": {"errors", "model", "formats", "measures", "stats", "tournament"},
    "assignments": {"errors", "model", "tournament"},
    "interleaving": {"errors", "model", "formats", "stats"},
    "simulation": {
        "errors",
        "model",
        "pay",
        "formats",
        "graph",
        "measures",
        "stats",
        "tournament",
        "interleaving",
        "assignments",
    },
}
CORE_ROOMS = set(CORE)

# Every other room: (rooms of assess it may import, frameworks it may import)
SHELL: dict[str, tuple[set[str], set[str]]] = {
    "settings": (set(), set()),
    "clock": (set(), set()),
    "assets": (set(), set()),
    "sockets": ({"errors"}, set()),
    "demo": (set(), set()),
    "database": ({"errors"}, {"sqlalchemy"}),
    "store": (CORE_ROOMS | {"database"}, {"sqlalchemy", "alembic"}),
    "campaign": (CORE_ROOMS | {"database", "store"}, {"sqlalchemy"}),
    "live": (CORE_ROOMS | {"database", "store", "campaign", "clock"}, {"sqlalchemy"}),
    "recruit": (
        CORE_ROOMS | {"database", "store", "campaign", "settings", "clock"},
        {"boto3", "botocore", "sqlalchemy"},
    ),
    "web": (
        CORE_ROOMS | {"database", "store", "campaign", "live", "settings", "assets", "clock", "sockets"},
        {"flask", "sqlalchemy", "waitress", "werkzeug"},
    ),
    "report": (CORE_ROOMS | {"assets", "store", "campaign", "live"}, {"jinja2", "sqlalchemy"}),
    # It stands for somebody else's server, so it knows nothing about campaigns.
    "marketplace": (
        {"errors", "assets", "database", "sockets"},
        {"flask", "sqlalchemy", "botocore", "werkzeug", "waitress"},
    ),
}
# The package's face, the command line and the rehearsal see everything; nobody imports them but the command line.
FREE = {"__init__", "__main__", "cli", "rehearsal"}
MAY_IMPORT = {room: (rooms, set[str]()) for room, rooms in CORE.items()} | SHELL


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py").removesuffix(".pyi")


def imports(path: Path) -> set[str]:
    """Every module that a source file imports, anywhere in the file, as full dotted names."""
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


def test_the_rehearsal_does_not_import_the_command_line() -> None:
    modules = PACKAGE.joinpath("rehearsal").rglob("*.py")
    found = {(path.name, name) for path in modules for name in imports(path) if name.startswith("assess.cli")}
    assert found == set()


@pytest.mark.parametrize(
    "path", [p for p in SOURCES if room_of(p) in CORE_ROOMS], ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_core_imports_the_standard_library_numpy_and_the_measuring_libraries_only(path: Path) -> None:
    allowed = set(sys.stdlib_module_names) | {"assess", "numpy", "scipy", "ir_measures"}
    allowed |= {"distributed"} if room_of(path) == "scoring" else set()
    assert {name.partition(".")[0] for name in imports(path)} <= allowed


def test_rooms_of_the_core_import_in_one_direction() -> None:
    order = list(CORE)
    backwards = [
        (room, used) for room, rooms in CORE.items() for used in rooms if order.index(used) >= order.index(room)
    ]
    assert backwards == []


def test_every_row_of_the_table_is_a_room_and_every_import_is_used() -> None:
    used: dict[str, set[str]] = {}
    for path in SOURCES:
        rooms = {name.split(".")[1] for name in imports(path) if name.startswith("assess.")}
        used.setdefault(room_of(path), set()).update(rooms - {room_of(path)})
    assert set(MAY_IMPORT) == set(used) | {"_native"}
    # A room of the shell may use all of the core, so that part of its row says nothing.
    shell = {room: rooms - CORE_ROOMS if rooms >= CORE_ROOMS else rooms for room, (rooms, _) in SHELL.items()}
    unused = {room: rooms - used[room] for room, rooms in (CORE | shell).items() if room in used}
    assert {room: rooms for room, rooms in unused.items() if rooms} == {}


def test_every_framework_of_the_table_is_used() -> None:
    used: dict[str, set[str]] = {}
    for path in SOURCES:
        used.setdefault(room_of(path), set()).update(name.partition(".")[0] for name in imports(path))
    assert {room: named - used[room] for room, (_, named) in SHELL.items() if named - used[room]} == {}


def sub_room(module: str) -> str:
    """The package that a module stands in; a package is its own."""
    path = ROOT.joinpath(*module.split("."))
    return module if path.is_dir() or module.count(".") < 2 else module.rpartition(".")[0]


def test_no_room_or_sub_room_imports_itself_through_others() -> None:
    used: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        room = sub_room(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        found = {sub_room(name) for name in imports(path) if name.startswith("assess.")}
        used.setdefault(room, set()).update(
            other for other in found if not (other + ".").startswith(room + ".") and not room.startswith(other + ".")
        )
    assert list(TopologicalSorter(used).static_order())  # raises CycleError, which names the cycle


def test_no_two_modules_differ_by_an_s() -> None:
    # A command is named after its verb, a module of the store after the plural of what it queries.
    verbs, tables = PACKAGE / "cli" / "commands", "tables"
    names = {path.stem for path in PACKAGE.rglob("*.py") if verbs not in path.parents} - {tables}
    assert {name for name in names if f"{name}s" in names} == set()


def test_a_class_name_is_defined_once() -> None:
    # The marketplace stands for the platform, so it has a HIT and an assignment of its own.
    own = {PACKAGE / "marketplace" / "tables.py": {"Hit", "Assignment"}}
    defined: dict[str, list[Path]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in own.get(path, ()):
                defined.setdefault(node.name, []).append(path)
    assert {name: paths for name, paths in defined.items() if len(paths) > 1} == {}


def test_every_package_is_named_in_pyproject() -> None:
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {".".join(p.parent.relative_to(ROOT).parts) for p in PACKAGE.rglob("__init__.py")}
    assert set(named) == found | {"assess.templates", "assess.static"}


def test_a_function_that_nothing_but_tests_uses_is_found() -> None:
    check = runpy.run_path(str(ROOT / "scripts" / "check-unused"))
    found = [
        check["Definition"]("", "m.py", frozenset({"used"}), is_used=True),
        check["Definition"]("used", "m.py:1", frozenset({"helper"}), is_used=False),
        check["Definition"]("helper", "m.py:5", frozenset(), is_used=False),
        check["Definition"]("tested", "m.py:9", frozenset({"tested", "part"}), is_used=False),
        check["Definition"]("part", "m.py:12", frozenset(), is_used=False),
        check["Definition"]("documented", "m.py:15", frozenset(), is_used=False),
    ]
    assert {definition.name for definition in check["unused"](found, ["documented"])} == {"tested", "part"}
