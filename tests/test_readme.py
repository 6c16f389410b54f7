"""The campaign of the README, played with its own commands: the figures shown are those that come out."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assess import demo

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PATIENCE = 120.0  # seconds until the server has computed how settled the order is, on a busy machine


def shown(command: str) -> list[str]:
    """The lines that the README shows below a command, without those it leaves out."""
    [block] = [block for block in re.findall(r"```console\n(.*?)```", README, re.S) if f"$ assess {command}" in block]
    below = block.split(f"$ assess {command}", 1)[1].replace("\\\n", "").partition("\n")[2].split("\n$ ")[0]
    return [line for line in below.splitlines() if line and line != "..."]


class Player:
    """Runs commands as a reader of the README does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "material").symlink_to(demo.TOPICS.parent)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "assess", *arguments]
        return subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def run(self, *arguments: str) -> list[str]:
        """The lines that a command prints."""
        process = self.start(*arguments)
        output, errors = process.communicate()
        assert process.returncode == 0, errors
        return (output + errors).splitlines()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Player]:
    """The campaign after the simulated assessor has judged, and its server."""
    player = Player(tmp_path)
    files = [
        "--topics",
        "material/topics.jsonl",
        "--items",
        "material/items.jsonl",
        "--grades",
        "material/grades.qrels",
    ]
    runs = sorted(f"material/runs/{path.name}" for path in demo.RUNS)
    made = player.run("new", "curious", "--title", "Everyday questions", *files, "--runs", *runs, "--seed", "7")
    assert made[1:] == shown("new curious")[1:]
    assert player.run("open", "curious") == shown("open curious")
    server = player.start("serve", "--port", "0")
    try:
        assert server.stderr
        assert server.stderr.readline().startswith("serving at")
        link = player.run("invite", "curious", "--simulated", "m1")[0].split("\t")[3]
        items = ["--items", "material/items.jsonl", "--truth", "material/truth.qrels"]
        assert player.run("work", link, *items)[1:] == shown("work http")
        yield player
    finally:
        server.kill()
        server.communicate()


def test_the_campaign_of_the_readme_gives_the_figures_it_shows(played: Player) -> None:
    expected, board = shown("watch curious --once"), list[str]()
    end = time.monotonic() + PATIENCE
    while not set(expected) <= set(board) and time.monotonic() < end:
        board = played.run("watch", "curious", "--once")
    assert [line for line in board if line in expected] == expected, board

    played.run("export", "curious", "--as", "prefs", "-o", "curious.pref")
    measures = ["-m", "pgc", "-m", "nDCG@10", "-p", "0.8"]
    runs = sorted(f"material/runs/{path.name}" for path in demo.RUNS)
    grades = ["--prefs", "curious.pref", "--qrels", "material/grades.qrels"]
    assert played.run("score", *grades, *measures, *runs) == shown("score --prefs")
