"""Sections on small data: what is told, and why something is not."""

import pytest

from assess.analysis.expert import expert_judgments_section
from assess.analysis.grades import grade_sections
from assess.analysis.items import expert_section, items_section
from assess.analysis.judgments import judgment_sections
from assess.analysis.measures import measure_sections, merged, run_means
from assess.analysis.pages import page_sections
from assess.analysis.reading import parse_any_judgments
from assess.errors import FormatError, NotDefinedError
from assess.formats.scores import parse_scores
from assess.model import Judgment
from assess.stats.agreement.judgment_table import JudgmentTable


def table(text: str) -> JudgmentTable:
    return JudgmentTable.of(parse_any_judgments(text.encode()))


def test_one_topic_judged_once_says_what_is_not_defined() -> None:
    counts, agreement, repeats, transitivity = judgment_sections(table("t a b a\n"))
    assert (counts.rows[0], agreement.rows) == (("topics", 1), ())
    assert "agreement, 2 answers: not defined because no pair was judged twice" in agreement.notes
    assert repeats.rows == (("any two judgments of a pair", None, None, None, None, None),)
    assert transitivity.notes[-1] == "asym, s2a, s2s, all: not defined because there is no such triple"


def test_all_ties_have_percent_agreement_and_no_kappa() -> None:
    _, agreement, *_ = judgment_sections(table("t a b tie\nt a b tie\nu a b tie\nu a b tie\n"))
    values = {row[1]: row[2] for row in agreement.rows}
    assert values["percent agreement"] == 1.0
    assert values["Fleiss' kappa"] is None
    assert "Fleiss' kappa, 3 answers: not defined because all answers are the same" in agreement.notes
    reason = "; Krippendorff's alpha, interval, 3 answers: not defined because all answers are the same"
    assert agreement.notes[-2].endswith(reason)  # one note for all that share a reason


def test_one_assessor_has_no_kappa_with_anybody() -> None:
    line = '{"topic": "t", "docno_a": "a", "docno_b": "b", "preferred": "a", "left": "b", "assessor": "x"}\n'
    sections = {section.name: section for section in judgment_sections(table(line * 2))}
    assert sections["assessors"].rows == ()
    assert any(note.startswith("Cohen's kappa: not defined because no two") for note in sections["agreement"].notes)
    assert sections["repeats"].rows[1][:3] == ("of the same assessor", 1, 1)
    assert sections["sides"].rows[0][1:4] == (0, 2, 0)


def test_grades_that_do_not_fit_are_told() -> None:
    gaps, *_ = grade_sections(table("t a b a\n"), {"t": {"a": 1, "b": 1}})
    assert gaps.rows[0][:3] == ("0", 1, None)
    assert "all different grades: not defined because no judged pair has two different grades" in gaps.notes


def test_files_that_are_no_judgments_are_refused() -> None:
    with pytest.raises(FormatError, match="found 'qrels', expected one of: preferences, image pairs, judgment log"):
        parse_any_judgments(b"t Q0 d 1\n", "f")


def test_image_votes_keep_their_order_and_strength() -> None:
    first, second, third = parse_any_judgments(b"q\tb/q_1.jpg,a/q_0.jpg\t-2\t0\t1.0\n")
    assert (first.docno_a, first.preferred, first.strength) == ("b/q_1.jpg", "b/q_1.jpg", 2)
    assert (second.preferred, third.preferred, third.strength) == (None, "a/q_0.jpg", 1)
    assert (first.left, first.assessor) == (None, None)  # left in the file is ranked higher, not shown on the left


def test_crowd_against_expert() -> None:
    crowd = table("t a b a\nt a b b\nt a c a\nt b c tie\nu a b a\n")
    section = expert_judgments_section(crowd, table("t b a\nt c a\nt c b\nv a b\n"))
    [row] = section.as_records()
    assert (row["pairs"], row["judgments"]) == (3, 4)
    assert (row["agree"], row["disagree"], row["ties"]) == (1, 2, 1)
    with pytest.raises(NotDefinedError, match="no pair in common"):
        expert_judgments_section(crowd, table("v a b a\n"))


GRADES = {"t": {"a": 2, "b": 2, "c": 1}, "u": {"a": 1, "b": 0}, "v": {"a": 1}}
LEVELS = {"t": {"a": 40, "b": 50, "c": 50}, "u": {"a": 50, "b": 0}, "v": {"a": 1}}


def test_where_the_experts_best_item_is() -> None:
    expert = {"t": {"a": 1}, "u": {"b": 1, "a": 0}, "w": {"a": 1}}
    rows = {row[0]: row[1] for row in expert_section(LEVELS, GRADES, expert).rows}
    assert rows == {"rank 3": 1, "in the top": 1, "not in the top": 1}
    with pytest.raises(NotDefinedError, match="judged no topic"):
        expert_section(LEVELS, GRADES, {"w": {"a": 1}})


def test_grades_of_the_top_items() -> None:
    section = items_section(GRADES, {"t": ["a", "x"]}, LEVELS, k=1)
    first, second = section.as_records()
    assert [first[name] for name in ("grade", "candidates", "judged", "top 1", "top")] == [
        "top grade",
        4,
        1,
        2,
        3,
    ]
    assert (second["grade"], second["top 1"], second["share of top"]) == ("1 below", 1, 0.25)
    with pytest.raises(NotDefinedError, match="no item has a grade"):
        items_section({"t": {"a": 0}}, {"u": ["b"]}, None, k=1)


SCORES = "".join(
    f"{run}\t{topic}\t{measure}\t{value}\n"
    for measure, values in {"m": (3, 2, 1), "n": (1, 3, 2)}.items()
    for run, value in zip("xyz", values, strict=True)
    for topic in ("t1", "t2")
)


def test_measures_are_compared_on_the_means_of_runs() -> None:
    points, consistency = measure_sections(parse_scores(SCORES.encode()))
    assert points.rows == (("x", 3.0, 1.0), ("y", 2.0, 3.0), ("z", 1.0, 2.0))
    [row] = consistency.as_records()
    assert (row["runs"], row["Kendall's tau-b"], row["Spearman's rho"]) == (
        3,
        pytest.approx(-1 / 3),
        pytest.approx(-0.5),
    )
    # By hand: x y z against y z x: (0 + 1/2) / 2, doubled, minus 1; y z x against x y z: (1 + 0) / 2, doubled, minus 1.
    assert (row["tau_AP"], row["tau_AP, exchanged"]) == (pytest.approx(-0.5), pytest.approx(0))


def test_the_mean_over_topics_is_the_one_in_the_file() -> None:
    scores = parse_scores(b"x\tt1\tm\t1\nx\tall\tm\t7\ny\tt1\tn\t1\ny\tt2\tn\t2\n")
    assert run_means(scores) == {"m": {"x": 7}, "n": {"y": 1.5}}
    points, consistency = measure_sections(scores)
    assert points.notes == ("not every run has every measure: the file has no such score",)
    assert consistency.rows[0][2:] == (0, None, None, None, None)


def test_a_measure_that_two_tables_differ_about_is_named_by_its_table() -> None:
    one, two = parse_scores(b"x\tall\tm\t1\n"), parse_scores(b"x\tall\tm\t2\n")
    assert merged({"a": one, "b": one}) == one
    assert merged({"a": one, "b": two}) == {"m (a)": {"all": {"x": 1}}, "m (b)": {"all": {"x": 2}}}
    other = parse_scores(b"y\tall\tm\t2\nx\tall\tn\t5\n")
    assert merged({"a": one, "b": other}) == {"m": {"all": {"x": 1, "y": 2}}, "n": {"all": {"x": 5}}}


def test_measures_against_pages() -> None:
    pages = [Judgment("t1", "x", "y", "x"), Judgment("t2", "y", "x", "y"), Judgment("t2", "x", "z", None)]
    [section] = page_sections(parse_scores(SCORES.encode()), [*pages, Judgment("t9", "x", "y", "x")])
    first, second = section.as_records()
    assert (first["agree"], first["disagree"], first["page ties"], first["share"]) == (1, 1, 1, 0.5)
    assert second["agree"] == 1
    assert "m: 1 judgments are about a run or topic without a score" in section.notes


def test_pages_of_two_systems_are_tested_as_in_the_thesis() -> None:
    """Figure 5.8 (a): 6, 3, 22 and 25 pages; chi-square 1.19149."""
    cells = {(0, 1, "b"): 6, (0, 1, "s"): 3, (1, 0, "b"): 22, (1, 0, "s"): 25}
    lines, pages = [], []
    for (b, s, preferred), number in cells.items():
        for _ in range(number):
            topic = f"t{len(pages)}"
            lines += [f"b\t{topic}\tpgc\t{b}\n", f"s\t{topic}\tpgc\t{s}\n"]
            pages.append(Judgment(topic, "b", "s", preferred))
    _, tests = page_sections(parse_scores("".join(lines).encode()), pages)
    [row] = tests.as_records()
    assert [row[f"{a}, people {b}"] for a in "bs" for b in "bs"] == [22, 25, 6, 3]
    assert row["chi-square"] == pytest.approx(1.19149, abs=1e-5)
    assert row["binomial p, exact"] == pytest.approx(1.285786e-07, rel=1e-6)


def test_a_measure_where_lower_is_better_is_turned() -> None:
    lines = "".join(f"{run}\tall\te\t{e}\n{run}\tall\tAP\t{1 - e}\n" for run, e in (("x", 0.2), ("y", 0.7), ("z", 0.5)))
    points, consistency = measure_sections(parse_scores(lines.encode()))
    assert [row[0] for row in points.rows] == ["x", "z", "y"]
    assert consistency.rows == (("e", "AP", 3, 1.0, 1.0, 1.0, 1.0),)
    assert consistency.notes[-1] == "e: lower is better, so its sign is turned"


def test_people_agree_with_the_lower_error() -> None:
    scores = parse_scores(b"x\tt\te\t0.2\ny\tt\te\t0.7\nx\tall\te\t0.2\n")
    pages, _ = page_sections(scores, [Judgment("t", "x", "y", "x")])
    assert pages.rows[0][:3] == ("e", 1, 0)
    assert "e: lower is better, so its sign is turned" in pages.notes
