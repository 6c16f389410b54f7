"""The command line: one verb per command, each loaded only when it is called."""

from importlib import import_module
from typing import Any

import click

from assess import __version__, kernel
from assess.errors import AssessError

# verb -> module of assess.cli that defines a command of that name
COMMANDS: dict[str, str] = {
    "demo": "demo",
    "new": "campaign",
    "status": "campaign",
    "export": "campaign",
    "brief": "briefing",
    "open": "states",
    "pause": "states",
    "close": "states",
    "invite": "links",
    "serve": "serve",
    "launch": "launch",
    "sync": "crowd",
    "stop": "crowd",
    "bonus": "crowd",
    "compensate": "crowd",
    "exclude": "crowd",
    "message": "crowd",
    "rehearse": "rehearse",
    "finished": "panel",
    "reconcile": "panel",
    "work": "workers",
    "pool": "pooling",
    "candidates": "pooling",
    "check": "check",
    "start": "tournament",
    "requests": "tournament",
    "add": "tournament",
    "result": "tournament",
    "audit": "tournament",
    "simulate": "simulate",
    "marketplace": "marketplace",
    "plan": "plan",
    "score": "score",
    "upload": "runs",
    "runs": "runs",
    "live": "live",
    "watch": "live",
    "replay": "replay",
}


class Verbs(click.Group):
    """A group that imports a command when it is needed, and turns an AssessError into one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"assess.cli.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except AssessError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"%(prog)s %(version)s ({kernel.NAME})")
def main() -> None:
    """Collect preference judgments with a crowd, and score retrieval runs with them."""
