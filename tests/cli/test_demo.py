"""``assess demo``: a campaign in one command."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

from click.testing import CliRunner

from assess.cli import main


def invoke(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_demo_makes_its_campaign_and_shows_the_candidates_of_each_topic(tmp_path: Path) -> None:
    output = invoke("demo", "--show", "--db", f"sqlite:///{tmp_path}/demo.db")
    assert "topics         10\n" in output
    assert "candidates     114, 0 of them with nothing to show" in output
    assert output.count("     candidates: d") == 10


def test_a_second_demo_finds_the_campaign_of_the_first(tmp_path: Path) -> None:
    first, second = (invoke("demo", "--show", "--db", f"sqlite:///{tmp_path}/demo.db") for _ in range(2))
    assert first == second


def test_the_printed_link_leads_in_while_simulated_workers_judge(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/demo.db"
    command = [sys.executable, "-m", "assess", "demo", "--workers", "2", "--seconds", "0", "--port", "0", "--db", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        link = next(line for line in server.stdout if line.startswith("Judge here: ")).removeprefix("Judge here: ")
        with urlopen(link.strip(), timeout=60) as page:
            assert page.status == 200
        deadline = time.monotonic() + 60
        while not (judged := json.loads(invoke("status", "demo", "--json", "--db", url))["judgments"]):
            assert time.monotonic() < deadline, "the simulated workers judged nothing"
            time.sleep(0.2)
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=60) == 0
    assert judged > 0
