"""The list of measures, and one of them in detail."""

import json

import ir_measures
import pytest
from click.testing import CliRunner

from assess.cli import main
from assess.measures.browsing.browsing_models import MODELS
from assess.measures.catalogue import MEASURES


def test_every_measure_is_listed_with_what_it_needs():
    shown = CliRunner().invoke(main, ["measures"]).output.splitlines()
    pgc = ["pgc", "graph", "0", "to", "1", "Clarke,", "Luo", "and", "Smucker,", "SIGIR", "2021"]
    assert shown[1].split() == pgc
    assert shown[2] == f"    {MEASURES['pgc'].summary}"
    assert [line.split()[0] for line in shown[1 : 2 * len(MEASURES) : 2]] == list(MEASURES)


def test_one_measure_is_described_with_its_parameters():
    shown = CliRunner().invoke(main, ["measures", "PGC"]).output
    assert "reference  Clarke, Luo and Smucker, SIGIR 2021\n" in shown
    assert "p=NUMBER              0.95     persistence of the rank-biased overlap\n" in shown
    assert "normalize=true|false  false " in shown


def test_the_list_as_json_has_the_defaults():
    described = json.loads(CliRunner().invoke(main, ["measures", "--json"]).output)
    assert {kind["name"]: kind["parameters"].get("p", {}).get("default") for kind in described}["compat"] == 0.95


def test_an_unknown_measure_is_refused_with_the_known_ones():
    shown = CliRunner().invoke(main, ["measures", "pcg"])
    assert shown.exit_code == 1
    assert shown.stderr == "Error: found measure 'pcg', did you mean pgc or dcg? assess measures lists them\n"


@pytest.mark.parametrize("name", ["nDCG@10", "NDCG", "nDCG(dcg='exp-log2')"])
def test_a_measure_of_ir_measures_is_described_in_its_words(name):
    shown = CliRunner().invoke(main, ["measures", name]).output.splitlines()
    assert shown[0] == f"nDCG         {ir_measures.nDCG.SHORT_DESC}"
    assert shown[1] == "needs        grades"
    assert shown[2].startswith("computed by  ir_measures, by pytrec_eval")
    assert ["dcg='log2'|'exp-log2'", "log2", "DCG", "formulation"] in [line.split() for line in shown]


def test_required_parameters_and_subtopics_of_ir_measures_are_told():
    assert "max_rel=WHOLE NUMBER  required  maximum" in CliRunner().invoke(main, ["measures", "INSQ"]).output
    [described] = json.loads(CliRunner().invoke(main, ["measures", "alpha_nDCG@10", "--json"]).output)
    assert (described["name"], described["needs"]) == ("alpha_nDCG", "grades by subtopic")


def test_a_measure_may_be_named_with_its_parameters():
    runner = CliRunner()
    assert runner.invoke(main, ["measures", "ppref@10"]).output == runner.invoke(main, ["measures", "ppref"]).output


def test_defaults_of_the_models_of_p_at_h_are_those_of_their_classes():
    """A parameter has the default of its model where the meaning begins with the model's name."""
    for name, parameter in MEASURES["p_at_h"].parameters.items():
        model = parameter.meaning.partition(":")[0]
        if model in MODELS and name not in ("first", "recall_base"):
            assert parameter.usual == str(getattr(MODELS[model](), name))
    shown = CliRunner().invoke(main, ["measures", "p_at_h"]).output
    assert ["p=NUMBER", "0.8", "rbp:", "chance", "of", "going", "on"] in [line.split() for line in shown.splitlines()]
    assert "order=1|2 " in shown
    assert " none " not in shown


def test_usual_gain_and_effort_are_those_of_the_models():
    described = MEASURES["p_at_h"].parameters
    for key, of_model in (("gain", "usual_gain"), ("effort", "usual_effort")):
        most, *others = described[key].usual.split("; ")
        named = dict(other.split(": ") for other in others)
        assert {name: getattr(model, of_model) for name, model in MODELS.items()} == dict.fromkeys(MODELS, most) | named
