"""Topics spread over a Dask cluster: runs are read here, and ranks are sent there."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from assess import __version__
from assess.errors import AssessError, ParameterError
from assess.scoring.reading import Reading
from assess.scoring.scoring_plan import ScoringPlan, TopicPlan
from assess.scoring.table import ScoredRun

if TYPE_CHECKING:
    from distributed import Client

# A topic, what is judged of it, the ranks of the judged items run by run, and the number of runs.
Parcel = tuple[str, TopicPlan, "array[int]", int]
TopicValues = dict[str, dict[str, list[float]]]  # topic -> measure -> values of the runs that have it

PARCELS_PER_THREAD = 4
SECONDS_TO_CONNECT = 10


def score_topics(parcels: Sequence[Parcel]) -> TopicValues:
    """What a worker of the cluster does."""
    return {topic: judged.values(ranks, runs) for topic, judged, ranks, runs in parcels}


def score_on_cluster(address: str, plan: ScoringPlan, readings: Sequence[Reading]) -> list[ScoredRun]:
    """The runs with their scores, the same as computed here."""
    parcels = list(_parcels(plan, readings))
    with _connected(address) as client:
        _check_workers(client, address)
        batches = _dealt(parcels, PARCELS_PER_THREAD * sum(client.nthreads().values()))
        futures = client.map(score_topics, batches, pure=False)
        found: TopicValues = {}
        for values in client.gather(futures):
            found |= values
    return list(_by_run(plan, readings, found))


def _check_workers(client: "Client", address: str) -> None:
    """Refuse a cluster that has nobody to do the work, or would do it otherwise."""
    try:
        found = set(client.run(version, "assess").values())
    except PackageNotFoundError:
        raise AssessError(f"the workers of {address!r} lack assess: install version {__version__} there") from None
    if not found:
        raise AssessError(f"found no workers at {address!r}; start some with: dask worker {address}")
    if found != {__version__}:
        raise AssessError(f"found assess {', '.join(sorted(found))} at {address!r}, expected {__version__} as here")


def _parcels(plan: ScoringPlan, readings: Sequence[Reading]) -> Iterator[Parcel]:
    for topic, judged in plan.topics.items():
        of_runs = [reading.ranks[topic] for reading in readings if topic in reading.ranks]
        ranks = array("i")
        for of_run in of_runs:
            ranks.extend(of_run)
        yield topic, judged, ranks, len(of_runs)


def _dealt(parcels: Sequence[Parcel], count: int) -> list[list[Parcel]]:
    """The parcels in so many batches of about the same work, largest first."""
    ordered = sorted(parcels, key=lambda parcel: -len(parcel[2]))
    return [batch for batch in (ordered[i::count] for i in range(count)) if batch]


def _by_run(plan: ScoringPlan, readings: Iterable[Reading], found: TopicValues) -> Iterator[ScoredRun]:
    """Back from topics to runs: each topic's values are those of the runs that have it, in their order."""
    left = {topic: {label: iter(values) for label, values in of.items()} for topic, of in found.items()}
    for reading in readings:
        own = {topic: {label: next(values) for label, values in left[topic].items()} for topic in reading.ranks}
        yield ScoredRun.of(plan, reading, reading.filled(plan, own))


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
