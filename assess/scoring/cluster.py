"""Score topics on a Dask cluster: this machine reads the runs and sends ranks to the cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from assess import __version__
from assess.errors import AssessError, ParameterError
from assess.scoring.by_topic import TopicTask, TopicValues, runs_of_topics, score_topics, topic_tasks
from assess.scoring.reading import Reading
from assess.scoring.scoring_plan import ScoringPlan
from assess.scoring.table import ScoredRun

if TYPE_CHECKING:
    from distributed import Client

BATCHES_PER_THREAD = 4
SECONDS_TO_CONNECT = 10


def score_on_cluster(address: str, plan: ScoringPlan, readings: Sequence[Reading]) -> list[ScoredRun]:
    """The runs with their scores, the same as if computed on this machine."""
    tasks = list(topic_tasks(plan, readings))
    with _connected(address) as client:
        _check_workers(client, address)
        batches = _batches(tasks, BATCHES_PER_THREAD * sum(client.nthreads().values()))
        futures = client.map(score_topics, batches, pure=False)
        found: TopicValues = {}
        for values in client.gather(futures):
            found |= values
    return runs_of_topics(plan, readings, found)


def _check_workers(client: "Client", address: str) -> None:
    """Refuse a cluster without workers, or with another version of assess."""
    try:
        found = set(client.run(version, "assess").values())
    except PackageNotFoundError:
        raise AssessError(f"found no assess on the workers of {address!r}: install version {__version__}") from None
    if not found:
        raise AssessError(f"found no workers at {address!r}; start some with: dask worker {address}")
    if found != {__version__}:
        raise AssessError(f"found assess {', '.join(sorted(found))} at {address!r}, expected {__version__} as here")


def _batches(tasks: Sequence[TopicTask], count: int) -> list[list[TopicTask]]:
    """Split the tasks into at most *count* batches of about the same size, the largest task first."""
    ordered = sorted(tasks, key=lambda task: -len(task[2]))
    return [batch for batch in (ordered[i::count] for i in range(count)) if batch]


@contextmanager
def _connected(address: str) -> Iterator["Client"]:
    try:
        from distributed import Client
    except ImportError:
        raise ParameterError("a scheduler needs Dask: pip install 'assess[dask]'") from None
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, TimeoutError, ValueError) as error:
        raise AssessError(f"found no Dask scheduler at {address!r} ({error}); is one running there?") from None
    try:
        yield client
    finally:
        client.close()
