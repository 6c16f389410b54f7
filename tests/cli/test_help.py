"""The help a newcomer reads first: every command in one line, and each with an example."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from assess.cli import COMMANDS, main
from assess.store.schema import open_database


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command that does something."""
    context = click.Context(group)
    for verb in group.list_commands(context):
        command = group.get_command(context, verb)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, verb))
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield (*path, verb)


def help_of(*words: str) -> str:
    result = CliRunner().invoke(main, [*words, "-h"])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_list_has_every_command_in_a_whole_line() -> None:
    lines = help_of().partition("Options:")[2].splitlines()
    told = {verb: line for line in lines if line.startswith("  ") for verb in [line.split()[0]] if verb in COMMANDS}
    assert told.keys() == COMMANDS.keys()
    assert [line for line in told.values() if not line.endswith((".", ")"))] == []
    assert [line for line in told.values() if line.endswith("...")] == []


@pytest.mark.parametrize("words", list(commands(main)), ids=" ".join)
def test_every_command_shows_an_example_of_itself(words: tuple[str, ...]) -> None:
    example = help_of(*words).partition("Example:\n")[2]
    assert f"assess {' '.join(words)}" in example


def test_listing_the_commands_and_a_status_import_nothing_that_is_slow(tmp_path: Path) -> None:
    """Half a second of imports was what most short commands took."""
    database = f"sqlite:///{tmp_path}/a.db"
    open_database(database).dispose()
    for words, slow in {
        ("--help",): {"sqlalchemy", "numpy", "scipy", "flask", "boto3", "matplotlib", "alembic", "importlib.metadata"},
        ("status", "--db", database): {"numpy", "scipy", "flask", "boto3", "matplotlib", "alembic"},
    }.items():
        code = (
            f"import sys; from assess.cli import main; main({list(words)}, standalone_mode=False); print(*sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert slow.isdisjoint(done.stdout.split())


def test_garbage_is_collected_while_a_command_runs() -> None:
    """Importing a command switches the garbage collector off, and on again."""
    run = "from assess.cli import main; main(['check', '--help'], standalone_mode=False)"
    code = f"import gc; {run}; print(gc.isenabled())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("True\n")
