"""Result pages: the top of each run for a topic becomes one item, to be compared as a whole.

The docno of a page is the name of its run, so that judgments of pages are preferences between runs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assess.campaign.overview.untold import few_names
from assess.campaign.setup.sources import Sources
from assess.errors import ConflictError, ParameterError
from assess.formats.items import Item, Result
from assess.formats.runs import Run

# The title of a result is the beginning of its text, the snippet goes on from there; both end at a word.
TITLE, SNIPPET = 60, 240

# (topic, docno) -> text; the topic is None for a text that serves all topics without one of their own
Texts = Mapping[tuple[str | None, str], str]


def with_result_pages(sources: Sources, depth: int) -> Sources:
    """The sources of a campaign that compares result pages: the top *depth* of each run, by the texts of the items."""
    if depth < 1:
        raise ParameterError(f"found pages of {depth} results, expected at least 1")
    if sources.grades:
        raise ConflictError("found grades for result pages, expected none: pages are compared without grades")
    if len(sources.runs) < 2:
        raise ConflictError(f"found {len(sources.runs)} runs, expected at least 2 whose result pages are compared")
    texts = _texts(sources.items)
    _check_texts(sources, texts, depth)
    pages = [page for run in sources.runs for page in _pages(run, sources.topics, texts, depth)]
    return replace(sources, items=pages, runs=(), pages=depth)


def _texts(items: Sequence[Item]) -> Texts:
    """The texts of the items. A run may find an item of another topic: its docno names the same document there."""
    with_text = [item for item in items if item.text.strip()]
    of_other_topics = {(None, item.docno): item.text for item in reversed(with_text)}
    return of_other_topics | {(item.topic, item.docno): item.text for item in with_text}


def _pages(run: Run, topics: Mapping[str, str], texts: Texts, depth: int) -> Iterator[Item]:
    for topic in topics:
        if topic in run.rankings and (docnos := run.rankings[topic].docnos[:depth]):
            results = tuple(_result(_text(texts, topic, docno)) for docno in docnos)
            yield Item(run.name, topic, results=results)


def _check_texts(sources: Sources, texts: Texts, depth: int) -> None:
    shown = {
        (topic, docno)
        for run in sources.runs
        for topic, ranking in run.rankings.items()
        if topic in sources.topics
        for docno in ranking.docnos[:depth]
    }
    missing = sorted((topic, docno) for topic, docno in shown if not _text(texts, topic, docno))
    if missing:
        raise ConflictError(
            f"{len(missing):,} of {len(shown):,} results on the pages have no text: {few_names(missing)}; "
            "give their texts with --items, or make the pages shorter"
        )


def _text(texts: Texts, topic: str, docno: str) -> str:
    return texts.get((topic, docno)) or texts.get((None, docno), "")


def _result(text: str) -> Result:
    words = text.split()
    title = _beginning(words, TITLE)
    snippet = _beginning(words[len(title) :], SNIPPET)
    more = len(title) + len(snippet) < len(words)
    return Result(" ".join(title), " ".join(snippet) + (" …" if snippet and more else ""))


def _beginning(words: Sequence[str], length: int) -> list[str]:
    """The first words that fit into *length* characters, at least one."""
    taken: list[str] = []
    for word in words:
        if taken and len(" ".join([*taken, word])) > length:
            break
        taken.append(word)
    return taken
