"""Measures computed by ir_measures."""

import pickle

import pytest

from assess.errors import ParameterError
from assess.measures.classical import Classical

QRELS = {"t1": {"a": 2, "b": 0.0}, "t2": {"a": 1}}
RUN = {"t1": {"b": 3.0, "a": 2.0}, "t9": {"a": 1.0}}


def test_every_graded_topic_has_a_value_and_no_other():
    assert Classical(["RR", "P@1"], QRELS).scores(RUN) == {"RR": {"t1": 0.5, "t2": 0.0}, "P@1": {"t1": 0.0, "t2": 0.0}}


def test_two_names_of_one_measure_have_the_same_values():
    scores = Classical(["P@2", "P(rel=1)@2"], QRELS).scores(RUN)
    assert scores["P@2"] == scores["P(rel=1)@2"] == {"t1": 0.5, "t2": 0.0}


def test_grades_must_be_whole_numbers():
    with pytest.raises(ParameterError, match=r"topic t1: found grade 0.5 of 'a', expected whole numbers"):
        Classical(["RR"], {"t1": {"a": 0.5}})


def test_a_copy_in_another_process_gives_the_same():
    classical = Classical(["nDCG@10"], QRELS)
    before = classical.scores(RUN)
    assert pickle.loads(pickle.dumps(classical)).scores(RUN) == before
