"""assess interleave and credit, on files alone."""

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.demo import RUNS
from assess.formats.preferences import parse_preferences

HERON, MOLE = str(RUNS[0]), str(RUNS[-1])


def assess(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=given)


def run_file(path: Path, tag: str, **topics: str) -> str:
    lines = [
        f"{topic} Q0 {docno} {rank} {-rank} {tag}\n"
        for topic, docnos in topics.items()
        for rank, docno in enumerate(docnos, start=1)
    ]
    path.write_text("".join(lines))
    return str(path)


@pytest.fixture
def lists(tmp_path: Path) -> str:
    """One list of each of two topics, with nothing that both runs have: A and B take turns."""
    a = run_file(tmp_path / "a.run", "A", t1="abc", t2="abc")
    b = run_file(tmp_path / "b.run", "B", t1="xyz", t2="xyz")
    (tmp_path / "lists").write_text(assess("interleave", a, b, "--depth", "2").stdout)
    return str(tmp_path / "lists")


def test_lists_are_json_lines_of_every_topic() -> None:
    result = assess("interleave", HERON, MOLE, "--method", "team-draft", "--seed", "7", "--depth", "4", "--lists", "2")
    assert result.stderr == "20 lists for 10 topics: team-draft of heron, mole\n"
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(each["topic"], each["list"]) for each in found[:3]] == [("d01", 1), ("d01", 2), ("d02", 1)]
    assert found[0].keys() == {"topic", "list", "method", "runs", "items"}
    assert sorted(item["team"] for item in found[0]["items"]) == ["heron", "heron", "mole", "mole"]


@pytest.mark.parametrize("method", ["team-draft", "balanced", "probabilistic"])
def test_a_list_depends_on_the_seed_its_topic_and_its_number_alone(method: str, tmp_path: Path) -> None:
    usual = ("--method", method, "--seed", "7")
    two = assess("interleave", HERON, MOLE, *usual, "--lists", "2").stdout.splitlines()
    assert two == assess("interleave", HERON, MOLE, *usual, "--lists", "2").stdout.splitlines()
    assert two[::2] == assess("interleave", HERON, MOLE, *usual).stdout.splitlines()
    without_d01 = [tmp_path / Path(run).name for run in (HERON, MOLE)]
    for run, path in zip((HERON, MOLE), without_d01, strict=True):
        path.write_text("".join(line for line in Path(run).read_text().splitlines(keepends=True) if line[:3] != "d01"))
    assert two[2::2] == assess("interleave", *map(str, without_d01), *usual).stdout.splitlines()
    assert two != assess("interleave", HERON, MOLE, "--method", method, "--lists", "2").stdout.splitlines()


def test_clicks_say_who_is_preferred_by_topic_and_in_all(lists: str) -> None:
    clicks = ["a", "x", "a"], ["a"], ["x"], []
    given = "".join(json.dumps({"topic": "t1", "clicks": clicked}) + "\n" for clicked in clicks)
    given += '{"topic": "t2", "clicks": ["a"]}\n'
    result = assess("credit", lists, "-", given=given)
    assert result.stdout == (
        "topic  A  B  ties  no click  share of A       p  preferred\n"
        "t1     1  1     1         1       0.500  1.0000    neither\n"
        "t2     1  0     0         0       1.000  1.0000          A\n"
        "all    2  1     1         1       0.625  1.0000          A\n"
        "\n"
        "A is ahead of B: a share of 62.5% of 4 impressions with clicks (p = 1.0000), which chance could explain.\n"
        "By topic: A is preferred in 1, B in 0, neither in 1 of 2 topics (p = 1.0000).\n"
    )
    assert result.stderr.startswith("Warning: 4 impressions of 1 list: which run went first")


def test_clicks_as_json(lists: str) -> None:
    given = '{"topic": "t1", "clicks": ["x"]}\n{"topic": "t2", "clicks": []}\n'
    found = json.loads(assess("credit", lists, "-", "--json", given=given).stdout)
    assert found["method"] == "team-draft"
    (pair,) = found["comparisons"]
    assert (pair["a"], pair["b"]) == ("A", "B")
    assert pair["impressions"] == {
        **{"compared": 1, "unclicked": 1, "wins": 0, "losses": 1, "ties": 0, "share": 0, "p": 1},
    }
    assert pair["by_topic"]["t2"]["share"] is None
    assert pair["topics"]["losses"] == 1


def test_without_clicks_nobody_is_preferred(lists: str) -> None:
    result = assess("credit", lists, "-", given='{"topic": "t1", "clicks": []}\n')
    assert result.stdout.endswith("\nNo clicks: neither A nor B is preferred.\n")


def test_the_one_with_more_clicks_is_ahead_also_if_it_is_the_second(lists: str) -> None:
    result = assess("credit", lists, "-", given='{"topic": "t1", "clicks": ["x"]}\n')
    assert "B is ahead of A: a share of 100.0% of 1 impression with clicks" in result.stdout


def test_edges_are_preferences_between_the_pages_of_two_runs(lists: str, tmp_path: Path) -> None:
    given = (
        '{"topic": "t1", "clicks": ["x"]}\n{"topic": "t2", "clicks": ["a"]}\n{"topic": "t2", "clicks": ["a", "x"]}\n'
    )
    assess("credit", lists, "-", "--edges", str(tmp_path / "pages.pref.gz"), given=given)
    text = gzip.decompress((tmp_path / "pages.pref.gz").read_bytes())
    assert text == b"t1 A B B\nt2 A B A\nt2 A B tie\n"
    assert parse_preferences(text) == {"t1": [("B", "A")], "t2": [("A", "B")]}


def test_three_runs_are_compared_two_by_two(tmp_path: Path) -> None:
    lists = tmp_path / "lists.gz"
    lists.write_bytes(gzip.compress(assess("interleave", *map(str, RUNS[:3])).stdout.encode()))
    result = assess("credit", str(lists), "-", given='{"topic": "d01", "clicks": [1]}\n')
    assert [line.split()[1:3] for line in result.stdout.splitlines() if line.startswith("topic")] == [
        ["heron", "otter"],
        ["heron", "magpie"],
        ["otter", "magpie"],
    ]


def test_topics_that_a_run_lacks_are_refused_or_left_out(tmp_path: Path) -> None:
    a = run_file(tmp_path / "a.run", "A", t1="ab", t2="ab", t3="ab")
    b = run_file(tmp_path / "b.run", "B", t2="xy")
    result = assess("interleave", a, b)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == (
        f"Error: {b}: found no items for 2 of 3 topics (t1 t3), expected the topics of the other runs; "
        "--common leaves out what a run lacks\n"
    )
    result = assess("interleave", a, b, "--common")
    assert [json.loads(line)["topic"] for line in result.stdout.splitlines()] == ["t2"]
    assert result.stderr.endswith("1 topic: fewer than 10 items, as many as the shortest run has\n")


def test_runs_without_a_common_topic_are_refused(tmp_path: Path) -> None:
    a, b = run_file(tmp_path / "a.run", "A", t1="ab"), run_file(tmp_path / "b.run", "B", t2="xy")
    assert "found no topic that all of" in assess("interleave", a, b, "--common").stderr


def test_equal_tags_are_refused(tmp_path: Path) -> None:
    a, b = run_file(tmp_path / "a.run", "A", t="ab"), run_file(tmp_path / "b.run", "A", t="xy")
    expected = f"Error: {b}: found tag 'A', which {a} has too, expected a different tag; change the last column"
    assert assess("interleave", a, b).stderr.startswith(expected)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["interleave", HERON], "found 1 run, expected at least 2"),
        (["interleave", "-", "-"], "found - (standard input) more than once"),
        (["credit", "-", "-"], "found - (standard input) more than once"),
        (["interleave", *map(str, RUNS[:3]), "--method", "balanced"], "found 3 runs, expected 2 for balanced"),
        (["interleave", HERON, "nowhere.run"], "nowhere.run: found no such file"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(words: list[str], message: str) -> None:
    result = assess(*words)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {message}")


def test_a_click_on_an_unknown_item_names_file_and_line(lists: str, tmp_path: Path) -> None:
    clicks = tmp_path / "clicks.jsonl"
    clicks.write_text('{"topic": "t1", "clicks": []}\n\n{"topic": "t1", "clicks": ["q"]}\n')
    assert assess("credit", lists, str(clicks)).stderr == (
        f"Error: {clicks}, line 3: found a click on 'q', expected an item of list 1 of topic 't1'; "
        "are these the lists shown?\n"
    )


def test_what_chance_cannot_explain_is_told_without_that_remark(tmp_path: Path) -> None:
    (tmp_path / "lists").write_text(assess("interleave", HERON, MOLE, "--lists", "6").stdout)
    lists = [json.loads(line) for line in (tmp_path / "lists").read_text().splitlines()]
    given = [
        {"topic": each["topic"], "list": each["list"], "clicks": [item["docno"]]}
        for each in lists
        for item in each["items"]
        if item["team"] == "mole"
    ]
    result = assess("credit", str(tmp_path / "lists"), "-", given="".join(json.dumps(each) + "\n" for each in given))
    assert "mole is ahead of heron: a share of 100.0% of 300 impressions with clicks (p < 0.0001).\n" in result.stdout
