"""The help a newcomer reads first: every command in one line, and each with an example."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from assess.cli import COMMANDS, main


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
