"""The list of measures, and one of them in detail."""

import json

from click.testing import CliRunner

from assess.cli import main
from assess.measures.catalogue import MEASURES


def test_every_measure_is_listed_with_what_it_needs():
    shown = CliRunner().invoke(main, ["measures"]).output.splitlines()
    assert shown[1].split(maxsplit=8)[:7] == ["pgc", "preferences,", "grades", "or", "both", "0", "to"]
    assert [line.split()[0] for line in shown[1 : len(MEASURES) + 1]] == list(MEASURES)


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
    assert shown.stderr.startswith("Error: found measure 'pcg', expected one of pgc, compat")
