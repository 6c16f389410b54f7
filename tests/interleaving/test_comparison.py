"""Many impressions, and the graph of their preferences."""

from random import Random

import pytest
from scipy.stats import binomtest

from assess import PreferenceGraph, pgc
from assess.formats.preferences import format_judgments, parse_preferences
from assess.interleaving import interleave
from assess.interleaving.comparison import Impression, outcome, outcome_of_topics, outcomes_by_topic
from assess.interleaving.edges import page_judgments
from assess.interleaving.lists import InterleavedList
from assess.simulation.clicks import CLICKERS, simulate_impressions
from assess.tournament.bradley_terry import fit

SHOWN = InterleavedList("team-draft", ("A", "B"), tuple("abcd"), ("A", "B", "B", "A"))
FOR_A, FOR_B, TIE, NOTHING = {1}, {2}, {1, 2}, set[int]()


def impressions(topic: str, *clicked: set[int]) -> list[Impression]:
    return [Impression(topic, SHOWN, each) for each in clicked]


def test_the_share_is_wins_and_half_of_the_ties_over_the_impressions_with_clicks() -> None:
    # Chapelle et al. (2012): (wins + ties / 2) / (wins + losses + ties)
    found = outcome(impressions("t", *[FOR_A] * 5, *[FOR_B] * 2, TIE, NOTHING), "A", "B")
    assert (found.wins, found.losses, found.ties, found.compared, found.unclicked) == (5, 2, 1, 8, 1)
    assert found.share == 5.5 / 8
    assert found.p == pytest.approx(binomtest(5, 7).pvalue)
    assert found.preference == 1


def test_without_a_click_there_is_no_share_and_no_preference() -> None:
    found = outcome(impressions("t", NOTHING, NOTHING), "A", "B")
    assert (found.share, found.p, found.preference, found.unclicked) == (None, 1.0, 0, 2)
    assert outcome([], "A", "B").share is None


def test_only_ties_prefer_neither() -> None:
    found = outcome(impressions("t", TIE, TIE), "A", "B")
    assert (found.share, found.p, found.preference) == (0.5, 1.0, 0)


def test_each_topic_counts_once_however_often_it_was_shown() -> None:
    seen = [
        *impressions("t1", *[FOR_A] * 90, *[FOR_B] * 10),
        *impressions("t2", FOR_B),
        *impressions("t3", FOR_B),
        *impressions("t4", TIE),
        *impressions("t5", NOTHING),
    ]
    assert outcome(seen, "A", "B").preference == 1
    found = outcome_of_topics(outcomes_by_topic(seen, "A", "B"))
    assert (found.wins, found.losses, found.ties, found.compared, found.unclicked) == (1, 2, 1, 4, 1)
    assert found.share == pytest.approx((0.9 + 0 + 0 + 0.5) / 4)
    # 0.8, -1 and -1 with any signs: all eight sums but +-0.8 (and +-0.8 twice) are as large as 1.2 or larger
    assert found.p == pytest.approx(0.5)


def test_expected_wins_of_a_probabilistic_list_add_up() -> None:
    chances = ((0.9, 0.1), (0.4, 0.6))
    shown = InterleavedList("probabilistic", ("A", "B"), ("a", "b"), ("A", "B"), chances=chances)
    found = outcome([Impression("t", shown, {1}), Impression("t", shown, {1, 2})], "A", "B")
    assert (found.wins, found.losses, found.ties) == pytest.approx((1.26, 0.16, 0.58))
    assert found.share == pytest.approx((1.26 + 0.58 / 2) / 2)


@pytest.mark.parametrize("method", ["team-draft", "balanced", "probabilistic"])
def test_the_preferences_of_clicks_join_a_graph_of_result_pages(method: str) -> None:
    docnos = [f"d{number}" for number in range(10)]
    rankings = {"good": docnos, "poor": docnos[::-1]}
    grades = dict.fromkeys(docnos[:3], 1.0)
    seen = simulate_impressions(rankings, grades, method, CLICKERS["informational"], 200, 10, Random(1))
    text = format_judgments(page_judgments(seen), columns=4)
    preferences = parse_preferences(text.encode())["simulated"]

    # Beside it, a page that an assessor put between the two, side by side
    graph = PreferenceGraph([*preferences, ("good", "middling"), ("middling", "poor")])
    assert graph.edge_count == len(preferences) + 2 > 100
    assert graph.ideal() == ["good", "middling", "poor"]
    assert pgc(graph, ["good", "middling", "poor"]) > pgc(graph, ["poor", "middling", "good"])

    points = preferences.count(("good", "poor"))
    results = ((("good", "poor"), 1.0),) * points + ((("good", "poor"), 0.0),) * (len(preferences) - points)
    strengths = fit(("good", "poor"), results)
    assert strengths["good"] > 0 > strengths["poor"]


def test_an_impression_with_equal_credit_is_a_tie_and_one_without_clicks_is_nothing() -> None:
    text = format_judgments(page_judgments(impressions("t", FOR_B, TIE, NOTHING)), columns=4)
    assert text == "t A B B\nt A B tie\n"


def test_random_clicks_on_shifted_rankings_give_as_many_edges_either_way() -> None:
    # Not so if the sign of the average over all ways to make the list decided: d2, d3, d4 are mostly from B.
    rankings = {"A": ["d1", "d2", "d3", "d4"], "B": ["d2", "d3", "d4", "d1"]}
    rng = Random(1)
    lists = [interleave(rankings, "probabilistic", 4, rng) for _ in range(2_000)]
    seen = [Impression("t", shown, {rng.randint(1, 4)}) for shown in lists]
    preferred = [judgment.preferred for judgment in page_judgments(seen)]
    assert binomtest(preferred.count("A"), preferred.count("A") + preferred.count("B")).pvalue > 0.01
    signs = [outcome([each], "A", "B").preference for each in seen]
    assert signs.count(1) / (signs.count(1) + signs.count(-1)) == pytest.approx(0.38, abs=0.04)
