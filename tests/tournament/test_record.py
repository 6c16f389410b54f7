"""Adding answers to a tournament on files."""

from random import Random

import pytest

from assess.errors import AssessError, ConflictError, FormatError, ParameterError, UnknownNameError
from assess.model import Judgment
from assess.tournament import Parameters, play
from assess.tournament.record import EXTRA, Record, RecordedAnswer, add, start

GRADES = {
    "t": {f"d{number:02}": 1 for number in range(20)} | {"bad": 0},
    "u": {"a": 2, "b": 1, "c": 1, "z": 0},
    "lonely": {"x": 1},
}


def opened(**parameters: int) -> Record:
    return start(GRADES, Parameters(**parameters), seed=3)


def answer(topic: str, a: str, b: str, preferred: str | None = None, where: str = "f, line 1") -> RecordedAnswer:
    return RecordedAnswer(where, Judgment(topic, a, b, preferred))


def answers(record: Record) -> list[RecordedAnswer]:
    """The smaller docno wins every pairing asked for now."""
    return [
        answer(topic, left, right, min(left, right), f"f, line {number}")
        for number, (topic, left, right) in enumerate(record.questions(), start=1)
    ]


def finished(record: Record) -> Record:
    while asked := answers(record):
        record = add(record, asked)
    return record


def test_a_tournament_played_by_questions_and_answers_ends_with_the_best_in_front() -> None:
    record = finished(opened())
    assert all(state.done for state in record.states.values())
    assert record.qrels()["u"] == {"a": 50, "b": 40, "c": 30, "z": 0}
    assert record.qrels()["t"]["d00"] == 50


def test_a_topic_without_a_pairing_keeps_its_grade() -> None:
    assert finished(opened()).qrels()["lonely"] == {"x": 1}


def test_unfinished_topics_keep_their_grades() -> None:
    assert opened().qrels()["u"] == GRADES["u"]


def test_partial_and_shuffled_answers_end_as_complete_ones_do() -> None:
    complete, partial, rng = finished(opened()), opened(), Random(1)
    while asked := answers(partial):
        partial = add(partial, rng.sample(asked, k=(len(asked) + 1) // 2))
    assert partial.states == complete.states


def test_answers_to_later_rounds_may_come_with_those_to_earlier_ones_in_any_order() -> None:
    complete = finished(opened())
    log = [answer(j.topic, j.docno_a, j.docno_b, j.preferred) for j in complete.judgments]
    log.reverse()
    assert add(opened(), log).states == complete.states


def test_the_states_are_those_of_the_log_alone() -> None:
    record = finished(opened())
    log = [judgment for judgment in record.judgments if judgment.topic == "t"]
    assert play(record.tournament("t"), log) == record.states["t"]


def test_each_missing_vote_is_a_question_with_alternating_sides() -> None:
    asked = [(a, b) for topic, a, b in opened(votes=2).questions() if topic == "u"]
    assert len(asked) == 6
    assert all((b, a) in asked for a, b in asked)


def test_sides_are_drawn_at_random() -> None:
    in_order = [a < b for _, a, b in opened().questions()]
    assert 0.3 < sum(in_order) / len(in_order) < 0.7


def test_a_repeated_answer_is_kept_as_an_extra_edge_and_changes_nothing() -> None:
    record = add(opened(), [answer("u", "a", "b", "a")])
    again = add(record, [answer("u", "b", "a", "a")])
    assert again.judgments[-1].round_ == EXTRA
    assert again.states == record.states


def test_a_file_sent_twice_does_not_answer_pairings_of_a_later_round() -> None:
    complete = finished(opened())
    log = [answer(j.topic, j.docno_a, j.docno_b, j.preferred) for j in complete.judgments if j.round_ == 1]
    again = add(add(opened(), log[:40]), log)
    assert [judgment.round_ for judgment in again.judgments].count(EXTRA) == 40
    assert again.states == add(opened(), log).states


def test_a_contradiction_is_refused_with_what_was_said_before() -> None:
    record = add(opened(), [answer("u", "a", "b", "a")])
    with pytest.raises(ConflictError, match=r"f, line 7: found b preferred in topic u, expected a preferred as judged"):
        add(record, [answer("u", "a", "b", "b", "f, line 7")])
    with pytest.raises(ConflictError, match="found a tie in topic u, expected a preferred"):
        add(record, [answer("u", "a", "b", None)])


def test_votes_may_contradict_each_other_as_long_as_they_are_asked_for() -> None:
    record = add(opened(votes=3), [answer("u", "a", "b", preferred) for preferred in ("a", "b", None)])
    assert [judgment.round_ for judgment in record.judgments] == [1, 1, 1]


def test_a_pairing_nobody_asked_for_is_refused_or_kept_as_an_extra_edge() -> None:
    record = opened()
    asked = {frozenset((a, b)) for topic, a, b in record.questions() if topic == "t"}
    a, b = next((a, b) for a in GRADES["t"] for b in GRADES["t"] if a < b and {a, b} not in asked and b != "bad")
    with pytest.raises(FormatError, match=f"f, line 1: found {a} against {b} in topic t, a pairing that is not needed"):
        add(record, [answer("t", a, b, a)])
    kept = add(record, [answer("t", a, b, a)], extra=True)
    assert (kept.judgments[0].round_, kept.states) == (EXTRA, record.states)


@pytest.mark.parametrize(
    ("stranger", "message"),
    [
        (answer("v", "a", "b", "a"), "f, line 1: found topic v, expected one of the 3 topics"),
        (
            answer("u", "a", "q", "a"),
            "f, line 1: found docno q, expected one of the 3 candidates of topic u; it is not",
        ),
        (answer("u", "a", "z", "a"), "it is graded, but thinned out"),
    ],
)
def test_an_unknown_topic_or_docno_is_refused_also_as_an_extra_edge(stranger: RecordedAnswer, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        add(opened(), [stranger], extra=True)


def test_ties_share_a_level() -> None:
    record = opened()
    while asked := [answer(topic, a, b) for topic, a, b in record.questions()]:
        record = add(record, asked)
    assert record.qrels()["u"] == {"a": 50, "b": 50, "c": 50, "z": 0}


def test_parameters_that_contradict_each_other_are_refused_at_the_start() -> None:
    with pytest.raises(ParameterError, match="expected k < P < F"):
        opened(k=7)


def test_grades_without_two_candidates_are_refused_at_the_start() -> None:
    with pytest.raises(AssessError, match="found no topic with two candidates among 1"):
        start({"t": {"a": 1, "b": 0}}, Parameters())


def test_topk_keeps_what_it_asked_while_answers_arrive() -> None:
    record = start(GRADES, Parameters(), "topk", seed=3)
    asked = answers(record)
    some = add(record, asked[:3])
    assert {*some.questions()} == {(a.judgment.topic, a.judgment.docno_a, a.judgment.docno_b) for a in asked[3:]}
    with pytest.raises(FormatError, match="a pairing that is not needed"):
        add(some, [answer("t", "d00", other, "d00") for other in GRADES["t"] if other not in ("d00", "bad")])


def test_topk_asks_for_more_before_a_batch_is_judged_completely() -> None:
    record = start(GRADES, Parameters(), "topk", seed=3)
    of_t = [asked for asked in answers(record) if asked.judgment.topic == "t"]
    later = add(record, of_t[:15])
    asked = [question for question in later.questions() if question[0] == "t"]
    assert len(asked) == len(of_t)
    assert later.states["t"].asked == len(of_t) + 15


def test_topk_ends_with_the_best_in_front_and_says_how_sure_it_is() -> None:
    record = finished(start(GRADES, Parameters(effort=1), "topk", seed=3))
    assert [docno for docno, level in record.qrels()["t"].items() if level >= 10] == [f"d{n:02}" for n in range(5)]
    likely = record.probabilities()["t"]
    assert likely["d00"] > 0.9 > 0.1 > likely["d19"]
    with pytest.raises(ParameterError, match="found strategy two-stage, expected topk"):
        opened().probabilities()


def test_an_unfinished_topic_of_topk_has_the_top_k_known_so_far() -> None:
    record = start(GRADES, Parameters(), "topk", seed=3)
    assert record.qrels()["t"] == GRADES["t"], "nothing is known"
    record = add(record, [asked for asked in answers(record) if asked.judgment.topic == "t"])
    assert sum(level >= 10 for level in record.qrels()["t"].values()) == 5
