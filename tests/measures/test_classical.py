"""Measures computed by ir_measures."""

import pickle
import shutil
from math import log2

import ir_measures
import pytest

import assess
from assess.errors import AssessError, ParameterError
from assess.measures.classical import Classical
from assess.measures.classical_names import checked_name

QRELS = {"t1": {"a": 2, "b": 0.0}, "t2": {"a": 1}}
RUN = {"t1": ["b", "a"], "t9": ["a"]}


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


@pytest.mark.skipif(not shutil.which("perl"), reason="gdeval is written in Perl")
def test_err_takes_topics_that_are_not_numbers():
    # Two items of grade 1, of at most 4: each satisfies with (2^1 - 1) / 2^4, so ERR is 1/16 + 15/16 * 1/16 / 2.
    scores = Classical(["ERR@10"], {"first": {"a": 1, "b": 1}}).scores({"first": ["a", "b"]})
    assert scores["ERR@10"]["first"] == pytest.approx(1 / 16 + 15 / 16 / 16 / 2, abs=5e-6)  # printed with 5 digits


@pytest.mark.parametrize("name", ["AP", "RR@5", "Judged@5", "Accuracy", "Bpref"])
def test_a_run_without_judged_topics_scores_0(name):
    assert Classical([name], QRELS).scores({"t9": ["a"]}) == {name: {"t1": 0.0, "t2": 0.0}}


@pytest.mark.parametrize(
    ("name", "program"), [("alpha_nDCG@10", "pyndeval"), ("ERR_IA@10", "pyndeval"), ("RBP(rel=1)", "cwl_eval")]
)
def test_a_measure_whose_program_is_missing_says_what_to_install(name, program, monkeypatch):
    [provider] = [known for known in ir_measures.DefaultPipeline.providers if program == known.NAME]
    monkeypatch.setattr(provider, "is_available", lambda: False)
    with pytest.raises(AssessError) as refused:
        checked_name(name)
    remedy = f"needs {program}, which is not installed: pip install ir-measures[{program}]"
    assert str(refused.value).partition(";")[0] == f"measure {name!r} {remedy}"


def test_parameters_are_named_with_their_types():
    with pytest.raises(ParameterError, match=r"found beta=2, expected .*beta: a number with a point"):
        checked_name("SetF(beta=2)")
    with pytest.raises(ParameterError, match=r"measure 'Bpref@10': found cutoff=10, expected rel: a whole number"):
        checked_name("Bpref@10")
    with pytest.raises(ParameterError, match=r"measure 'RBP@10' cannot be computed .*expected cutoff: a whole number"):
        checked_name("RBP@10")


@pytest.mark.parametrize(
    "name", [name for name, known in ir_measures.measures.registry.items() if "cutoff" in known.SUPPORTED_PARAMS]
)
def test_cut_offs_below_1_are_refused(name):
    """The program behind AP@0 ends the process."""
    with pytest.raises(ParameterError, match=rf"measure '{name}@0': found cut-off 0, expected at least 1"):
        checked_name(f"{name}@0")


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("P", "cutoff, such as P@10"),
        ("ERR", "cutoff, such as ERR@10"),
        ("IPrec", "recall, such as IPrec@0.5"),
        ("INST", "max_rel, such as INST(max_rel=4)"),
        ("SDCG@10", "max_rel, such as SDCG(max_rel=4)@10"),
        ("NERR8@5", "max_rel, such as NERR8(max_rel=4)@5"),
        ("BPM", "cutoff and max_rel, such as BPM(max_rel=4)@10"),
        ("RBP(p=0.5)", "rel, such as RBP(p=0.5,rel=1)"),
    ],
)
def test_what_a_measure_lacks_is_told_with_an_example(name, needs):
    with pytest.raises(ParameterError) as refused:
        checked_name(name)
    assert str(refused.value).startswith(f"measure {name!r} needs {needs}")


def test_rbp_without_its_program_has_a_measure_of_ours_instead(monkeypatch):
    [cwl] = [known for known in ir_measures.DefaultPipeline.providers if known.NAME == "cwl_eval"]
    monkeypatch.setattr(cwl, "is_available", lambda: False)
    with pytest.raises(ParameterError) as refused:
        checked_name("RBP(p=0.5)")
    missing = "and cwl_eval, which is not installed: pip install ir-measures[cwl_eval]"
    assert str(refused.value).endswith(
        f"{missing}; p_at_h(model=rbp,order=2,depth=inf) computes RBP without it, and takes p and rel, too"
    )
    # RBP is the sum of (1 - p) p^(rank - 1) over the relevant items: Moffat and Zobel, TOIS 2008.
    scores = assess.score_runs(
        {"r": {"t1": ["b", "a", "c"]}}, qrels=QRELS, measures=["p_at_h(model=rbp,order=2,depth=inf,p=0.5)"]
    )
    [by_topic] = scores["r"].values()
    assert by_topic["t1"] == pytest.approx(0.5 * 0.5)


def test_what_the_program_refuses_is_an_error_of_ours():
    with pytest.raises(ParameterError, match=r"ir_measures cannot compute P\(rel=0\)@5 here"):
        Classical(["P(rel=0)@5"], QRELS).scores(RUN)


# d1 covers both subtopics of t1, d2 the second, d3 the first.
SUBTOPICS = {"t1": {"1": {"d1": 1, "d3": 1}, "2": {"d1": 1, "d2": 1}}}


def test_diversity_measures_use_grades_by_subtopic():
    pytest.importorskip("pyndeval")
    scores = Classical(["alpha_nDCG@10", "RR"], {"t2": {"d1": 1}}, SUBTOPICS).scores(
        {"t1": ["d3", "d1", "d2"], "t2": ["d1"]}
    )
    # With alpha = 0.5 a subtopic that was seen once counts half: gains 1, 1.5, 0.5; the best order has 2, 0.5, 0.5.
    gained, best = (1 + 1.5 / log2(3) + 0.5 / 2), (2 + 0.5 / log2(3) + 0.5 / 2)
    assert scores["alpha_nDCG@10"] == {"t1": pytest.approx(gained / best, abs=1e-6)}
    assert scores["RR"] == {"t2": 1.0}


def test_diversity_measures_are_refused_without_subtopics():
    with pytest.raises(ParameterError, match=r"measure 'alpha_nDCG@10' needs grades by subtopic: .* --subtopics"):
        Classical(["alpha_nDCG@10"], QRELS)


def test_other_measures_are_refused_with_subtopics_only():
    with pytest.raises(ParameterError, match="measure 'AP' needs qrels"):
        Classical(["AP"], {}, SUBTOPICS)
