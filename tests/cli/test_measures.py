"""The list of measures, and one of them in detail."""

import json

from click.testing import CliRunner

from assess.cli import main
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
    assert shown.stderr.startswith("Error: found measure 'pcg', expected one of pgc, compat")
