"""Options that take many values, as the shell expands them: ``--runs runs/*.gz``."""

from collections.abc import Iterator, Sequence

import click


class ManyValues(click.Command):
    """A command whose multiple options take several values each, up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        many = {name for option in self.params if option.multiple for name in option.opts}
        return super().parse_args(ctx, list(_repeated(args, many)))


def _repeated(args: Sequence[str], many: set[str]) -> Iterator[str]:
    """The arguments with the option put before each further value of it."""
    current, values = "", 0
    for arg in args:
        if arg.startswith("-") and arg != "-":
            current, values = (arg, 0) if arg in many else ("", 0)
        elif current:
            if values:
                yield current
            values += 1
        yield arg
