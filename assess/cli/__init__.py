"""The command line: one verb per command, each loaded only when it is called."""

from importlib import import_module
from typing import Any

import click

from assess import __version__, extension
from assess.errors import AssessError

# What the commands are for; verb -> module of assess.cli.commands that defines a command of that name
SECTIONS: dict[str, dict[str, str]] = {
    "A campaign": {
        "demo": "demo",
        "new": "campaign",
        "plan": "plan",
        "brief": "briefing",
        "open": "lifecycle",
        "pause": "lifecycle",
        "close": "lifecycle",
        "status": "campaign",
        "export": "campaign",
    },
    "Judging": {"serve": "serve", "invite": "links", "work": "work"},
    "A crowd": {
        "rehearse": "rehearse",
        "launch": "launch",
        "sync": "crowd",
        "stop": "crowd",
        "bonus": "crowd",
        "compensate": "crowd",
        "exclude": "crowd",
        "message": "crowd",
        "finished": "panel",
        "reconcile": "panel",
        "marketplace": "marketplace",
    },
    "Systems": {
        "score": "score",
        "measures": "measures",
        "analyse": "analyse",
        "report": "report",
        "upload": "runs",
        "runs": "runs",
        "live": "live",
        "watch": "live",
        "replay": "replay",
    },
    "Files alone": {
        "check": "check",
        "pool": "pooling",
        "candidates": "pooling",
        "start": "tournament",
        "requests": "tournament",
        "add": "tournament",
        "result": "tournament",
        "audit": "tournament",
        "simulate": "simulate",
        "strengths": "strengths",
        "interleave": "interleaving",
        "credit": "interleaving",
    },
}
COMMANDS = {verb: module for section in SECTIONS.values() for verb, module in section.items()}
HELP_WIDTH = 65  # of a command's line in the list


class Verbs(click.Group):
    """A group that imports a command when it is needed, and turns an AssessError into one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"assess.cli.commands.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, verbs in SECTIONS.items():
            commands = [(verb, self.get_command(ctx, verb)) for verb in verbs]
            with formatter.section(title):
                formatter.write_dl(
                    [(verb, command.get_short_help_str(HELP_WIDTH)) for verb, command in commands if command]
                )

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except AssessError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"%(prog)s %(version)s ({extension.NAME})")
def main() -> None:
    """Collect preference judgments with a crowd, and score retrieval runs with them."""
