"""`assess export`: what is said beside the files, and what a release names."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.database.engine import writing
from assess.formats.runs import Ranking, Run
from assess.live.uploads import upload
from assess.live.view_settings import LiveSettings, change_live
from assess.store.tables import Campaign
from tests.conftest import Judged, MakeJudged

Assess = Callable[..., Result]


@pytest.fixture
def assess(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Assess:
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    return lambda *args: CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture
def with_runs(judged: MakeJudged) -> Judged:
    """A finished campaign with two runs, one of them hidden; a tie is among its judgments."""
    campaign = judged(topics=1, candidates=3, answers=3)
    person = campaign.arrived(campaign.shared(challenges=0), "P-SECRET", "visit-SECRET")
    work = campaign.taken(person)
    for task, answer in zip(work.tasks, (0, 1, 1), strict=True):
        campaign.save(person, work, task.position, answer)
    runs = [Run(name, {"t1": Ranking(["dd", "db"], [9.5, 1.5])}) for name in ("swan", "heron")]
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        upload(session, stored, runs[:1])
        upload(session, stored, runs[1:], hidden=True)
    return campaign


def blind(campaign: Judged) -> None:
    with writing(campaign.engine) as session:
        stored = session.get_one(Campaign, campaign.campaign_id)
        change_live(session, stored, LiveSettings(blind=True), campaign.now)


def released(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name.removeprefix("c/"): archive.read(name).decode() for name in archive.namelist()}


def test_a_release_has_the_shown_runs_a_licence_and_nobody(with_runs: Judged, assess: Assess, tmp_path: Path) -> None:
    target = tmp_path / "c.zip"
    assert assess("export", "c", "--as", "release", "-o", target, "--licence", "CC BY 4.0").exit_code == 0
    files = released(target)
    assert [name for name in files if name.startswith("runs/")] == ["runs/swan.run"]
    assert files["runs/swan.run"].startswith("t1 Q0 dd 1 9.5 swan\n")
    assert files["datacard.md"].endswith("## Licence\n\nCC BY 4.0\n")
    assert files["combined.qrels"] != files["grades.qrels"]
    assert "SECRET" not in "".join(files.values())
    assert b"SECRET" not in target.read_bytes()


def test_a_blind_campaign_is_released_blind_unless_asked(with_runs: Judged, assess: Assess, tmp_path: Path) -> None:
    blind(with_runs)
    assess("export", "c", "--as", "release", "-o", tmp_path / "blind.zip")
    assess("export", "c", "--as", "release", "-o", tmp_path / "named.zip", "--unblind")
    files = released(tmp_path / "blind.zip")
    assert files["runs/System-A.run"].startswith("t1 Q0 dd 1 2.0 System-A\n")
    assert "replaced by letters" in files["README.md"]
    assert "swan" not in "".join(files) + "".join(files.values())
    assert "runs/swan.run" in released(tmp_path / "named.zip")


def test_what_is_left_out_is_said_on_standard_error(with_runs: Judged, assess: Assess) -> None:
    chosen = assess("export", "c", "--as", "chosen")
    assert (chosen.exit_code, chosen.stderr) == (0, "1 tie is left out\n")
    assert chosen.stdout.count('"chosen": ') == 2
    table = assess("export", "c", "--as", "csv")
    assert (table.exit_code, table.stderr) == (0, "")
    assert len(table.stdout.splitlines()) == 4


def test_a_blind_release_of_result_pages_is_refused(assess: Assess, tmp_path: Path, judged: MakeJudged) -> None:
    campaign = judged(topics=1, candidates=2, pages=5)
    blind(campaign)
    refused = assess("export", "c", "--as", "release", "-o", tmp_path / "c.zip")
    assert (refused.exit_code, "--unblind releases them" in refused.stderr) == (1, True)
    assert not (tmp_path / "c.zip").exists()
