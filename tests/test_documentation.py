"""The documentation names only what there is: modules and their contents, and options of the commands."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from assess.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SOURCES = sorted((ROOT / "assess").rglob("*.py"))
DATABASE = "assess.db"  # a file


def exists(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    module, _, rest = name.rpartition(".")
    try:
        import_module(name)
    except ModuleNotFoundError:
        return bool(module) and hasattr(import_module(module), rest) if exists(module) else False
    return True


@pytest.mark.parametrize("path", [*DOCUMENTS, *SOURCES], ids=lambda path: str(path.relative_to(ROOT)))
def test_names_in_backquotes_exist(path: Path) -> None:
    named = set(re.findall(r"`(assess(?:\.\w+)+)`", path.read_text(encoding="utf-8"))) - {DATABASE}
    assert [name for name in sorted(named) if not exists(name)] == []


def options(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        yield from (*parameter.opts, *parameter.secondary_opts)
    for inner in getattr(command, "commands", {}).values():
        yield from options(inner)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_options_in_backquotes_exist(path: Path) -> None:
    commands = [main, *(main.get_command(click.Context(main), verb) for verb in COMMANDS)]
    known = {option for command in commands if command for option in options(command)}
    quoted = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", path.read_text(encoding="utf-8"))
    named = {option for text in quoted for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", text)}
    assert named - known == set()
