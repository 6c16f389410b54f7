"""``assess report`` on files: one page that needs nothing else, and the numbers of the other commands."""

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main

PREFS = "t1 a b a\nt1 a b b\nt1 a c a\nt1 b c b\nt2 a b a\nt2 a b a\nt3 c a a\nt3 b c b\nt3 a b a\n"
QRELS = "t1 Q0 a 2\nt1 Q0 b 1\nt1 Q0 c 0\nt2 Q0 a 1\nt2 Q0 b 1\nt3 Q0 a 2\nt3 Q0 b 2\nt3 Q0 c 1\n"
RUNS = {
    "one": {"t1": "a b c", "t2": "a b", "t3": "a b c"},
    "two": {"t1": "b a c", "t2": "b a", "t3": "c b a"},
    "three": {"t1": "c b a", "t2": "a b", "t3": "b a c"},
}
FILES = ["--prefs", "crowd.pref", "--qrels", "grades.qrels", "--runs", "one", "two", "three"]
VOID = {"meta", "link", "br", "img", "input", "hr"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files, and a report that has everything."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        write_files()
        report(*FILES, "--topics", "topics.tsv", "--date", "18 November 2026", "--title", "Evening & skies")
    return folder


@pytest.fixture
def here(whole: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page of that report, in whose folder we are."""
    monkeypatch.chdir(whole)
    return Path("out/index.html").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files."""
    monkeypatch.chdir(tmp_path)
    write_files()
    return tmp_path


def write_files() -> None:
    Path("crowd.pref").write_text(PREFS)
    Path("grades.qrels").write_text(QRELS)
    Path("topics.tsv").write_text("t1\tWhy <b>not</b>?\nt2\tWhere & when?\nt3\tWho?\n")
    for name, topics in RUNS.items():
        write_run(name, topics)


def write_run(name: str, topics: dict[str, str]) -> None:
    lines = [
        f"{topic} Q0 {docno} {rank} {10 - rank} {name}\n"
        for topic, docnos in topics.items()
        for rank, docno in enumerate(docnos.split(), 1)
    ]
    Path(name).write_text("".join(lines))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def report(*arguments: str, output: str = "out") -> str:
    done = run("report", *arguments, "-o", output)
    assert done.exit_code == 0, done.output
    page = (Path(output) / "index.html").read_text(encoding="utf-8")
    shown = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)
    tables = "".join(path.read_text(encoding="utf-8") for path in (Path(output) / "tables").iterdir())
    assert re.findall(r"\b(?:nan|NaN|inf|None)\b", shown + tables) == []
    return page


def table(name: str, output: str = "out") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((Path(output) / "tables" / f"{name}.csv").read_text(encoding="utf-8"))))


def figure_in(page: str, name: str) -> str:
    """The SVG of a figure of the page."""
    return page.split(f'aria-labelledby="{name}-alt"')[1].split("</svg>")[0]


class Outline(HTMLParser):
    """The elements of a page: those left open, ids, headings, and everything that a browser would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [str(given[name]) for name in ("src", "href", "xlink:href", "data", "srcset") if name in given]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_chapter_is_there_and_the_page_is_well_formed(here: str) -> None:
    page = here
    outline = Outline(page)
    assert outline.open == []
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page) == [
        "In numbers",
        "Pools and rounds",
        "Cost",
        "People",
        "Agreement",
        "Transitivity",
        "Best items",
        "Leaderboard",
        "Measure against measure",
        "Which runs differ",
        "What was assumed",
    ]
    assert len(outline.ids) == len(set(outline.ids))
    assert {link[1:] for link in outline.links if link.startswith("#")} <= set(outline.ids)
    assert outline.tags.count("table") == outline.tags.count("caption") > 10
    assert outline.tags.count("figure") == outline.tags.count("figcaption") == page.count('role="img"') == 7


def test_the_page_needs_nothing_but_itself(here: str) -> None:
    page = here
    outline = Outline(page)
    beside = {link for link in outline.links if not link.startswith("#")}
    assert all((Path("out") / link).is_file() for link in beside)
    assert {Path(link).suffix for link in beside} == {".svg", ".pdf", ".csv"}  # links to follow, nothing to load
    assert not {"link", "script", "img", "iframe", "object"} & set(outline.tags)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)


def test_the_same_input_gives_the_same_bytes(here: str) -> None:
    report(*FILES, "--topics", "topics.tsv", "--date", "18 November 2026", "--title", "Evening & skies", output="again")
    first, second = (
        {str(path.relative_to(output)): path.read_bytes() for path in Path(output).rglob("*") if path.is_file()}
        for output in ("out", "again")
    )
    assert first == second
    assert {"figures/leaderboard.svg", "figures/leaderboard.pdf", "tables/leaderboard-pgc.csv"} <= set(first)


def test_scores_are_those_of_assess_score(here: str) -> None:
    measures = ["-m", "pgc", "-m", "compat", "-m", "nDCG@10"]
    scores = run("score", "--prefs", "crowd.pref", "--qrels", "grades.qrels", *measures, "-q", "--csv", *RUNS)
    expected = list(csv.DictReader(io.StringIO(scores.stdout)))
    by_topic = {(row["run"], row["topic"], row["measure"]): float(row["value"]) for row in table("scores")}
    assert by_topic == {
        (r["run"], r["topic"], r["measure"]): float(r["value"]) for r in expected if r["topic"] != "all"
    }
    for measure, name in {"pgc": "pgc", "compat": "compat", "nDCG@10": "nDCG-10"}.items():
        means = {r["run"]: float(r["value"]) for r in expected if (r["topic"], r["measure"]) == ("all", measure)}
        found = {row["run"]: float(row["mean"]) for row in table(f"leaderboard-{name}")}
        assert found == pytest.approx(means, abs=1e-12)


def test_analyses_are_those_of_assess_analyse(here: str) -> None:
    shown = run("analyse", "crowd.pref", "--qrels", "grades.qrels", "--csv").stdout
    expected = {(row["section"], row["row"], row["figure"]): row["value"] for row in csv.DictReader(io.StringIO(shown))}
    for name, key in {"repeats": "judgments", "transitivity": "triples of kind", "grades": "gap in grade"}.items():
        for row in table(name):
            for figure, value in row.items():
                if figure != key:
                    assert expected[name, row[key], figure] == value
    assert expected["agreement", "2 answers; Fleiss' kappa", "value"] == table("agreement")[1]["value"]


def test_differences_of_runs_are_those_of_assess_score(here: str) -> None:
    for baseline in ("two", "three"):
        files = ["--prefs", "crowd.pref", "--qrels", "grades.qrels", "-m", "pgc"]
        shown = run("score", *files, "--compare", baseline, "--csv", *RUNS).stdout
        expected = {row["run"]: row for row in csv.DictReader(io.StringIO(shown))}
        compared = [row for row in table("comparisons-pgc") if row["other"] == baseline]
        assert compared
        for row in compared:
            other = expected[row["run"]]
            names = {name: name for name in ("difference", "low", "high", "t", "p", "detectable")}
            for name, theirs in {**names, "randomized": "randomization", "d_z": "effect"}.items():
                assert float(row[name]) == pytest.approx(float(other[theirs]), abs=1e-12)
        [told] = [row for row in table("sensitivity") if row["measure"] == "pgc"]
        assert told["p < 0.05"] == expected["one"]["sensitivity"]


def test_the_summary_says_which_difference_could_be_detected(here: str) -> None:
    [told] = [row for row in table("sensitivity") if row["measure"] == "pgc"]
    assert f"3 topics detect a difference of {float(told['detectable']):.3f} between two runs" in here


def test_where_lower_is_better_the_lowest_run_is_first(here: str) -> None:
    page = report(*FILES, "-m", "e@2", "-m", "pgc", output="effort")
    by_e, by_pgc = table("leaderboard-e-2", "effort"), table("leaderboard-pgc", "effort")
    means = [float(row["mean"]) for row in by_e]
    assert means == sorted(means)
    assert means[0] < means[-1]
    assert [row["place"] for row in by_e] == ["1", "1", "3"]
    assert {row["run"] for row in by_e if row["place"] == "1"} == {"one", "two"}
    assert by_pgc[0]["run"] == "one"
    assert {float(row["difference"]) <= 0 for row in table("comparisons-e-2", "effort")} == {True}
    assert "one, two lead by e@2" in page
    assert "e@2: lower is better, the best run is first" in page
    assert "lower is better" in figure_in(page, "leaderboard")
    assert "axis turned)" in figure_in(page, "measures")
    [tau] = [float(row["Kendall's tau-b"]) for row in table("consistency", "effort")]
    assert f"tau-b {tau:.2f}" in figure_in(page, "measures")


def test_print_splits_only_long_tables_and_breaks_only_long_texts(folder: Path) -> None:
    docnos = ["CAR_" + "0" * 40, "CAR_" + "1" * 60]
    lines = [f"t{number:02} {docno} x {docno}\n" for number in range(7) for docno in docnos]
    Path("crowd.pref").write_text("".join(lines) + "".join(f"t{number} a b a\n" for number in range(20, 30)))
    page = report("--prefs", "crowd.pref")
    shown = re.findall(
        r'<div class="table((?: [^"]*)?)">.*?<caption>(.*?) <span.*?<tbody>(.*?)</tbody>', page, re.DOTALL
    )
    rows = {caption: (classes, body.count("<tr>")) for classes, caption, body in shown}
    assert {caption: " many-rows" in classes for caption, (classes, _) in rows.items()} == {
        caption: number > 12 for caption, (_, number) in rows.items()
    }
    assert rows["Items of each topic, step by step"][1] == 17
    assert f'<td class="text words long endless">{docnos[0]}, {docnos[1]}</td>' in page
    assert "@bottom-center" in page
    assert "counter(figure)" in page


def test_questions_title_and_date_are_printed_and_escaped(here: str) -> None:
    assert "Why &lt;b&gt;not&lt;/b&gt;?" in here
    assert "<b>" not in here
    assert "18 November 2026" in here
    assert "one leads by pgc" in here
    assert "By pgc a perfect run would score" in here
    assert "It is not significantly better than any other run (paired t-test, Holm)." in here
    assert "<h1>Evening &amp; skies</h1>" in here


def test_one_topic_has_no_intervals_and_no_tests(folder: Path) -> None:
    Path("crowd.pref").write_text("t1 a b a\nt1 a b b\nt1 a c a\n")
    Path("grades.qrels").write_text("t1 Q0 a 2\nt1 Q0 b 1\n")
    page = report(*FILES)
    assert "intervals: not defined because there is one topic; they need two" in page
    assert "tests: not defined because there is one topic; they need two" in page
    assert {row["low"] for row in table("leaderboard-pgc")} == {""}
    assert not Path("out/figures/significance.svg").exists()


def test_no_runs(folder: Path) -> None:
    page = report("--prefs", "crowd.pref")
    assert page.count("There are no scores because no run was given.") == 3
    assert not Path("out/tables/scores.csv").exists()


def test_no_judgments_but_grades(folder: Path) -> None:
    page = report("--qrels", "grades.qrels", "--runs", "one", "two")
    assert "Transitivity: not defined because there are no preference judgments." in page
    assert [row["run"] for row in table("leaderboard-pgc")] == ["one", "two"]


def test_all_ties(folder: Path) -> None:
    Path("crowd.pref").write_text("t1 a b tie\nt1 a b tie\nt2 a b tie\n")
    page = report(*FILES)
    assert "best items: not defined because no item won a judgment" in page
    assert "share, other gaps: not defined because no judgment prefers an item" in page
    assert "Agreement between assessors. " in page  # there are no intervals
    assert {row["share"] for row in table("grades")} == {""}


def test_runs_that_nothing_can_be_scored_by_are_named_with_the_reason(folder: Path) -> None:
    Path("crowd.pref").write_text("t1 a b tie\nt2 a b tie\n")
    page = report("--prefs", "crowd.pref", "--runs", *RUNS)
    assert page.count("There are no scores because no measure is defined for any topic that was judged.") == 3
    assert "pgc is not defined: no topic has " in page
    assert [row["number"] for row in table("numbers") if row["what"] == "runs"] == ["3"]


def test_captions_say_what_a_figure_leaves_out(folder: Path) -> None:
    measures = [text for name in ("pgc", "AP", "RR", "P@1", "nDCG@3", "compat") for text in ("-m", name)]
    page = report(*FILES, *measures)
    assert "; the first 3 of 6 measures, the tables have all." in page
    assert "; the first 12 of 15 pairs, the tables have all." in page
    assert len(table("consistency")) == 15


def test_a_count_has_no_leaderboard(folder: Path) -> None:
    page = report(*FILES, "-m", "NumRet", "-m", "pgc")
    assert "NumRet: no leaderboard because it counts; its values are in tables/scores.csv." in page
    assert not Path("out/tables/leaderboard-NumRet.csv").exists()
    assert "one leads by pgc" in page
    assert {row["value"] for row in table("scores") if row["measure"] == "NumRet"} == {"2.0", "3.0"}
    page = report(*FILES, "-m", "NumRet", output="alone")
    assert "NumRet: no leaderboard because it counts" in page


def test_equal_systems(folder: Path) -> None:
    for name in RUNS:
        write_run(name, RUNS["one"])
    page = report(*FILES)
    assert {row["place"] for row in table("leaderboard-pgc")} == {"1"}
    rows = table("comparisons-pgc")
    assert {(row["difference"], row["Holm"], row["randomized, Holm"]) for row in rows} == {("0.0", "", "1.0")}
    assert "3 pairs of runs: not defined because the difference is the same on all topics: t-test" in page
    assert "pgc, detectable: not defined because no difference varies over topics" in page
    assert "not defined</text>" in figure_in(page, "significance")
    assert "not defined because a measure gives all runs the same score" in page
    assert "All 3 runs are equal by pgc" in page


def test_one_run(folder: Path) -> None:
    page = report(*FILES[:4], "--runs", "one")
    assert "tests: not defined because there is one run; they need two" in page
    assert "Correlations: not defined because there is one run; they need two." in page
    assert "The only run is one, by pgc: " in page


def test_ids_of_assessors_are_in_no_file(folder: Path) -> None:
    logged = '{{"topic": "t1", "round": 1, "docno_a": "a", "docno_b": "b", "left": "a", "preferred": "{}", '
    logged += '"strength": 1, "seconds": 3.5, "assessor": {{"kind": "worker", "identity": "{}"}}, "counts": true}}\n'
    Path("log.jsonl").write_text("".join(logged.format("ab"[n % 2], f"SECRET{n % 3}") for n in range(12)))
    page = report("--prefs", "log.jsonl")
    assert "person 3" in page
    assert "agree, -: not defined" not in page
    assert sum(int(row["judgments"]) for row in table("people")) == 12
    everything = b"".join(path.read_bytes() for path in Path("out").rglob("*") if path.is_file())
    assert b"SECRET" not in everything


def test_one_person_agrees_with_nobody_and_the_reason_is_told(folder: Path) -> None:
    logged = '{"topic": "t1", "round": 1, "docno_a": "a", "docno_b": "b", "left": "a", "preferred": null, '
    logged += '"strength": 1, "seconds": 3.5, "assessor": {"kind": "worker", "identity": "w"}, "counts": true}\n'
    Path("log.jsonl").write_text(logged * 3)
    page = report("--prefs", "log.jsonl")
    assert "agree, -: not defined because nobody else judged these pairs" in page
    assert "left, -: not defined because the person preferred no item" in page
    assert "Cohen&#39;s kappa: not defined because no two assessors have 10 pairs in common" in page
    assert [(row["agree"], row["left"]) for row in table("people")] == [("", "")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "found neither a campaign nor judgments"),
        (("cast", "--prefs", "crowd.pref"), "expected a campaign or files"),
        (("--prefs", "-"), "found - (standard input)"),
        (("--prefs", "crowd.pref", "-o", "."), "expected a new folder"),
        (("--runs", "one"), "found neither a campaign nor judgments"),
    ],
)
def test_what_cannot_be_reported_is_refused(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run("report", *arguments)
    assert done.exit_code == 1
    assert message in done.output


def test_without_matplotlib_the_remedy_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assess.report.figure_style.find_spec", lambda name: None)
    done = run("report", *FILES)
    assert "pip install 'assess[plots]'" in done.output
    assert not Path("report").exists()
