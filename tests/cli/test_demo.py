"""``assess demo``: a campaign in one command."""

from pathlib import Path

from click.testing import CliRunner

from assess.cli import main


def run_demo(folder: Path) -> str:
    result = CliRunner().invoke(main, ["demo", "--db", f"sqlite:///{folder}/demo.db"])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_demo_makes_its_campaign_and_prints_the_candidates_of_each_topic(tmp_path: Path) -> None:
    output = run_demo(tmp_path)
    assert "topics         10\n" in output
    assert "candidates     114, 0 of them with nothing to show" in output
    assert output.count("     candidates: d") == 10


def test_a_second_demo_finds_the_campaign_of_the_first(tmp_path: Path) -> None:
    assert run_demo(tmp_path) == run_demo(tmp_path)
