"""Nothing that can be counted tells a challenge from another pair, even over a hundred assignments."""

from random import Random

import numpy as np
import pytest

from assess.assignments.challenges import Challenger
from assess.campaign.judging.assignment_view import HeldAssignment
from assess.campaign.setup.sources import Sources
from assess.formats.items import Item
from assess.model import Challenge
from tests.campaign.judging.spotting import Numbers, SeenTask, auc, features, learn, seen_tasks
from tests.conftest import Judged, MakeJudged

HITS = 100


def large_sources(topics: int, seed: int) -> Sources:
    """Topics with 6 to 24 candidates and 30 foils each."""
    rng = Random(seed)
    grades = {
        f"t{topic}": {f"c{topic}-{n}": 1.0 for n in range(rng.randint(6, 24))}
        | {f"a{topic}-{n}": 0.0 for n in range(30)}
        for topic in range(topics)
    }
    return Sources(
        topics={topic: f"What is {topic}?" for topic in grades},
        items=[Item(docno, topic, text=docno) for topic, docnos in grades.items() for docno in docnos],
        grades=grades,
    )


def played(campaign: Judged, seed: int) -> tuple[Numbers, Numbers]:
    """A hundred people do an assignment each: what can be counted of their tasks, and which are challenges."""
    link, rng, tasks = campaign.shared(pairings=10, challenges=3), Random(seed), list[SeenTask]()
    for number in range(HITS):
        token = campaign.arrived(link, f"P{number}", f"V{number}")
        held = campaign.taken(token)
        tasks += seen_tasks(held)
        answer(campaign, token, held, rng)
    expected = campaign.rows("SELECT assignment_id, position, expected IS NOT NULL FROM task")
    challenges = {(assignment, position) for assignment, position, is_challenge in expected if is_challenge}
    marks = [(task.assignment, task.position) in challenges for task in tasks]
    return features(tasks), np.array(marks, dtype=float)


def answer(campaign: Judged, token: str, held: HeldAssignment, rng: Random) -> None:
    """Prefer candidates to foils, and toss a coin between candidates."""
    for task in held.tasks:
        assert task.right
        good = [(docno.startswith("c"), rng.random()) for docno in (task.left.docno, task.right.docno)]
        campaign.save(token, held, task.position, -1 if good[0] > good[1] else 1)
    assert campaign.finish(token, held).outcome == "kept"


def spotted(judged: MakeJudged, seeds: range) -> tuple[float, float]:
    """How well somebody spots challenges who learned from half of the campaigns, and the error of that by chance."""
    found = [
        played(judged(name=f"c{seed}", strategy="two-stage", seed=seed, sources=large_sources(60, seed)), seed)
        for seed in seeds
    ]
    half = len(found) // 2
    spotter = learn(np.vstack([rows for rows, _ in found[:half]]), np.concatenate([marks for _, marks in found[:half]]))
    scores = np.concatenate([spotter.scores(rows) for rows, _ in found[half:]])
    marks = np.concatenate([marks for _, marks in found[half:]])
    number, others = marks.sum(), (1 - marks).sum()
    return auc(scores, marks), float(np.sqrt((number + others + 1) / (12 * number * others)))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_classifier_that_compares_a_hundred_assignments_does_not_spot_challenges(judged: MakeJudged) -> None:
    found, error = spotted(judged, range(6))
    assert abs(found - 0.5) < 3 * error


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_the_same_classifier_spots_challenges_with_foils_at_random(
    judged: MakeJudged, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(self: Challenger, topic: str, seen: object) -> Challenge:
        foils = sorted(docno for docno, grade in self.grades[topic].items() if grade == 0)
        return Challenge(topic, chosen.choice(list(self.rounds[topic].pool)), chosen.choice(foils), topic)

    chosen = Random(1)
    monkeypatch.setattr(Challenger, "draw", draw)
    found, _ = spotted(judged, range(2))
    assert found > 0.9
