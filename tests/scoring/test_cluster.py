"""Scoring on a Dask cluster of real processes."""

import gzip
import os
import subprocess
import sys
from itertools import islice

import pytest
from click.testing import CliRunner

from assess.cli import main

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def scheduler():
    """The address of a scheduler with two worker processes."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def arguments(shared_data, tmp_path):
    """Preferences, grades and two runs of CAsT 2019; the second run lacks most topics."""
    cast = shared_data / "cast2019"
    short = tmp_path / "short.run"
    with gzip.open(cast / "runs" / "exp5.run.gz", "rt") as lines:
        short.write_text("".join(islice(lines, 3000)))
    judgments = ["--prefs", str(cast / "TREC-CAsT-2019.pref"), "--qrels", str(cast / "2019qrels.txt")]
    measures = ["-m", "pgc", "-m", "compat(p=0.8)", "-m", "nDCG@3"]
    return [*judgments, *measures, "-q", "--json", str(cast / "runs" / "exp1.run.gz"), str(short)]


def test_a_cluster_gives_the_same_bytes_as_this_machine(scheduler, arguments):
    here = CliRunner().invoke(main, ["score", *arguments])
    there = CliRunner().invoke(main, ["score", "--scheduler", scheduler, *arguments])
    assert there.exit_code == here.exit_code == 0, there.output
    assert there.stdout == here.stdout
    assert there.stderr == here.stderr
    assert len(here.stdout) > 50_000


def test_the_workers_are_processes_of_their_own(scheduler):
    with distributed.Client(scheduler) as client:
        pids = client.run(os.getpid)
    assert len(set(pids.values())) == 2


def test_without_a_scheduler_there_is_a_clear_error(arguments, monkeypatch):
    monkeypatch.setattr("assess.scoring.cluster.SECONDS_TO_CONNECT", 0.3)
    shown = CliRunner().invoke(main, ["score", "--scheduler", "tcp://127.0.0.1:1", *arguments])
    assert shown.exit_code == 1
    assert "found no Dask scheduler at 'tcp://127.0.0.1:1'" in shown.stderr


def test_a_cluster_without_workers_is_refused(arguments):
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as cluster:
        address = cluster.scheduler_address
        shown = CliRunner().invoke(main, ["score", "--scheduler", address, *arguments])
    assert f"found no workers at '{address}'; start some with: dask worker {address}" in shown.stderr


def test_workers_of_another_version_are_refused(scheduler, arguments, monkeypatch):
    monkeypatch.setattr("assess.scoring.cluster.__version__", "0.0.1")
    shown = CliRunner().invoke(main, ["score", "--scheduler", scheduler, *arguments])
    assert "expected 0.0.1 as here" in shown.stderr


def test_without_dask_the_remedy_is_named():
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from assess.scoring import make_plan\n"
        "from assess.scoring.cluster import score_on_cluster\n"
        "score_on_cluster('tcp://x:1', make_plan({'t': [('a', 'b')]}, None, ['pgc']), [])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "a scheduler needs Dask: pip install 'assess[dask]'" in done.stderr
