"""Score topics on a Dask cluster: this machine reads the runs and sends ranks to the cluster."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from assess import __version__
from assess.errors import AssessError, ParameterError
from assess.scoring.opponents import meet_opponents
from assess.scoring.reading import Reading
from assess.scoring.scoring_plan import ScoringPlan, TopicPlan
from assess.scoring.table import ScoredRun

if TYPE_CHECKING:
    from distributed import Client

# A topic, its plan, the ranks of the judged items run by run, and the number of items in each run.
TopicTask = tuple[str, TopicPlan, "array[int]", list[int]]
TopicValues = dict[str, dict[str, Sequence[float]]]  # topic -> measure -> values of the runs that have it

BATCHES_PER_THREAD = 4
SECONDS_TO_CONNECT = 10


def score_topics(tasks: Sequence[TopicTask]) -> TopicValues:
    """Score a batch of topics; runs on a worker of the cluster."""
    return {topic: judged.values(ranks, lengths) for topic, judged, ranks, lengths in tasks}


def score_on_cluster(address: str, plan: ScoringPlan, readings: Sequence[Reading]) -> list[ScoredRun]:
    """The runs with their scores, the same as if computed on this machine."""
    tasks = list(_tasks(plan, readings))
    with _connected(address) as client:
        _check_workers(client, address)
        batches = _batches(tasks, BATCHES_PER_THREAD * sum(client.nthreads().values()))
        futures = client.map(score_topics, batches, pure=False)
        found: TopicValues = {}
        for values in client.gather(futures):
            found |= values
    return list(_by_run(plan, meet_opponents(plan, readings), found))


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


def _tasks(plan: ScoringPlan, readings: Sequence[Reading]) -> Iterator[TopicTask]:
    for topic, judged in plan.topics.items():
        of_runs = [reading for reading in readings if topic in reading.ranks]
        ranks = array("i")
        for of_run in of_runs:
            ranks.extend(of_run.ranks[topic])
        if of_runs:
            yield topic, judged, ranks, [of_run.lengths[topic] for of_run in of_runs]


def _batches(tasks: Sequence[TopicTask], count: int) -> list[list[TopicTask]]:
    """Split the tasks into at most *count* batches of about the same size, the largest task first."""
    ordered = sorted(tasks, key=lambda task: -len(task[2]))
    return [batch for batch in (ordered[i::count] for i in range(count)) if batch]


def _by_run(plan: ScoringPlan, readings: Iterable[Reading], found: TopicValues) -> Iterator[ScoredRun]:
    """Sort the values by run: each topic has one value for each run that has the topic, in the order of the runs."""
    left = {topic: {label: iter(values) for label, values in of.items()} for topic, of in found.items()}
    for reading in readings:
        own = {topic: {label: next(values) for label, values in left[topic].items()} for topic in reading.ranks}
        yield ScoredRun.of(plan, reading, reading.all_values(plan, own))


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
