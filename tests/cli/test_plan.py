"""The command that plans."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assess.cli import main

GRADES = "".join(f"t{topic} Q0 d{number:02} {1 + number % 2}\n" for topic in range(6) for number in range(24))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def plan(*arguments: object) -> Result:
    return run("plan", *arguments, "--seeds", 3, "--jobs", 1)


@pytest.fixture
def qrels(tmp_path: Path) -> Path:
    path = tmp_path / "grades.qrels"
    path.write_text(GRADES)
    return path


def test_a_plan_shows_pools_stages_figures_and_the_wage(qrels: Path) -> None:
    shown = plan(qrels)
    assert shown.exit_code == 0
    assert "candidates  72; largest pool 12 (t0); 6 pools above F = 9\n" in shown.stdout
    assert "HIT         10 pairings and 3 challenges: $2.00 + $0.40 fee; 8.7% discarded\n" in shown.stdout
    assert "round 1           6     72        252\n" in shown.stdout
    assert "wage: 13 pairs of 60 seconds for $2.00 are $9.23 an hour, below $12.00: pay $2.60, $" in shown.stdout


def test_a_fair_reward_is_not_remarked_on(qrels: Path) -> None:
    assert "wage: 13 pairs of 60 seconds for $2.60 are $12.00 an hour\n" in plan(qrels, "--reward", "2.60").stdout
    assert "wage: 10 pairs of 60 seconds for $2.00 are $12.00 an hour\n" in plan(qrels, "--challenges", 0).stdout


def test_the_parts_of_the_bill_add_up_to_the_cent(qrels: Path) -> None:
    record = json.loads(plan(qrels, "--json", "--reward", "0.33", "--masters").stdout)
    assert record["fees"] == f"{record['hits'] * 0.08:.2f}"
    assert float(record["cost"]) == pytest.approx(float(record["rewards"]) + float(record["fees"]))
    assert record["hours"] == pytest.approx(record["summary"]["hours"]["mean"], abs=0.01)
    # At most nine pairings fewer than whole HITs have, and the mean number of HITs is rounded.
    assert record["hours"] == pytest.approx(record["hits"] * 13 / 60, abs=(9 + 13 / 2) / 60)


def test_a_budget_buys_a_table_of_choices(qrels: Path) -> None:
    shown = plan(qrels, "--budget", 150, "-k", 5)
    assert shown.exit_code == 0
    heading, *lines = shown.stdout.splitlines()
    assert heading.split()[:5] == ["k", "F", "P", "votes", "final"]
    assert {line.split()[0] for line in lines[: lines.index("")]} == {"5"}
    assert "within $150.00 in 19 of 20 campaigns" in shown.stdout


def test_a_table_with_even_and_odd_p_says_that_they_cut_differently(qrels: Path) -> None:
    both = plan(qrels, "--budget", 150, "-k", 5).stdout
    assert "an average item survives a round with 0.34 for P = 6, 0.50 for P = " in both
    assert "survives a round" not in plan(qrels, "--budget", 150, "-k", 5, "-P", 7).stdout


def test_a_plan_says_how_many_campaigns_it_simulated_and_how_well_it_knows_the_range(qrels: Path) -> None:
    shown = plan(qrels).stdout
    assert "3 campaigns simulated; each end of a range is known to within ±" in shown
    assert shown.splitlines()[9].split() == ["expected", "5", "%", "95", "%", "±"]


def test_a_plan_tells_of_pools_that_ties_keep_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.qrels"
    path.write_text("".join(f"t Q0 d{number:02} 1\n" for number in range(40)))
    tied = plan(path, "--assessors", "constant:0.5", "--ties", 1).stdout
    assert "ties: in 1.0 topics, rounds of ties leave more than 18 items; 9 of them" in tied
    assert "ties:" not in plan(path).stdout


def test_a_plan_says_which_difference_between_systems_it_detects(qrels: Path, tmp_path: Path) -> None:
    assert "power: 6 topics detect a difference of 0." in plan(qrels).stdout
    assert "0.127 between the runs of CAsT 2019, 0.0" in plan(qrels).stdout
    assert "0.300 as given" in plan(qrels, "--deviation", 0.3).stdout
    for name, step in (("up", 1), ("down", -1)):
        docnos = [f"d{number:02}" for number in range(24)][::step]
        lines = (f"t{t} Q0 {docno} 1 {-rank} {name}\n" for t in range(6) for rank, docno in enumerate(docnos))
        (tmp_path / name).write_text("".join(lines))
    record = json.loads(plan(qrels, "--json", "--runs", tmp_path / "up", tmp_path / "down").stdout)["power"]
    assert record["source"] == "between the 2 runs"
    assert record["detectable"] > 0


def test_the_power_of_a_single_topic_is_not_defined(tmp_path: Path) -> None:
    path = tmp_path / "one.qrels"
    path.write_text("t Q0 a 1\nt Q0 b 1\n")
    assert "power: not defined because a t-test needs 2 topics with pairings, found 1" in plan(path).stdout
    assert json.loads(plan(path, "--json").stdout)["power"]["detectable"] is None


def test_a_budget_for_nothing_fails_and_says_what_the_least_costs(qrels: Path) -> None:
    refused = plan(qrels, "--budget", 10)
    assert refused.exit_code == 1
    assert refused.stdout.startswith("k = 3 does not fit; its first round alone is $")


def test_choices_come_as_json_too(qrels: Path) -> None:
    record = json.loads(plan(qrels, "--budget", "150", "-k", 5, "--json").stdout)
    assert record["choices"][0]["k"] == 5
    assert float(record["choices"][0]["summary"]["cost"]["high"]) <= 150


def test_numbers_given_that_leave_no_choice_are_refused(qrels: Path) -> None:
    refused = plan(qrels, "--budget", 150, "-k", 9, "-F", 9)
    assert "found no k < P < F with what is given" in refused.stderr


@pytest.fixture
def database(tmp_path: Path, qrels: Path) -> str:
    """A database with a campaign of its own parameters."""
    (tmp_path / "topics.tsv").write_text("".join(f"t{topic}\tquestion {topic}\n" for topic in range(6)))
    url = f"sqlite:///{tmp_path / 'assess.db'}"
    parameters = ("-k", 3, "-P", 5, "-F", 7, "--strategy", "two-stage-repeat")
    made = run("new", "mine", "--topics", tmp_path / "topics.tsv", "--grades", qrels, *parameters, "--db", url)
    assert made.exit_code == 0, made.stderr
    return url


def test_a_campaign_is_planned_with_its_own_parameters_unless_others_are_given(database: str) -> None:
    shown = plan("mine", "--db", database)
    assert "tournament  two-stage-repeat, k = 3, F = 7, P = 5, votes = 1\n" in shown.stdout
    changed = plan("mine", "--db", database, "-F", 9, "--strategy", "two-stage")
    assert "tournament  two-stage, k = 3, F = 9, P = 5, votes = 1\n" in changed.stdout


def test_what_is_neither_file_nor_campaign_is_refused(database: str) -> None:
    refused = plan("nobody", "--db", database)
    assert refused.exit_code == 1
    assert "found no file nobody; found no campaign 'nobody', expected one of: mine" in refused.stderr


def test_a_campaign_that_collects_grades_is_told_what_grading_takes(tmp_path: Path) -> None:
    (tmp_path / "topics.tsv").write_text("t\tquestion\n")
    (tmp_path / "r.run").write_text("t Q0 d1 1 1.0 r\nt Q0 d2 2 0.5 r\n")
    url = f"sqlite:///{tmp_path / 'assess.db'}"
    made = run("new", "mine", "--topics", tmp_path / "topics.tsv", "--runs", tmp_path / "r.run", "--db", url)
    assert made.exit_code == 0, made.stderr
    planned = plan("mine", "--db", url)
    assert "round robin       1      2          1\n" in planned.stdout
    assert planned.stderr == "mine has no grades: planned as a plain comparison, in which all items are candidates\n"
    refused = run("open", "mine", "--graders", 2, "--db", url)
    assert "found --graders without --grading" in refused.stderr
    run("open", "mine", "--grading", "--graders", 2, "--db", url)
    told = plan("mine", "--db", url, "--seconds", 90).stdout.splitlines()
    assert told[0].endswith("4 gradings: 2 items by 2 graders each; 0.1 hours more, at 45 seconds a grade")
    assert told[1].endswith("assess plan mine again when the items are graded")
    recorded = json.loads(plan("mine", "--db", url, "--json", "--graders", 3).stdout)
    assert recorded == {"grading": {"items": 2, "graders": 3, "gradings": 6, "hours": 0.05}}


def test_a_plan_of_grades_counts_overlap_and_grading(qrels: Path) -> None:
    told = plan(qrels, "--overlap", 0.25, "--overlap-votes", 3, "--graders", 2).stdout
    assert "votes = 1 (3 for 25% of pairings)\n" in told
    assert "grading     288 gradings: 144 items by 2 graders each; 2.4 hours more, at 30 seconds a grade\n" in told


def test_a_plan_of_topk_says_when_it_stops_and_how_good_it_is(qrels: Path) -> None:
    shown = plan(qrels, "--strategy", "topk", "--recall", 0.7)
    assert "topk, k = 5, votes = 1, until an expected recall of 0.7, at most 200% of two-stage\n" in shown.stdout
    [recall] = [line.split() for line in shown.stdout.splitlines() if line.startswith("  as topk says")]
    low, high = map(float, recall[4:6])
    assert 0.6 < low <= high <= 1


def test_a_budget_for_topk_is_a_choice_of_effort(qrels: Path) -> None:
    shown = plan(qrels, "--strategy", "topk", "--budget", 100, "-k", 3)
    heading, *lines = shown.stdout.splitlines()
    assert heading.split()[:3] == ["k", "effort", "judgments"]
    assert all(line.split()[0] == "3" for line in lines if "%" in line.split()[1:2])
    assert "first round" not in shown.stdout
