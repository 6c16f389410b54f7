"""assess new, status and export, on both databases."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import create_engine, inspect, make_url

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
    left = "left           nothing is handed out yet: assess open demo\n"
    assert assess("status", "demo").stdout == created.stdout + left


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


def test_the_title_is_given_with_the_campaign(assess: Assess) -> None:
    assert assess("new", "demo", *DEMO, "--title", " Evening skies ").exit_code == 0
    assert assess("brief", "demo").stdout == 'title = "Evening skies"\n'


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
    assert assess("status", "demo").stderr == (
        "Error: found no campaign 'demo', the database has none yet: assess new NAME --topics FILE creates one, "
        "--db names another database\n"
    )
    assess("new", "first", *DEMO)
    assert assess("status", "demo").stderr == "Error: found no campaign 'demo', expected one of: first\n"


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (["a/b", *DEMO], "found the name 'a/b'"),
        (["demo", *DEMO, "--seed", -1], "found the seed -1"),
        (["demo", *DEMO, "-k", 9], "k < P < F"),
        (["demo", *DEMO[:2]], "no topic has an item"),
    ],
)
def test_a_failed_new_leaves_no_file_behind(tmp_path: Path, spoilt: list[str], said: str) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    result = CliRunner().invoke(main, ["new", *map(str, spoilt), "--db", url])
    assert (result.exit_code, said in result.stderr) == (1, True), result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_failed_new_leaves_an_empty_postgresql_database_empty(empty_postgresql: Callable[[], str]) -> None:
    url = empty_postgresql()
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    failed = CliRunner().invoke(main, ["new", "demo", *map(str, DEMO[:2]), "--db", url])
    assert (failed.exit_code, "no topic has an item" in failed.stderr) == (1, True), failed.stderr
    assert inspect(engine).get_table_names() == []
    assert CliRunner().invoke(main, ["new", "demo", *map(str, DEMO), "--db", url]).exit_code == 0
    assert CliRunner().invoke(main, ["status", "--db", url]).stdout.startswith("demo")
    engine.dispose()


def test_a_failed_new_keeps_a_file_that_was_there(tmp_path: Path) -> None:
    (tmp_path / "old.db").touch()
    result = CliRunner().invoke(main, ["new", "a/b", *map(str, DEMO), "--db", f"sqlite:///{tmp_path}/old.db"])
    assert result.exit_code == 1
    assert (tmp_path / "old.db").exists()


def test_a_new_database_is_one_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    assert CliRunner().invoke(main, ["new", "demo", *map(str, DEMO), "--db", url]).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["new.db"]
    assert CliRunner().invoke(main, ["status", "--db", url]).stdout.startswith("demo")


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["new", "demo", *map(str, DEMO), "--db", f"sqlite:///{tmp_path}/none/new.db"])
    assert result.stderr.startswith(f"Error: cannot open the database sqlite:///{tmp_path}/none/new.db: ")


def test_two_processes_that_create_one_database_store_both_campaigns(tmp_path: Path) -> None:
    arguments = [*map(str, DEMO), "--db", f"sqlite:///{tmp_path}/new.db"]
    both = [
        subprocess.Popen([sys.executable, "-m", "assess", "new", name, *arguments], stdout=subprocess.PIPE)
        for name in ("first", "second")
    ]
    assert [process.communicate() and process.returncode for process in both] == [0, 0]
    status = CliRunner().invoke(main, ["status", "--db", arguments[-1]]).stdout
    assert {line.split()[0] for line in status.splitlines()} == {"first", "second"}


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
    files = {path for path in (tmp_path / "release").rglob("*") if path.is_file()}
    contents = {f"demo/{path.relative_to(tmp_path / 'release').as_posix()}": path.read_bytes() for path in files}
    assert "demo/runs/heron.run" in contents
    with zipfile.ZipFile(tmp_path / "release.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == contents
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


def test_revoking_a_link_says_what_went_back(assess: Assess) -> None:
    assess("new", "demo", *DEMO)
    assess("open", "demo")
    assess("invite", "demo", "ann")
    revoked = assess("invite", "demo", "--revoke", 1)
    assert (revoked.exit_code, revoked.stdout) == (0, "1\tinvited\tann\trevoked\n")
    assert assess("held", "demo").stdout == "nobody holds work\n"
    assert json.loads(assess("held", "demo", "--json").stdout) == []
    assert "expected one of them" in assess("reclaim", "demo").stderr
    assert assess("reclaim", "demo", "--all").stdout == "nobody holds such work: nothing was taken back\n"


def plain_files(folder: Path, grades: str | None = None, texts: int = 3) -> list[object]:
    """A topic with three items, and the options to make a campaign of it."""
    (folder / "topics.tsv").write_text("t1\tWhat is it?\n")
    (folder / "items.tsv").write_text("".join(f"t1\td{number}\tText {number}.\n" for number in range(1, texts + 1)))
    options: list[object] = ["--topics", folder / "topics.tsv", "--items", folder / "items.tsv"]
    if grades is None:
        return options
    (folder / "grades.qrels").write_text(grades)
    return [*options, "--grades", folder / "grades.qrels"]


def test_a_campaign_in_which_nothing_can_be_judged_warns_when_it_opens(assess: Assess, tmp_path: Path) -> None:
    assess("new", "c", *plain_files(tmp_path, "t1 0 d1 0\nt1 0 d2 0\n"))
    opened = assess("open", "c")
    assert opened.stdout == "c is open: 0 judgments wanted in 1 topics\n"
    assert "Warning: nothing can be judged: no topic has two candidates" in opened.stderr
    assert "assess extend c --grades FILE brings grades" in opened.stderr


def test_a_single_candidate_needs_no_text(assess: Assess, tmp_path: Path) -> None:
    options = plain_files(tmp_path, "t1 0 d1 1\nt1 0 d2 1\nt2 0 x 1\n", texts=2)
    (tmp_path / "topics.tsv").write_text("t1\tWhat is it?\nt2\tWhat else?\n")
    assess("new", "c", *options)
    assert assess("open", "c").stdout == "c is open: 1 judgments wanted in 2 topics\n"


def test_a_candidate_without_text_is_named_with_the_remedy(assess: Assess, tmp_path: Path) -> None:
    assess("new", "c", *plain_files(tmp_path, "t1 0 d1 1\nt1 0 x 1\n"))
    refused = assess("open", "c")
    assert refused.exit_code == 1
    assert "candidates with nothing to show, expected none: t1 x; assess extend c --items FILE" in refused.stderr
    assert "c (draft, " in assess("status", "c").stdout


def test_items_that_nobody_can_grade_are_named_at_open_and_in_status(assess: Assess, tmp_path: Path) -> None:
    (tmp_path / "r.run").write_text("".join(f"t1 Q0 d{n} {n} {9 - n} r\n" for n in range(1, 6)))
    assess("new", "c", *plain_files(tmp_path, texts=2), "--runs", tmp_path / "r.run")
    opened = assess("open", "c", "--grading")
    assert "2 items to grade" in opened.stdout
    named = "3 items have no text, so nobody can grade them: t1 d3, t1 d4, t1 d5; assess extend c --items FILE"
    assert named in opened.stderr
    assert "3 items have no text" in assess("status", "c").stdout
    status = json.loads(assess("status", "c", "--json").stdout)
    assert [item["docno"] for item in status["without_text"]["to_grade"]] == ["d3", "d4", "d5"]
    assert (status["progress"]["to_grade"], status["progress"]["topics"]["waiting_for_grades"]) == (2, 1)


def test_a_campaign_without_runs_shows_its_progress(assess: Assess, tmp_path: Path) -> None:
    assess("new", "c", *plain_files(tmp_path))
    assess("open", "c")
    shown = assess("watch", "c", "--once").stdout
    assert shown.startswith("c (open): 0 judgments of 0 of 1 topics, 3 more wanted\n0 of 1 topics are done\n")
    assert "there are no runs yet to score: assess upload c RUN... brings them\n" in shown
