"""Items: what assessors compare. Texts as TSV or JSON lines, images and result pages as JSON lines.

TSV: ``topic TAB docno TAB text``, or ``docno TAB text`` for an item shared by all topics. JSON lines::

    {"topic": "31_1", "docno": "MARCO_1", "text": "Throat cancer is …"}
    {"docno": "baidu/3", "image": "https://example.org/3.jpg", "alt": "A red bridge"}
    {"docno": "page-a", "results": [{"title": "Bridges", "snippet": "A bridge …", "url": "https://example.org/"}]}
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from assess.errors import FormatError
from assess.formats.syntax.faults import Fault, MisfitError, Report, quoted, refuse
from assess.formats.syntax.json_lines import format_object, id_field, text_field
from assess.formats.syntax.texts import checked_cell, checked_first, checked_id, checked_text, checked_topic
from assess.formats.syntax.tsv_or_jsonl import Notation, Row, records

COLUMNS = {3: "topic TAB docno TAB text", 2: "docno TAB text"}


@dataclass(frozen=True, slots=True)
class Result:
    """One entry of a result page."""

    title: str
    snippet: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A text, an image or a result page; an item without a topic is shared by all topics that use its docno."""

    docno: str
    topic: str | None = None
    text: str = ""
    image: str = ""
    alt: str = ""
    results: tuple[Result, ...] = ()


def parse_items(data: bytes, source: str = "items", report: Report = refuse) -> list[Item]:
    """The items in file order; a docno may occur once in a topic."""
    lines: dict[tuple[str | None, str], int] = {}
    items: list[Item] = []
    for number, item in records(data, source, COLUMNS, _item, report):
        if first := lines.get((item.topic, item.docno)):
            of_topic = f" of topic {quoted(item.topic)}" if item.topic else ""
            report(Fault(source, number, f"{quoted(item.docno)}{of_topic} again", f"an item once (line {first})"))
        else:
            lines[item.topic, item.docno] = number
            items.append(item)
    return items


def _item(row: Row) -> Item:
    item = Item(
        docno=id_field(row, "docno", "docid"),
        topic=id_field(row, "topic", "qid") if row.get("topic", row.get("qid")) is not None else None,
        text=text_field(row, "text", "passage", "contents"),
        image=_address(text_field(row, "image")),
        alt=text_field(row, "alt"),
        results=_results(row.get("results")),
    )
    if not (item.text.strip() or item.image or item.results):
        raise MisfitError(f"nothing to show for {quoted(item.docno)}", "a text, an image or results")
    return item


def _results(value: Any) -> tuple[Result, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise MisfitError(f"results {quoted(value)}", "a list of objects with title, snippet and url")
    return tuple(_result(entry) for entry in value)


def _result(entry: Row) -> Result:
    title = text_field(entry, "title")
    if not title.strip():
        raise MisfitError("a result without title", "a title in each result")
    return Result(title, text_field(entry, "snippet"), _address(text_field(entry, "url")))


def _address(value: str) -> str:
    """The URL or relative path, if it is safe to show: it must not run code or leave the folder of images."""
    scheme, colon, _ = value.partition(":")
    web = scheme.lower() in ("http", "https")
    relative = not (colon and "/" not in scheme) and not value.startswith("/") and ".." not in value.split("/")
    if not (web or relative) or "\\" in value or not value.isprintable():
        raise MisfitError(f"address {quoted(value)}", "an http or https URL, or a path below the folder of the images")
    return value


def format_items(items: Iterable[Item], notation: Notation = "jsonl") -> str:
    """The items as a file; TSV can hold texts only, all with a topic or all without."""
    return "".join(_object(item) for item in items) if notation == "jsonl" else _table(list(items))


def _object(item: Item) -> str:
    fields = {"topic": checked_id(item.topic, "topic") if item.topic is not None else None}
    fields["docno"] = checked_id(item.docno, "docno")
    fields |= {name: checked_text(getattr(item, name)) for name in ("text", "image", "alt")}
    return format_object(fields | {"results": [_entry(result) for result in item.results]})


def _entry(result: Result) -> dict[str, str]:
    fields = {"title": result.title, "snippet": result.snippet, "url": result.url}
    return {name: checked_text(value) for name, value in fields.items() if value}


def _table(items: list[Item]) -> str:
    if any(item.image or item.results for item in items) or len({item.topic is None for item in items}) > 1:
        raise FormatError("found images, result pages or only some topics, expected texts in TSV; write JSON lines")
    return "".join(f"{_key(item)}\t{checked_cell(item.text)}\n" for item in items)


def _key(item: Item) -> str:
    if item.topic is None:
        return checked_first(item.docno, "docno")
    return f"{checked_topic(item.topic)}\t{checked_id(item.docno, 'docno')}"
