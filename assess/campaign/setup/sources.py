"""What an organiser provides (topics, items, grades, runs), and which items each topic gets from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from assess.errors import ConflictError, UnknownNameError
from assess.formats.items import Item
from assess.formats.qrels import Qrels
from assess.formats.runs import Run
from assess.store.items import Shown
from assess.tournament.candidates import POOL_DEPTH, pool_runs


@dataclass(frozen=True)
class Sources:
    """The records for a new campaign. Without grades, its runs are pooled to *depth*.

    ``pages`` is the number of results on the pages that are compared, if the items are result pages of runs.
    """

    topics: Mapping[str, str]
    items: Sequence[Item] = ()
    grades: Qrels = field(default_factory=dict)
    runs: Sequence[Run] = ()
    depth: int = POOL_DEPTH
    descriptions: Mapping[str, str] = field(default_factory=dict)
    pages: int | None = None

    @property
    def pooled(self) -> bool:
        """Whether the items to grade come from the runs."""
        return bool(self.runs) and not self.grades


NOT_SHOWN: Shown = ("text", None)


def items_by_topic(sources: Sources) -> dict[str, dict[str, Shown]]:
    """Topic to docno to what is shown of it.

    A topic's items are those that name it in the items file, those graded in it, and those pooled for
    it. An item without a topic is shown wherever its docno is one of them.
    """
    _check_topics(sources)
    anywhere = {item.docno: shown(item) for item in sources.items if item.topic is None}
    found: dict[str, dict[str, Shown]] = {topic: {} for topic in sources.topics}
    for topic, docno in _graded_or_pooled(sources):
        found[topic][docno] = anywhere.get(docno, NOT_SHOWN)
    for item in sources.items:
        if item.topic is not None:
            found[item.topic][item.docno] = shown(item)
    if not any(found.values()):
        raise ConflictError("no topic has an item: bring grades, runs, or items that name their topics")
    return found


def _graded_or_pooled(sources: Sources) -> Iterator[tuple[str, str]]:
    """Topic and docno of every item that is graded, or pooled from the runs."""
    for topic, grades in sources.grades.items():
        yield from ((topic, docno) for docno in grades)
    if sources.pooled:
        for topic, docnos in pool_runs(sources.runs, sources.depth).items():
            if topic in sources.topics:
                yield from ((topic, docno) for docno in docnos)


def shown(item: Item) -> Shown:
    """What an assessor sees of an item: a text as it is, an image or a result page with its fields."""
    if not item.image and not item.results:
        return "text", item.text
    fields = {name: value for name, value in asdict(item).items() if name not in ("topic", "docno") and value}
    return ("results" if item.results else "image"), fields


def _check_topics(sources: Sources) -> None:
    """Refuse grades, items and runs of topics that have no question."""
    _check_known("grades", sources.grades, sources)
    _check_known("items", [item.topic for item in sources.items if item.topic is not None], sources)
    for run in sources.runs:
        if sources.topics.keys().isdisjoint(run.rankings):
            raise UnknownNameError(f"run {run.name!r} ranks none of the {len(sources.topics)} topics")


def _check_known(what: str, topics: Mapping[str, object] | Sequence[str], sources: Sources) -> None:
    unknown = sorted(set(topics) - set(sources.topics))
    if unknown:
        more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
        raise UnknownNameError(
            f"found {what} of topic {unknown[0]!r}{more}, expected one of the {len(sources.topics)} topics given; "
            "add its question to the topics"
        )
