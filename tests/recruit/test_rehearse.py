"""The demo campaign from its launch to the last payment, over real HTTP, with real processes that may be killed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import create_engine, text

from assess.cli import main
from assess.demo import GRADES, ITEMS, TOPICS


@pytest.fixture
def rehearse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Rehearse two topics of the demo in a folder that is kept."""
    monkeypatch.setenv("ASSESS_DATABASE", f"sqlite:///{tmp_path / 'assess.db'}")
    topics = TOPICS.read_text().splitlines()[:2]
    names = {json.loads(topic)["topic"] for topic in topics}
    items = [line for line in ITEMS.read_text().splitlines() if json.loads(line)["topic"] in names]
    grades = [line for line in GRADES.read_text().splitlines() if line.split()[0] in names]
    for name, lines in (("topics.jsonl", topics), ("items.jsonl", items), ("grades.qrels", grades)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, list(arguments), catch_exceptions=False)

    files = [
        f"--{name.partition('.')[0]}={tmp_path / name}" for name in ("topics.jsonl", "items.jsonl", "grades.qrels")
    ]
    assert run("new", "demo", *files, "--seed", "1").exit_code == 0
    return lambda *options: run("rehearse", "demo", "--keep", str(tmp_path / "kept"), *options)


def rows(folder: Path, database: str, query: str) -> list[tuple[object, ...]]:
    engine = create_engine(f"sqlite:///{folder / 'kept' / database}")
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def check_everything(told: Result, folder: Path) -> None:
    """Every pairing judged as often as asked; what we spent is what was paid, line by line and in all."""
    assert told.exit_code == 0, told.output
    assert "2 of 2 topics done; pairings judged too seldom or too often: 0\n" in told.stdout
    assert "balance: $" in told.stdout
    ours = rows(
        folder,
        "assess.db",
        "SELECT sum(amount) + sum(fee) FROM ledger WHERE kind IN ('reward', 'bonus') AND outcome = 'done'",
    )
    theirs = rows(folder, "marketplace.db", "SELECT sum(amount) + sum(fee) FROM payment")
    assert ours == theirs != [(None,)]
    published = rows(folder, "assess.db", "SELECT unit FROM ticket WHERE unit IS NOT NULL ORDER BY unit")
    assert published == rows(folder, "marketplace.db", "SELECT hit_id FROM hit ORDER BY hit_id")
    assert rows(folder, "assess.db", "SELECT count(*) FROM ledger WHERE outcome IS NULL") == [(0,)]


def test_the_demo_is_judged_and_paid_by_a_simulated_crowd(rehearse: Callable[..., Result], tmp_path: Path) -> None:
    told = rehearse("--people", "20", "--spamming", "0.2", "--leaving", "0.2", "--compensation", "share")
    check_everything(told, tmp_path)
    excluded = rows(tmp_path, "assess.db", "SELECT count(*) FROM assessor WHERE excluded_at IS NOT NULL")
    kept_away = rows(tmp_path, "assess.db", "SELECT count(*) FROM exclusion")
    assert excluded == kept_away != [(0,)]


def test_the_same_while_servers_and_passes_are_killed(rehearse: Callable[..., Result], tmp_path: Path) -> None:
    told = rehearse("--people", "20", "--spamming", "0.2", "--kills", "3")
    check_everything(told, tmp_path)
    kills = next(line for line in told.stdout.splitlines() if line.startswith("killed"))
    assert sum(int(number) for number in re.findall(r"\d+", kills)) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--fault", "drop"], "found --fault drop, expected NAME=NUMBER such as drop=0.05"),
        (["--hasty", "0.7", "--spamming", "0.7"], "hasty, spamming and leaving together"),
        (["--fault", "hunger=1"], "found no fault called 'hunger'"),
        (["--keep", "."], "found . with something in it, expected a folder that is empty or not there"),
    ],
)
def test_what_cannot_be_rehearsed_is_refused(rehearse: Callable[..., Result], options: list[str], words: str) -> None:
    told = rehearse(*options)
    assert (told.exit_code, told.stdout) == (1, "")
    assert words in told.stderr
