"""``assess score --plot``: figures of the scored runs."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main
from assess.cli.output import plots
from assess.cli.output.score_plots import Differences
from assess.report import figure_style
from assess.report.figure_style import COLOURS, LINES, MARKERS

pytest.importorskip("matplotlib")
from matplotlib.figure import Figure

QRELS = "t1 0 d1 2\nt1 0 d2 0\nt1 0 d3 1\nt2 0 d1 1\nt2 0 d4 0\nt3 0 d4 0\n"
RUNS = {
    "fox": "t1 Q0 d3 1 9 fox\nt1 Q0 d1 2 8 fox\nt2 Q0 d1 1 9 fox\n",
    "owl": "t1 Q0 d2 1 9 owl\nt1 Q0 d1 2 8 owl\nt2 Q0 d1 1 9 owl\n",
}
PICTURES = ["precision-recall", "dcg", "ndcg", "histogram", "p-at-h"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grades.qrels").write_text(QRELS)
    for name, run in RUNS.items():
        (tmp_path / f"{name}.run").write_text(run)
    return tmp_path


def score(*arguments: str, given: str | None = None) -> Result:
    options = ["score", "--qrels", "grades.qrels", "-m", "Rprec", "-m", "p_at_h(model=rbp)", *arguments]
    return CliRunner().invoke(main, options, input=given)


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_a_picture_is_drawn_the_same_each_time(folder: Path, picture: str, suffix: str) -> None:
    for name in ("one", "two"):
        drawn = score("--plot", f"{name}.{suffix}", "--picture", picture, "fox.run", "owl.run")
        assert drawn.exit_code == 0, drawn.output
        assert [line for line in drawn.stdout.splitlines() if "Rprec" in line] == [
            *("fox\tall\tRprec\t0.666667", "owl\tall\tRprec\t0.500000")
        ]
    assert (folder / f"one.{suffix}").read_bytes() == (folder / f"two.{suffix}").read_bytes()


def test_pictures_differ() -> None:
    drawn = set()
    for picture in PICTURES:
        assert score("--plot", "p.svg", "--picture", picture, "fox.run", "owl.run").exit_code == 0
        drawn.add(Path("p.svg").read_bytes())
    assert len(drawn) == len(PICTURES)


def test_topics_without_relevant_items_are_named() -> None:
    drawn = score("--plot", "p.svg", "fox.run", "owl.run")
    assert "Topics without relevant items are left out of the picture: t3\n" in drawn.stderr


def test_a_histogram_of_two_runs_needs_no_qrels(folder: Path) -> None:
    (folder / "crowd.pref").write_text("t1 d1 d2\nt1 d1 d3\n")
    options = ["score", "--prefs", "crowd.pref", "--plot", "h.svg", "--picture", "histogram", "fox.run", "owl.run"]
    assert CliRunner().invoke(main, options).exit_code == 0
    assert (folder / "h.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--plot", "p.gif", "fox.run"], "expected a name that ends with .png, .svg, .pdf"),
        (["--picture", "dcg", "fox.run"], "found a picture without a file, expected --plot FILE"),
        (["--plot", "p.svg", "--picture", "histogram", "fox.run"], "expected 2 runs for --picture histogram, found 1"),
        (["--plot", "p.svg", "-"], "found - (standard input) as a run, expected files for --picture precision-recall"),
        (["--plot", "p.svg", "--picture-depth", "5", "fox.run"], "expected it with --picture dcg or ndcg only"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_any_work(folder: Path, arguments: list[str], message: str) -> None:
    refused = score(*arguments, given=RUNS["fox"])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert message in refused.stderr
    assert not list(folder.glob("p.*"))


def test_p_at_h_is_drawn_only_if_it_is_scored() -> None:
    options = ["score", "--qrels", "grades.qrels", "-m", "AP", "--plot", "p.svg", "--picture", "p-at-h", "fox.run"]
    refused = CliRunner().invoke(main, options)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "found no P@H to draw, expected --picture p-at-h with -m p_at_h" in refused.stderr


def test_curves_need_qrels() -> None:
    (Path("crowd.pref")).write_text("t1 d1 d2\n")
    refused = CliRunner().invoke(main, ["score", "--prefs", "crowd.pref", "--plot", "p.svg", "fox.run"])
    assert refused.stderr == "Error: --picture precision-recall needs qrels\n"


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_style, "find_spec", lambda name: None)
    refused = score("--plot", "p.svg", "fox.run")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == "Error: a plot needs matplotlib, which is not installed: pip install 'assess[plots]'\n"


def test_runs_look_different_without_colours() -> None:
    looks = {(LINES[i % len(LINES)], MARKERS[i % len(MARKERS)]) for i in range(24)}
    assert len(looks) == 24
    assert len({COLOURS[i % len(COLOURS)] for i in range(6)}) == 6


def test_the_run_with_less_error_is_the_better_one() -> None:
    found = Differences("e", {"t1": 0.25, "t2": -0.5, "t3": 0}, 3, lower_is_better=True)
    assert found.bars() == [("t2", 0.5), ("t3", 0), ("t1", -0.25)]
    assert found.label("fox", "owl") == "e: owl − fox\n(lower is better)"
    assert Differences("f", {"t1": 0.25}, 1).bars() == [("t1", 0.25)]


def test_long_labels_are_broken_and_topics_counted() -> None:
    found = Differences("p_at_h(model=walk,forward=0.5,back=0.25,loss=0.25,order=2)", {"t1": 0.5, "t2": 0.5}, 3)
    assert max(map(len, found.label("fox", "owl").splitlines())) <= 44
    assert found.share(1) == "1 of 2 topics"


def test_the_plot_has_half_of_the_figure_whatever_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Figure] = []
    monkeypatch.setattr(plots.Canvas, "save", lambda canvas, figure: kept.append(figure))
    for runs in (2, 14, 40):
        tags = [f"university-of-somewhere-run-{number:03}" for number in range(runs)]
        for tag in tags:
            Path(f"{tag}.run").write_text(RUNS["fox"].replace("fox", tag))
        assert score("--plot", "p.png", *(f"{tag}.run" for tag in tags)).exit_code == 0
        kept[-1].draw_without_rendering()
        assert kept[-1].axes[0].get_position().height > 0.5
        legend = kept[-1].legends[0].get_window_extent()
        assert kept[-1].bbox.x0 <= legend.x0 < legend.x1 <= kept[-1].bbox.x1


def test_simulated_users_are_told() -> None:
    walk = "p_at_h(model=walk,forward=0.5,back=0.25,loss=0.25)"
    options = ["score", "--qrels", "grades.qrels", "-m", walk, "--plot", "p.svg", "--picture", "p-at-h", "fox.run"]
    drawn = CliRunner().invoke(main, options)
    assert drawn.exit_code == 0
    assert "The picture shows 10,000 simulated users per topic (seed 1)\n" in drawn.stderr


@pytest.mark.parametrize("picture", PICTURES)
def test_without_relevant_items_no_picture_is_drawn(folder: Path, picture: str) -> None:
    (folder / "grades.qrels").write_text("t1 0 d1 0\nt2 0 d1 0\n")
    refused = score("--plot", "p.svg", "--picture", picture, "fox.run", "owl.run")
    assert refused.exit_code == 1
    assert "no topic has a relevant item" in refused.stderr
    assert not (folder / "p.svg").exists()
