"""The rules compared with tournaments recorded elsewhere: the figures were published with the data."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.formats.qrels import parse_qrels
from assess.model import Judgment
from assess.tournament import Tournament, play
from assess.tournament.candidates import thin_by_grade
from assess.tournament.pairings import Pair, pair_of, round_robin
from assess.tournament.survivors import cut, places, survivors, wins
from assess.tournament.tally import Outcomes

K, FEW, PER_ITEM = 5, 9, 7


@dataclass
class Replay:
    """What replaying a topic of the Deep Learning track found."""

    reductions: int
    final_pool: int
    with_floor: int
    kept: int
    won: Counter[str]


def outcomes(edges: list[Pair]) -> Outcomes:
    return {pair_of(winner, loser): float(winner < loser) for winner, loser in edges}


def replay(candidates: list[str], rounds: list[list[Pair]]) -> Replay:
    """Play the recorded rounds by our rules, asserting that each round is what they ask for."""
    pool, reductions, total = candidates, 0, Counter[str]()
    with_floor = len(candidates)
    while len(pool) > FEW:
        edges = rounds[reductions]
        met = Counter(docno for edge in edges for docno in edge)
        assert set(met) == set(pool)
        assert set(met.values()) <= {PER_ITEM, PER_ITEM + 1}
        results = outcomes(edges)
        assert len(results) == len(edges)
        won = wins(pool, results)
        total.update({docno: int(number) for docno, number in won.items()})
        pool, reductions = survivors(won, PER_ITEM), reductions + 1
        with_floor = len(survivors(won, PER_ITEM, at_least=K))
    results = outcomes(rounds[reductions])
    assert sorted(results) == round_robin(pool)
    assert not any(rounds[reductions + 1 :])
    won = wins(pool, results)
    total.update({docno: int(number) for docno, number in won.items()})
    kept = sum(map(len, cut(places(won), K)))
    return Replay(reductions, len(pool), with_floor, kept, total)


@pytest.fixture(scope="module")
def deep_learning(shared_data: Path) -> dict[str, Replay]:
    folder = shared_data / "dl2019-llm"
    qrels = load(folder / "qrels.2019", parse_qrels)
    rounds = [load(path, parse_preferences) for path in sorted(folder.glob("judge.*"))]
    return {
        topic: replay(thin_by_grade(grades, K), [list(judged.get(topic, ())) for judged in rounds])
        for topic, grades in qrels.items()
    }


def test_all_180_recorded_rounds_are_those_our_rules_ask_for(deep_learning: dict[str, Replay]) -> None:
    assert len(deep_learning) == 43
    assert sum(topic.reductions for topic in deep_learning.values()) == 137
    assert sum(topic.won.total() for topic in deep_learning.values()) == 27463


def test_the_recorded_final_pools_and_tops_have_the_known_sizes(deep_learning: dict[str, Replay]) -> None:
    finals = Counter(topic.final_pool for topic in deep_learning.values())
    assert finals == {9: 8, 8: 9, 7: 7, 6: 9, 5: 6, 4: 3, 3: 1}
    kept = Counter(topic.kept for topic in deep_learning.values())
    assert kept == {5: 28, 6: 8, 7: 2, 8: 1, 4: 3, 3: 1}


def test_the_floor_would_have_kept_five_where_the_recorded_pool_fell_below(deep_learning: dict[str, Replay]) -> None:
    fallen = [topic for topic in deep_learning.values() if topic.final_pool < K]
    assert len(fallen) == 4
    assert sorted(topic.with_floor >= K for topic in fallen if topic.reductions) == [True, True, True]
    assert [topic.with_floor for topic in fallen if not topic.reductions] == [4]


def test_wins_over_all_recorded_rounds_are_the_published_ones(
    shared_data: Path, deep_learning: dict[str, Replay]
) -> None:
    published = load(shared_data / "dl2019-llm" / "prefs.dl19", parse_qrels)
    counted = {topic: +replay.won for topic, replay in deep_learning.items()}
    assert counted == published


@pytest.fixture(scope="module")
def cast_judgments(shared_data: Path) -> dict[str, list[Pair]]:
    judged = load(shared_data / "cast2019" / "TREC-CAsT-2019.pref", parse_preferences)
    return {topic: list(edges) for topic, edges in judged.items()}


@pytest.fixture(scope="module")
def cast_candidates(shared_data: Path) -> dict[str, list[str]]:
    qrels = load(shared_data / "cast2019" / "2019qrels.txt", parse_qrels)
    return {topic: thin_by_grade(grades, K) for topic, grades in qrels.items()}


def test_the_69_small_topics_of_cast_judged_once_get_their_published_levels(
    shared_data: Path, cast_judgments: dict[str, list[Pair]], cast_candidates: dict[str, list[str]]
) -> None:
    published = load(shared_data / "cast2019" / "TREC-CAsT-2019.qrels", parse_qrels)
    reproduced = 0
    for topic, candidates in cast_candidates.items():
        edges = cast_judgments.get(topic, [])
        if not 1 < len(candidates) <= FEW or len(edges) != len({pair_of(*edge) for edge in edges}):
            continue
        log = [Judgment(topic, *edge, preferred=edge[0], round_=1) for edge in edges]
        state = play(Tournament(topic, tuple(candidates)), log)
        assert state.done
        assert levels(state.ranking) == {d: level for d, level in published[topic].items() if level >= 10}
        reproduced += 1
    assert reproduced == 69


def levels(ranking: tuple[tuple[str, ...], ...]) -> dict[str, float]:
    """60 - 10 x rank; tied items share the best rank of their place."""
    found, rank = {}, 1
    for place in ranking:
        found |= dict.fromkeys(place, 60 - 10 * rank)
        rank += len(place)
    return found


def test_cast_pools_have_the_known_sizes(cast_candidates: dict[str, list[str]]) -> None:
    sizes = {topic: len(candidates) for topic, candidates in cast_candidates.items()}
    assert max(sizes, key=lambda topic: sizes[topic]) == "67_8"
    assert sizes["67_8"] == 112
    assert sum(size <= FEW for size in sizes.values()) == 80
    assert sum(size <= 7 for size in sizes.values()) == 57


def test_repeated_judgments_of_cast_agree_in_56_percent(cast_judgments: dict[str, list[Pair]]) -> None:
    agreeing = pairs = 0
    for edges in cast_judgments.values():
        answers: defaultdict[Pair, Counter[str]] = defaultdict(Counter)
        for winner, loser in edges:
            answers[pair_of(winner, loser)][winner] += 1
        for votes in answers.values():
            number = votes.total()
            pairs += number * (number - 1) // 2
            agreeing += sum(same * (same - 1) // 2 for same in votes.values())
    assert (agreeing, pairs) == (1349, 2404)
