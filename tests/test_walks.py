"""docs/architecture.md tells three walks through the code. Here they are made, and compared with what is told."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest
from click.testing import CliRunner, Result

import assess
from assess.cli import main
from assess.demo import GRADES, ITEMS, RUNS, TOPICS
from assess.live.rescoring import Scorer
from assess.marketplace.app import create_app as create_market_app
from assess.marketplace.market import Market
from assess.marketplace.market_settings import MarketSettings
from assess.marketplace.server import running
from assess.marketplace.worker_client import WorkerClient
from assess.settings import Settings
from assess.web import create_app

ROOT = Path(__file__).parent.parent
PACKAGE = Path(assess.__file__).parent
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def told(heading: str) -> list[str]:
    """The modules that stand first in the steps of a walk, in order."""
    section = ARCHITECTURE.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\d+\. `([\w/.-]+)`", section, re.MULTILINE)


def shared() -> set[str]:
    """The modules that every walk may use on its way."""
    section = ARCHITECTURE.partition("### Used on every walk\n")[2].partition("\n#")[0]
    return set(re.findall(r"`([\w/]+\.py)`", section))


class Visits:
    """The modules of the package whose functions were called, in the order of their first call."""

    def __init__(self) -> None:
        self._seen: dict[str, None] = {}

    @contextmanager
    def recorded(self) -> Iterator[None]:
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE) and frame.f_code.co_name != "<module>":
            self._seen.setdefault(str(path.relative_to(PACKAGE)), None)

    @property
    def modules(self) -> list[str]:
        return [module for module in self._seen if not module.startswith("marketplace/")]


def check(visits: Visits, heading: str) -> None:
    """Every step that is told was made, in this order, and nothing was visited that is not told."""
    steps = [step for step in told(heading) if step.endswith(".py")]
    assert [module for module in visits.modules if module in steps] == steps
    assert set(visits.modules) - set(steps) <= shared()


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Result]:
    def invoke(*arguments: str) -> Result:
        command = [*arguments, "--db", f"sqlite:///{tmp_path}/a.db"]
        result = CliRunner().invoke(main, command, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result

    return invoke


def new_campaign(run: Callable[..., Result]) -> None:
    files = ["--topics", str(TOPICS), "--items", str(ITEMS), "--grades", str(GRADES), "--runs", str(RUNS[0])]
    run("new", "c", *files, "--seed", "1", "-k", "2", "-P", "3", "-F", "4")
    run("open", "c")


def test_every_module_that_is_told_is_there() -> None:
    named = set(re.findall(r"`([\w/-]+\.(?:py|js))`", ARCHITECTURE))
    assert len(named) > 40
    assert [name for name in named if not ((PACKAGE / name).exists() or (ROOT / name).exists())] == []


def test_from_files_to_a_table_of_scores() -> None:
    command = ["score", "--qrels", str(GRADES), "-m", "pgc", str(RUNS[0])]
    CliRunner().invoke(main, command)
    visits = Visits()
    with visits.recorded():
        result = CliRunner().invoke(main, command, catch_exceptions=False)
    assert "\tall\tpgc\t0." in result.output
    check(visits, "From files to a table: `assess score`")


def test_from_an_answer_to_the_leaderboard(run: Callable[..., Result], tmp_path: Path) -> None:
    new_campaign(run)
    token = run("invite", "c", "--simulated", "m").output.strip().rpartition("/")[2]
    scores = re.search(r"/live/\S+", run("live", "c").output)
    assert scores
    app = create_app(Settings(f"sqlite:///{tmp_path}/a.db"))
    client, scorer = app.test_client(), Scorer(app.extensions["assess"].engine)
    headers = {"Authorization": f"Bearer {token}"}
    taken = client.post("/api/assignments", headers=headers, json={}).get_json()

    def answer(position: int) -> str:
        address = f"/api/assignments/{taken['assignment']}/tasks/{position}"
        assert client.put(address, headers=headers, json={"answer": -1}).get_json()["saved"]
        scorer.score_all()
        return client.get(f"{scores[0]}/board.json").text

    answer(1)
    visits = Visits()
    with visits.recorded():
        board = answer(2)
    assert '"judgments": 2' in board
    check(visits, "From an answer to the leaderboard")


def test_from_launch_to_paid(run: Callable[..., Result], tmp_path: Path) -> None:
    for command in ("launch", "sync"):  # importing a command is no step of a walk
        import_module(f"assess.cli.commands.crowd.{command}")
    new_campaign(run)
    market = Market(str(tmp_path / "market.db"), MarketSettings(http_questions=True))
    with running(create_market_app(market)) as url:
        terms = ["--url", "http://127.0.0.1:9", "--budget", "100", "--least-wage", "1"]
        visits = Visits()
        with visits.recorded():
            run("launch", "c", *terms, "--endpoint", url)
        worker = WorkerClient(url, "A1ANNA")
        worker.submit(worker.accept_next(worker.groups()[0]["group"]), {"receipt": "r"})
        with visits.recorded():
            result = run("sync", "c")
    market.close()
    assert "1 submitted, 1 paid" in result.output
    check(visits, "From `assess launch` to paid")
