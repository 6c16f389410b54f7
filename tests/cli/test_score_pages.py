"""``assess score`` on pages: image grids with the published figures, and two runs against each other."""

import json
from collections import defaultdict

import pytest
from click.testing import CliRunner
from scipy.stats import kendalltau

from assess.cli import main

# Measure -> queries where Sogou scores better, where Baidu does, where neither does, and Kendall's tau-b of the scores:
# README of the images.
PUBLISHED = {
    "wr": ((15, 86, 1), -0.4052),
    "pb": ((12, 27, 63), -0.2025),
    "pmr(variant=nearby)": ((55, 47, 0), 0.2882),
    "pwp(tradeoff=0.7,gamma=0.1)": ((30, 72, 0), -0.2293),
}
# Measure -> the means of Sogou and Baidu, in the same place.
MEANS = {
    "pmr": (0.7283, 0.7075),
    "pmr(variant=weighted)": (0.7303, 0.7072),
    "pmr(variant=middle)": (0.7239, 0.7065),
}
# Order of examination -> the possible counts, over random orders of ties, in the same place.
PGC = {
    "grid_pgc(examination=default)": {(13, 89, 0)},
    "grid_pgc(examination=middle)": {(13, 89, 0), (14, 88, 0)},
    "grid_pgc(examination=manhattan)": {(15, 87, 0)},
    "grid_pgc(examination=euclidean)": {(18, 84, 0)},
    "grid_pgc(examination=reversed)": {(19, 83, 0), (20, 82, 0)},
}


def score(*arguments):
    return CliRunner().invoke(main, ["score", *map(str, arguments)])


@pytest.fixture(scope="module")
def image_scores(shared_data):
    """Measure to topic to engine to value."""
    files = (
        "--grids",
        shared_data / "images" / "Image_position.json",
        "--pairs",
        shared_data / "images" / "image_pairs_annotation",
    )
    measures = [part for name in (*PUBLISHED, *MEANS, *PGC) for part in ("-m", name)]
    shown = score(*files, *measures, "-q", "--json")
    assert (shown.exit_code, shown.stderr) == (0, "")
    table = defaultdict(lambda: defaultdict(dict))
    for row in json.loads(shown.stdout):
        table[row["measure"]][row["topic"]][row["run"]] = row["value"]
    return table


def of_queries(table):
    return [(of["sogou"], of["baidu"]) for topic, of in table.items() if topic != "all"]


def counts(pairs):
    return sum(s > b for s, b in pairs), sum(s < b for s, b in pairs), sum(s == b for s, b in pairs)


@pytest.mark.parametrize("measure", PUBLISHED)
def test_the_published_counts_and_tau(image_scores, measure):
    pairs, (better, tau) = of_queries(image_scores[measure]), PUBLISHED[measure]
    assert (len(pairs), counts(pairs)) == (102, better)
    assert kendalltau(*zip(*pairs, strict=True)).statistic == pytest.approx(tau, abs=5e-5)


@pytest.mark.parametrize("measure", MEANS)
def test_the_means_of_pmr(image_scores, measure):
    means = image_scores[measure]["all"]
    assert (means["sogou"], means["baidu"]) == pytest.approx(MEANS[measure], abs=5e-5)


@pytest.mark.parametrize("measure", PGC)
def test_the_counts_of_grid_pgc(image_scores, measure):
    assert counts(of_queries(image_scores[measure])) in PGC[measure]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crowd.pref").write_text("t1 a x a\nt1 a y tie\nt1 b x x\nt1 b y b\nt1 a b a\nt1 x y x\n")
    (tmp_path / "one.run").write_text("t1 Q0 a 1 2 one\nt1 Q0 b 2 1 one\n")
    (tmp_path / "two.run").write_text("t1 Q0 y 1 2 two\nt1 Q0 x 2 1 two\n")
    (tmp_path / "g.json").write_text("{}")
    return tmp_path


def test_two_runs_are_scored_against_each_other(folder):
    shown = score("--prefs", "crowd.pref", "-m", "wr", "-m", "pmr", "-m", "pwp", "one.run", "two.run")
    assert shown.stdout.splitlines() == [
        "one\tall\twr\t0.500000",
        "one\tall\tpmr\t1.000000",
        "one\tall\tpwp\t0.850000",
        "two\tall\twr\t0.250000",
        "two\tall\tpmr\t0.000000",
        "two\tall\tpwp\t0.075000",
    ]


def test_a_measure_that_no_topic_defines_has_no_mean(folder):
    shown = score("--prefs", "crowd.pref", "-m", "wr", "-m", "pmr(depth=1)", "one.run", "two.run")
    assert [line.split("\t")[2] for line in shown.stdout.splitlines()] == ["wr", "wr"]
    assert "one: pmr(depth=1) is not defined for, and leaves out: t1" in shown.stderr


def test_one_run_is_scored_against_a_named_one(folder):
    shown = score("--prefs", "crowd.pref", "-m", "wr(against=two)", "one.run", "two.run")
    assert shown.stdout.splitlines()[0] == "one\tall\twr(against=two)\t0.500000"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--prefs", "crowd.pref", "-m", "wr", "one.run"],
            "'wr' compares two runs: found 1, expected 2, or more with the name of the opponent, as in wr(against=TAG)",
        ),
        (["--grids", "g.json", "-m", "pmr"], "found --grids alone, expected --grids and --pairs together"),
        (["--pairs", "g.json", "-m", "pmr"], "found --pairs alone"),
        (["--grids", "g.json", "--pairs", "g.json", "one.run"], "found runs with --grids, expected image grids"),
        (["--grids", "g.json", "--pairs", "g.json", "--prefs", "crowd.pref"], "found --prefs with --grids"),
        (["--prefs", "crowd.pref"], "found no run, expected run files, or image grids with --grids and --pairs"),
    ],
)
def test_what_does_not_go_together_is_refused(folder, arguments, message):
    shown = score(*arguments)
    assert shown.exit_code != 0
    assert message in shown.stderr


def test_grids_are_scored_by_pmr_unless_told_otherwise(shared_data):
    files = [shared_data / "images" / name for name in ("Image_position.json", "image_pairs_annotation")]
    shown = score("--grids", files[0], "--pairs", files[1])
    assert [line.split("\t")[2] for line in shown.stdout.splitlines()] == ["pmr", "pmr"]
    assert [float(line.split("\t")[3]) for line in shown.stdout.splitlines()] == pytest.approx(MEANS["pmr"], abs=5e-5)
