"""The command line: one verb per command, each loaded only when it is called."""

import ast
import gc
import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from assess import extension
from assess.errors import AssessError

# NumPy reads this when it is imported. Our matrices are small: on a busy machine, several threads take a hundred times
# as long as one to solve them. What is worth it runs in several processes.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")
# What the commands are for; verb -> module of assess.cli.commands that defines a command of that name
SECTIONS: dict[str, dict[str, str]] = {
    "A campaign": {
        "demo": "campaign.demo",
        "new": "campaign.new",
        "plan": "campaign.plan",
        "prior": "campaign.prior",
        "brief": "campaign.briefing",
        "open": "campaign.lifecycle",
        "pause": "campaign.lifecycle",
        "close": "steering.closing",
        "reopen": "steering.closing",
        "rename": "steering.whole_campaign",
        "duplicate": "steering.whole_campaign",
        "delete": "steering.whole_campaign",
        "status": "campaign.status",
        "export": "campaign.export",
    },
    "Steering": {
        "extend": "steering.content",
        "correct": "steering.content",
        "change": "steering.corrections",
        "discard": "steering.corrections",
        "aside": "steering.corrections",
        "disagreements": "steering.disagreements",
        "adjudicate": "steering.disagreements",
        "people": "steering.people",
        "machines": "steering.machines",
        "exclude": "steering.exclusions",
        "changes": "steering.corrections",
        "undo": "steering.corrections",
        "verify": "steering.verify",
        "held": "steering.held",
        "reclaim": "steering.held",
        "inbox": "steering.inbox",
        "answer": "steering.inbox",
        "resolve": "steering.inbox",
    },
    "The database": {
        "backup": "database.moving",
        "restore": "database.moving",
        "copy": "database.moving",
    },
    "Judging": {
        "serve": "judging.serve",
        "address": "judging.address",
        "invite": "judging.links",
        "work": "judging.work",
    },
    "A crowd": {
        "rehearse": "crowd.rehearse",
        "launch": "crowd.launch",
        "sync": "crowd.sync",
        "stop": "crowd.sync",
        "bonus": "crowd.workers",
        "compensate": "crowd.workers",
        "message": "crowd.workers",
        "finished": "crowd.panel",
        "reconcile": "crowd.panel",
        "marketplace": "crowd.marketplace",
    },
    "Systems": {
        "score": "systems.score",
        "measures": "systems.measures",
        "analyse": "systems.analyse",
        "report": "systems.report",
        "upload": "systems.runs",
        "judge": "systems.late_runs",
        "runs": "systems.runs",
        "live": "systems.live",
        "watch": "systems.live",
        "replay": "systems.replay",
    },
    "Files alone": {
        "check": "files.check",
        "pool": "files.pooling",
        "candidates": "files.pooling",
        "start": "files.tournament",
        "requests": "files.tournament",
        "add": "files.tournament",
        "result": "files.tournament",
        "audit": "files.tournament",
        "simulate": "files.simulate",
        "strengths": "files.strengths",
        "interleave": "files.interleaving",
        "credit": "files.interleaving",
    },
}
COMMANDS = {verb: module for section in SECTIONS.values() for verb, module in section.items()}
COMMAND_FILES = Path(__file__).parent / "commands"


class Verbs(click.Group):
    """A group that imports a command when it is needed, and turns an AssessError into one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(_imported(f"assess.cli.commands.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, verbs in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(verb, _first_line(verb)) for verb in verbs])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except AssessError as error:
            raise click.ClickException(str(error)) from error


def _imported(name: str) -> ModuleType:
    """The module of a command. The garbage collector never looks at what it imports, which is there until the end.

    Looking at it, while it is imported and when the process ends, took a fifth of the time of a short command.
    """
    if name in sys.modules:
        return sys.modules[name]
    os.environ.setdefault(*ONE_THREAD)
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.enable()


def _first_line(verb: str) -> str:
    """The first line of a command's help, read from its source: importing all commands takes seconds."""
    source = COMMAND_FILES.joinpath(*COMMANDS[verb].split(".")).with_suffix(".py").read_text()
    [command] = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == verb)
    return (ast.get_docstring(command) or "").partition("\n")[0]


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="assess", message=f"%(prog)s %(version)s ({extension.NAME})")
def main() -> None:
    """Collect preference judgments with a crowd, and score retrieval runs with them."""
