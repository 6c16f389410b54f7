"""The demo's material is consistent: every passage has a text, a grade and a true order that agrees with it."""

import json
from collections import Counter, defaultdict
from pathlib import Path

from assess import demo


def read_json_lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_levels(path: Path) -> dict[str, dict[str, int]]:
    levels: dict[str, dict[str, int]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        topic, _, docno, level = line.split()
        levels[topic][docno] = int(level)
    return dict(levels)


def test_there_are_at_least_8_topics_with_15_to_40_passages_each() -> None:
    passages = Counter(item["topic"] for item in read_json_lines(demo.ITEMS))
    assert len(passages) >= 8
    assert all(15 <= count <= 40 for count in passages.values())
    assert {topic["topic"] for topic in read_json_lines(demo.TOPICS)} == set(passages)


def test_every_passage_has_its_own_text_a_grade_and_a_truth() -> None:
    items = read_json_lines(demo.ITEMS)
    keys = {(item["topic"], item["docno"]) for item in items}
    assert len(keys) == len({item["text"] for item in items}) == len(items)
    for levels in (read_levels(demo.GRADES), read_levels(demo.TRUTH)):
        assert {(topic, docno) for topic, docnos in levels.items() for docno in docnos} == keys


def test_the_truth_orders_all_passages_of_a_topic_and_never_contradicts_a_grade() -> None:
    grades, truth = read_levels(demo.GRADES), read_levels(demo.TRUTH)
    for topic, qualities in truth.items():
        best_first = sorted(qualities, key=lambda docno: -qualities[docno])
        assert len(set(qualities.values())) == len(qualities)
        assert [grades[topic][docno] for docno in best_first] == sorted(grades[topic].values(), reverse=True)


def test_each_topic_has_passages_for_a_tournament_and_for_challenges() -> None:
    for grades in read_levels(demo.GRADES).values():
        count = Counter(grades.values())
        assert count[2] > 9, "a pool above F needs a round of random pairings before its round robin"
        assert count[0] >= 5


def test_five_runs_get_worse_from_the_first_to_the_last() -> None:
    truth = read_levels(demo.TRUTH)
    means = []
    for path in demo.RUNS:
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        top = [truth[topic].get(docno, 0) for topic, _, docno, rank, _, _ in lines if int(rank) <= 5]
        means.append(sum(top) / len(top))
    assert len(means) == 5
    assert means == sorted(means, reverse=True)
