"""The figures of Baeza-Yates and Ribeiro-Neto, "Modern Information Retrieval", slides of chapter 4.

Each printed figure is compared with the exact one, rounded as printed. Where the slides misprint a figure, the test
says so and has both.
"""

import json
from pathlib import Path
from typing import Any

import ir_measures
import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from assess.measures.graded.dcg import dcg, gain_vector, ideal_gain_vector, normalized_mean
from assess.measures.graded.precision_recall import interpolated_precision, precision_recall_points

Q1 = ["d123", "d84", "d56", "d6", "d8", "d9", "d511", "d129", "d187", "d25", "d38", "d48", "d250", "d113", "d3"]
Q2 = ["d425", "d87", "d56", "d32", "d124", "d615", "d512", "d129", "d4", "d130", "d193", "d715", "d810", "d5", "d3"]
GRADES = {
    "q1": dict(
        zip(
            ["d3", "d5", "d9", "d25", "d39", "d44", "d56", "d71", "d89", "d123"],
            [3, 3, 3, 2, 2, 2, 1, 1, 1, 1],
            strict=True,
        )
    ),
    "q2": {"d3": 3, "d56": 2, "d129": 1},
}
RUN = {
    topic: {docno: float(-place) for place, docno in enumerate(ranking)} for topic, ranking in (("q1", Q1), ("q2", Q2))
}
DEPTH = 15
GAINS = np.array([gain_vector(GRADES["q1"], Q1, DEPTH), gain_vector(GRADES["q2"], Q2, DEPTH)])
IDEAL = np.array([ideal_gain_vector(GRADES[topic], DEPTH) for topic in ("q1", "q2")])


@pytest.fixture(scope="module")
def book(shared_data: Path) -> dict[str, Any]:
    transcribed: dict[str, Any] = json.loads((shared_data / "worked-examples" / "other.json").read_text())
    return transcribed["baeza_yates"]


def values(topic: str, *measures: str) -> list[float]:
    parsed = [ir_measures.parse_measure(name) for name in measures]
    found = ir_measures.calc_aggregate(parsed, {topic: GRADES[topic]}, {topic: RUN[topic]})
    return [found[measure] for measure in parsed]


def test_the_example_is_the_one_that_was_transcribed(book: dict[str, Any]) -> None:
    assert (GAINS[0] > 0).astype(int).tolist() == book["q1_relevance"]
    assert len(GRADES["q1"]) == book["q1_relevant_total"]
    assert [GAINS[0].tolist(), GAINS[1].tolist()] == [book["gain_1"], book["gain_2"]]
    assert [IDEAL[0].tolist(), IDEAL[1].tolist()] == [book["ideal_gain_1"], book["ideal_gain_2"]]


def test_precision_at_ranks_and_r_precision_of_q1(book: dict[str, Any]) -> None:
    assert values("q1", "P@5", "P@10", "Rprec") == [book["p5"], book["p10"], book["r_precision"]] == [0.4, 0.4, 0.4]


def test_average_precision_of_q1_is_printed_too_low(book: dict[str, Any]) -> None:
    [exact] = values("q1", "AP")
    assert exact == pytest.approx(book["average_precision"]) == 0.29
    assert book["average_precision_printed"] == 0.28  # the sum of 1, 0.66, 0.5, 0.4 and 0.33 is 2.89 even as printed


def test_precision_and_recall_at_the_relevant_items_of_q1() -> None:
    recall, precision = precision_recall_points(GRADES["q1"], Q1)
    assert recall.tolist() == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5])
    assert precision.tolist() == pytest.approx([1, 2 / 3, 0.5, 0.4, 1 / 3])


def test_precision_and_recall_at_the_relevant_items_of_q2() -> None:
    recall, precision = precision_recall_points(GRADES["q2"], Q2)
    assert recall.tolist() == pytest.approx([1 / 3, 2 / 3, 1])
    assert precision.tolist() == pytest.approx([1 / 3, 0.25, 0.2])


def test_precision_of_q2_at_eleven_recall_levels(book: dict[str, Any]) -> None:
    assert interpolated_precision(GRADES["q2"], Q2).tolist() == pytest.approx(book["q2_interpolated_precision"])


def test_ir_measures_gives_the_same_but_for_a_rounding_error_of_trec_eval(book: dict[str, Any]) -> None:
    levels = [f"IPrec@{level / 10:.1f}" for level in range(11)]
    assert values("q1", *levels) == pytest.approx(interpolated_precision(GRADES["q1"], Q1).tolist())
    # Recall 0.7 of 3 items needs all 3 of them; trec_eval truncates 0.7 * 3 + 0.9 = 2.9999... to 2.
    expected = [*book["q2_interpolated_precision"][:7], 0.25, *book["q2_interpolated_precision"][8:]]
    assert values("q2", *levels) == pytest.approx(expected)


def test_precision_at_eleven_recall_levels_averaged_over_both_queries() -> None:
    # The slides draw this curve without figures: these follow from the two rankings.
    q1 = [1, 1, 2 / 3, 0.5, 0.4, 1 / 3, 0, 0, 0, 0, 0]
    q2 = [1 / 3, 1 / 3, 1 / 3, 1 / 3, 0.25, 0.25, 0.25, 0.2, 0.2, 0.2, 0.2]
    found = (interpolated_precision(GRADES["q1"], Q1) + interpolated_precision(GRADES["q2"], Q2)) / 2
    assert found.tolist() == pytest.approx([(a + b) / 2 for a, b in zip(q1, q2, strict=True)])


def test_reciprocal_ranks_and_their_mean() -> None:
    # The formula of the slides lacks the division by the number of queries: it would give 4/3.
    parsed = [ir_measures.parse_measure("RR")]
    assert ir_measures.calc_aggregate(parsed, GRADES, RUN)[parsed[0]] == pytest.approx((1 + 1 / 3) / 2)


def test_cumulated_gain() -> None:
    cg = dcg(GAINS, "none")
    assert cg[0].tolist() == [1, 1, 2, 2, 2, 5, 5, 5, 5, 7, 7, 7, 7, 7, 10]
    assert cg[1].tolist() == [0, 0, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 6]
    assert cg.mean(axis=0).tolist() == [0.5, 0.5, 2, 2, 2, 3.5, 3.5, 4, 4, 5, 5, 5, 5, 5, 8]


def test_ideal_cumulated_gain() -> None:
    ideal = dcg(IDEAL, "none")
    assert ideal[0].tolist() == [3, 6, 9, 11, 13, 15, 16, 17, 18, 19, 19, 19, 19, 19, 19]
    assert ideal[1].tolist() == [3, 5, *[6] * 13]
    assert ideal.mean(axis=0).tolist() == [3, 5.5, 7.5, 8.5, 9.5, 10.5, 11, 11.5, 12, *[12.5] * 6]


def test_discounted_cumulated_gain(book: dict[str, Any]) -> None:
    assert dcg(GAINS).round(3).tolist() == [book["dcg_1"], book["dcg_2"]]
    assert dcg(GAINS).round(1).tolist() == [
        [1.0, 1.0, 1.6, 1.6, 1.6, 2.8, 2.8, 2.8, 2.8, 3.4, 3.4, 3.4, 3.4, 3.4, 4.2],
        [0.0, 0.0, 1.3, 1.3, 1.3, 1.3, 1.3, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 2.4],
    ]


def test_ideal_discounted_cumulated_gain() -> None:
    assert dcg(IDEAL).round(1).tolist() == [
        [3.0, 6.0, 7.9, 8.9, 9.8, 10.5, 10.9, 11.2, 11.5, *[11.8] * 6],
        [3.0, 5.0, *[5.6] * 13],
    ]
    assert dcg(IDEAL).mean(axis=0).round(1).tolist() == [3.0, 5.5, 6.8, 7.3, 7.7, 8.1, 8.3, 8.4, 8.6, *[8.7] * 6]


def test_average_dcg_is_misprinted_at_ranks_3_to_7() -> None:
    printed = [0.5, 0.5, 1.5, 1.5, 1.5, 2.1, 2.1, 2.2, 2.2, 2.5, 2.5, 2.5, 2.5, 2.5, 3.3]
    found = dcg(GAINS).mean(axis=0)
    misprinted = {rank for rank, (a, b) in enumerate(zip(found, printed, strict=True), 1) if abs(a - b) > 0.0501}
    assert misprinted == {3, 4, 5, 6, 7}  # averages of the rounded vectors, rounded again
    assert found[[2, 5]].round(3).tolist() == [1.446, 2.027]


def test_normalized_cumulated_gain() -> None:
    assert normalized_mean(dcg(GAINS, "none"), dcg(IDEAL, "none")).round(2).tolist() == [
        *(0.17, 0.09, 0.27, 0.24, 0.21, 0.33, 0.32, 0.35, 0.33, 0.40, 0.40, 0.40, 0.40, 0.40, 0.64)
    ]


def test_normalized_dcg_is_misprinted_at_rank_15(book: dict[str, Any]) -> None:
    printed = [0.17, 0.09, 0.21, 0.20, 0.19, 0.25, 0.25, 0.26, 0.26, 0.29, 0.29, 0.29, 0.29, 0.29, 0.38]
    found = normalized_mean(dcg(GAINS), dcg(IDEAL))
    assert found.round(4).tolist() == book["ndcg_of_averages"]
    assert found.round(2).tolist()[:14] == printed[:14]
    assert (found[14].round(2), printed[14]) == (0.37, 0.38)


def test_every_misprint_that_was_found_has_a_test_here(book: dict[str, Any]) -> None:
    assert set(book["misprints"]) == {
        *("MAP", "average DCG ranks 3-5", "average DCG ranks 6-7", "NDCG rank 15", "Spearman", "MRR formula")
    }


def test_rank_correlations(book: dict[str, Any]) -> None:
    first, second = np.arange(1, 11), np.array(book["spearman_ranks_2"])
    assert int(((first - second) ** 2).sum()) == 24
    spearman = spearmanr(first, second).statistic
    assert spearman == pytest.approx(book["spearman"])
    assert round(spearman, 3) == 0.855  # the slides cut it to 0.854
    assert kendalltau(first[:5], second[:5]).statistic == pytest.approx(book["kendall_top5"]) == 0.4
    assert kendalltau(first, second).statistic == pytest.approx(book["kendall_all10"])
