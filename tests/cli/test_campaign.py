"""assess new, status and export, on both databases."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess import demo
from assess.cli import main
from assess.database.engine import reading
from assess.files import load
from assess.formats.qrels import parse_qrels
from assess.store.runs import rankings_of_run, run_ids
from assess.store.schema import open_database

Assess = Callable[..., Result]

DEMO = ["--topics", demo.TOPICS, "--items", demo.ITEMS, "--grades", demo.GRADES, "--runs", *demo.RUNS]


@pytest.fixture
def assess(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Assess:
    """Run a command on the database of the test."""
    monkeypatch.setenv("ASSESS_DATABASE", database_url)
    return lambda *args: CliRunner().invoke(main, [str(arg) for arg in args])


def test_a_campaign_is_created_and_its_status_shown(assess: Assess) -> None:
    created = assess("new", "demo", *DEMO, "--seed", 3)
    assert created.exit_code == 0, created.output
    assert "k = 5, F = 9, P = 7, votes = 1, seed = 3\n" in created.stdout
    assert "runs           5\n" in created.stdout
    assert created.stderr == ""
    assert assess("status", "demo").stdout == created.stdout


def test_status_as_json_is_for_programs(assess: Assess) -> None:
    assess("new", "demo", *DEMO, "-k", 3, "-P", 5, "-F", 7, "--votes", 3)
    status = json.loads(assess("status", "demo", "--json").stdout)
    assert (status["name"], status["state"], status["candidates_without_body"]) == ("demo", "draft", 0)
    assert [status["parameters"][name] for name in ("k", "per_item", "few", "votes")] == [3, 5, 7, 3]
    assert status["created_at"].endswith("+00:00")
    assert [found["name"] for found in json.loads(assess("status", "--json").stdout)] == ["demo"]


def test_the_answers_of_a_pair_are_chosen_with_the_campaign(assess: Assess) -> None:
    assert "votes = 1, answers = 3, seed = 3\n" in assess("new", "weak", *DEMO, "--answers", 3, "--seed", 3).stdout
    assess("open", "weak")
    assert json.loads(assess("status", "weak", "--json").stdout)["parameters"]["answers"] == 3
    assert "is not one of '2', '3', '4', '5'" in assess("new", "odd", *DEMO, "--answers", 6).stderr


def test_status_without_a_name_lists_the_campaigns(assess: Assess) -> None:
    assert assess("status").stdout == ""
    assess("new", "first", *DEMO)
    assess("new", "second", *DEMO)
    lines = assess("status").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [["first", "draft"], ["second", "draft"]]


def test_seeds_are_drawn_and_kept(assess: Assess) -> None:
    seeds = set()
    for name in ("a", "b", "c"):
        assess("new", name, *DEMO)
        seeds.add(json.loads(assess("status", name, "--json").stdout)["seed"])
    assert len(seeds) == 3


def test_a_name_in_use_is_one_clear_line(assess: Assess) -> None:
    assess("new", "demo", *DEMO)
    again = assess("new", "demo", *DEMO)
    assert (again.exit_code, again.stdout) == (1, "")
    assert again.stderr == "Error: there is a campaign 'demo' already: choose another name\n"


def test_an_unknown_name_is_one_clear_line(assess: Assess) -> None:
    assert assess("status", "demo").stderr == "Error: found no campaign 'demo', expected one of: none\n"


def test_a_bad_line_anywhere_leaves_the_database_untouched(assess: Assess, tmp_path: Path) -> None:
    spoilt = tmp_path / "last.run"
    spoilt.write_text(demo.RUNS[-1].read_text() + "1 Q0 d1 one\n")
    result = assess("new", "demo", *DEMO[:-1], spoilt)
    assert result.exit_code == 1
    assert "last.run, line " in result.stderr
    assert "found 4 fields, expected 6" in result.stderr
    assert assess("status").stdout == ""


def test_runs_alone_make_a_campaign_to_grade(assess: Assess, database_url: str) -> None:
    created = assess("new", "pooled", "--topics", demo.TOPICS, "--runs", *demo.RUNS, "--pool-depth", 3)
    assert created.exit_code == 0, created.output
    assert ", 0 of them graded\n" in created.stdout
    with reading(open_database(database_url)) as session:
        runs = run_ids(session, 1)
        assert len(runs) == 5
        assert all(rankings_of_run(session, run) for run in runs.values())


@pytest.mark.parametrize("option", ["--runs", "--items"])
def test_an_option_of_many_files_ends_at_the_next_option(assess: Assess, option: str, tmp_path: Path) -> None:
    result = assess("new", "demo", *DEMO[:6], option, tmp_path / "a", tmp_path / "b", "--seed", "1")
    assert result.stderr == f"Error: {tmp_path / 'a'}: found no such file\n"


def test_grades_come_back_from_an_export(assess: Assess, tmp_path: Path) -> None:
    assess("new", "demo", *DEMO)
    printed = assess("export", "demo", "--as", "qrels").stdout
    assert assess("export", "demo", "--as", "qrels", "-o", tmp_path / "out.qrels").stdout == ""
    assert (tmp_path / "out.qrels").read_text() == printed
    assert load(tmp_path / "out.qrels", parse_qrels) == load(demo.GRADES, parse_qrels)


@pytest.mark.parametrize("form", ["prefs", "jsonl"])
def test_a_campaign_without_judgments_exports_nothing(assess: Assess, form: str) -> None:
    assess("new", "demo", *DEMO)
    assert assess("export", "demo", "--as", form).stdout == ""


def test_a_release_is_a_folder_or_an_archive(assess: Assess, tmp_path: Path) -> None:
    assess("new", "demo", *DEMO)
    assert assess("export", "demo", "--as", "release", "-o", tmp_path / "release").exit_code == 0
    assert assess("export", "demo", "--as", "release", "-o", tmp_path / "release.zip").exit_code == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "release").iterdir()}
    with zipfile.ZipFile(tmp_path / "release.zip") as archive:
        assert {Path(name).name: archive.read(name) for name in archive.namelist()} == files
    assert (
        "release: found it there already"
        in assess("export", "demo", "--as", "release", "-o", tmp_path / "release").stderr
    )


def test_a_release_needs_a_place(assess: Assess) -> None:
    assess("new", "demo", *DEMO)
    result = assess("export", "demo", "--as", "release")
    assert result.stderr == "Error: a release is a folder or a .zip archive: name it with -o\n"


def test_the_database_may_be_named_by_option(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/mine.db"
    runner = CliRunner()
    assert runner.invoke(main, ["status", "--db", url]).exit_code == 1
    assert not (tmp_path / "mine.db").exists()
    assert runner.invoke(main, ["new", "demo", *map(str, DEMO), "--db", url]).exit_code == 0
    assert runner.invoke(main, ["status", "--db", url]).stdout.startswith("demo")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.db"]


def test_cast_2019_is_imported(assess: Assess, shared_data: Path) -> None:
    folder = shared_data / "cast2019"
    files = {"--topics": "questions.tsv", "--items": "candidates.jsonl", "--grades": "2019qrels.txt"}
    options = [part for option, file in files.items() for part in (option, folder / file)]
    created = assess("new", "cast", *options, "--runs", *sorted((folder / "runs").iterdir()))
    assert created.exit_code == 0, created.output
    status = json.loads(assess("status", "cast", "--json").stdout)
    assert (status["topics"], status["graded"], status["items"], status["runs"]) == (173, 29_350, 29_350, 6)
    assert (status["candidates"], status["candidates_without_body"]) == (2_673, 1)
    assert (status["largest_pool"], status["largest_pool_topic"], status["pools_above_few"]) == (112, "67_8", 93)
