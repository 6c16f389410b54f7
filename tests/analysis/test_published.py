"""The published figures of the image preferences and of TREC CAsT 2019 that analyses give.

Xie et al., "Preference-based evaluation metrics for web image search", SIGIR 2020; Clarke, Vtyurina and Smucker,
"Assessing top-k preferences", TOIS 2021; Luo's thesis. Where a figure is not reproduced, the test says so.
"""

from pathlib import Path
from time import process_time

import numpy as np
import pytest

from assess.analysis.items import items_section
from assess.analysis.judgments import judgment_sections
from assess.analysis.reading import parse_any_judgments
from assess.analysis.section import Cell, Section
from assess.files import load
from assess.formats.images import parse_image_name
from assess.formats.qrels import parse_qrels
from assess.stats.agreement.coefficients import Ratings, krippendorff_alpha
from assess.stats.agreement.judgment_table import JudgmentTable
from assess.stats.agreement.transitivity import transitivity
from assess.stats.rank_correlation import kendall_tau_b


@pytest.fixture(scope="module")
def images(shared_data: Path) -> JudgmentTable:
    return JudgmentTable.of(load(shared_data / "images" / "image_pairs_annotation", parse_any_judgments))


@pytest.fixture(scope="module")
def crowd(shared_data: Path) -> JudgmentTable:
    return JudgmentTable.of(load(shared_data / "cast2019" / "TREC-CAsT-2019.pref", parse_any_judgments))


def by_name(sections: list[Section]) -> dict[str, dict[str, dict[str, Cell]]]:
    """Section to row to figure to value; a row is named by its text columns."""
    return {
        section.name: {
            ", ".join(str(c) for c, column in zip(row, section.columns, strict=True) if column.kind == "text"): record
            for row, record in zip(section.rows, section.as_records(), strict=True)
        }
        for section in sections
    }


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("3 answers, Fleiss' kappa", 0.509),  # the paper says 0.605, which no convention gives
        ("5 answers, Fleiss' kappa", 0.478),
        ("3 answers, Fleiss' kappa, mean over topics", 0.468),
        ("3 answers, Fleiss' kappa, linear weights", 0.589),
        ("3 answers, Fleiss' kappa, quadratic weights", 0.672),
    ],
)
def test_kappas_of_the_image_preferences(images: JudgmentTable, row: str, value: float) -> None:
    found = by_name(judgment_sections(images))["agreement"][row]
    assert found["value"] == pytest.approx(value, abs=5e-4)
    assert isinstance(found["low"], float)
    assert isinstance(found["high"], float)
    assert found["low"] < value < found["high"]


@pytest.mark.parametrize(
    ("scale", "metric", "value"),
    [
        ((-1, 0, 1), "nominal", 0.5091653005088244),
        ((-1, 0, 1), "ordinal", 0.6681716591945731),
        ((-1, 0, 1), "interval", 0.6719189450759162),
        ((-2, -1, 0, 1, 2), "nominal", 0.47798368051304174),
        ((-2, -1, 0, 1, 2), "ordinal", 0.6663998305372062),
        ((-2, -1, 0, 1, 2), "interval", 0.6605895798556632),
    ],
)
def test_alphas_of_the_image_preferences(
    images: JudgmentTable, scale: tuple[int, ...], metric: str, value: float
) -> None:
    """Computed by krippendorff 0.9.0 on the same file."""
    found = krippendorff_alpha(Ratings.of(images.counts(scale), scale, images.clusters), metric)
    assert found.value == pytest.approx(value, abs=1e-12)


def test_counts_and_majorities_of_the_image_preferences(images: JudgmentTable) -> None:
    found = by_name(judgment_sections(images, splits="first"))["judgments"]
    expected = {
        **{"topics": 102, "items": 2_919, "pairs": 41_538, "judgments": 3 * 41_538},
        "majorities for the first item": 10_860,
        "majorities for a tie": 13_975,
        "majorities for the second item": 16_703,
    }
    assert {what: found[what]["number"] for what in expected} == expected
    assert int(np.sum(images.majorities != images.first_of_splits)) == 5  # one vote for each of left, tie, right


def test_transitive_triples_of_the_image_preferences(images: JudgmentTable) -> None:
    """The paper has 96, 91, 79 and 91 % on twelve other queries, which were not released."""
    started = process_time()
    found = transitivity(images, images.first_of_splits)
    assert process_time() - started < 2
    shares = {kind: round(100 * of.transitive / of.triples, 1) for kind, of in found.items()}
    assert shares == {"asym": 97.6, "s2a": 88.4, "s2s": 38.8, "all": 79.3}
    assert found["all"].triples == 393_341


def test_kendalls_tau_of_the_engines_winning_rates(images: JudgmentTable) -> None:
    """The thesis prints -0.4052 for WR, and 15 / 86 / 1 queries where Sogou, Baidu, none is better."""
    engines = [image and image.engine for image in (parse_image_name(docno) for _, docno in images.items)]
    wins = np.zeros((len(images.topics), 2))
    across = np.zeros(len(images.topics))
    for (topic, first, second), answer in zip(images.pairs, images.first_of_splits, strict=True):
        if engines[first] != engines[second]:
            across[topic] += 1
            wins[topic, 0] += answer < 0
            wins[topic, 1] += answer > 0
    sogou, baidu = (wins / across[:, None]).T
    assert [int(np.sum(better)) for better in (sogou > baidu, sogou < baidu, sogou == baidu)] == [15, 86, 1]
    assert round(kendall_tau_b(sogou, baidu), 4) == -0.4052


def test_repeats_of_cast(crowd: JudgmentTable) -> None:
    found = by_name(judgment_sections(crowd))
    counts = {
        f"pairs judged {times}": number for times, number in (("twice", 1_562), ("3 times", 222), ("4 times", 11))
    }
    assert {what: found["judgments"][what]["number"] for what in counts} == counts
    assert found["judgments"]["pairs judged 5 times"]["number"] == 11
    assert (found["judgments"]["pairs"]["number"], found["judgments"]["judgments"]["number"]) == (12_490, 14_573)
    repeats = found["repeats"]["any two judgments of a pair"]
    assert (repeats["agree"], repeats["compared"]) == (1_349, 2_404)
    section = next(s for s in judgment_sections(crowd) if s.name == "repeats")
    assert "pairs in which each item was preferred at least once: 853" in section.notes


def test_answers_from_the_top_grade_of_cast(shared_data: Path, crowd: JudgmentTable) -> None:
    """Figures 5 and 8 of the paper: more than a third of the candidates below; over 68 % and over 61 % from the top."""
    cast = shared_data / "cast2019"
    grades, levels = load(cast / "2019qrels.txt", parse_qrels), load(cast / "TREC-CAsT-2019.qrels", parse_qrels)
    judged: dict[str, list[str]] = {}
    for topic, docno in crowd.items:
        judged.setdefault(topic, []).append(docno)
    rows = by_name([items_section(grades, judged, levels, k=5)])["items"]
    assert [row["candidates"] for row in rows.values()] == [1_682, 776, 170, 45]
    assert [row["judged"] for row in rows.values()] == [1_680, 776, 170, 45]  # two topics have one candidate
    top = rows["top grade"]
    assert (top["top 1"], round(100 * float(top["share of top 1"] or 0), 2)) == (182, 68.68)
    assert (top["top"], round(100 * float(top["share of top"] or 0), 2)) == (565, 61.61)
