"""Items: texts, images, result pages."""

from pathlib import Path

import pytest

from assess.errors import FormatError
from assess.files import load
from assess.formats.items import Item, Result, format_items, parse_items


def test_cast_passages_are_read_as_published(shared_data: Path) -> None:
    items = load(shared_data / "cast2019" / "candidates.jsonl", parse_items)
    assert (len(items), len({item.topic for item in items})) == (2_672, 172)
    lengths = [len(item.text) for item in items]
    assert (min(lengths), max(lengths)) == (56, 6_330)
    assert sum(not item.text.isascii() for item in items) == 273
    assert sum("<" in item.text for item in items) == 3
    topics_of: dict[str, set[str | None]] = {}
    for item in items:
        topics_of.setdefault(item.docno, set()).add(item.topic)
    assert sum(len(topics) > 1 for topics in topics_of.values()) == 277


def test_two_columns_are_items_of_every_topic() -> None:
    assert parse_items(b"d1\tSome text\n") == [Item("d1", text="Some text")]
    assert parse_items(b"t1\td1\tSome text\n") == [Item("d1", "t1", "Some text")]


def test_the_same_docno_may_stand_in_two_topics() -> None:
    assert len(parse_items(b"t1\td1\ta\nt2\td1\tb\n")) == 2


def test_images_and_result_pages_are_read() -> None:
    data = (
        b'{"docno": "i", "image": "https://example.org/a.jpg", "alt": "A bridge"}\n'
        b'{"docno": "p", "topic": "t", "results": ['
        b'{"title": "T", "snippet": "S", "url": "http://e.org/"}, {"title": "U"}]}\n'
    )
    image, page = parse_items(data)
    assert image == Item("i", image="https://example.org/a.jpg", alt="A bridge")
    assert page == Item("p", "t", results=(Result("T", "S", "http://e.org/"), Result("U")))


@pytest.mark.parametrize("address", ["https://e.org/a?b:c", "images/a:b.jpg", "HTTP://e.org/", "a b.jpg", "日本.png"])
def test_web_addresses_and_paths_below_the_folder_are_accepted(address: str) -> None:
    data = format_items([Item("d", image=address)]).encode()
    assert parse_items(data)[0].image == address


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        " javascript:x",
        "data:text/html,x",
        "file:///etc/passwd",
        "/etc/passwd",
        "//e.org/x",
        "../x.jpg",
        "a/../../x",
        "C:\\x",
        "\\\\e.org\\x",
        "java\nscript:x",
        "x\u202egpj.exe",
    ],
)
def test_addresses_that_could_run_or_reveal_something_are_refused(address: str) -> None:
    data = format_items([Item("d", image=address)]).encode()
    with pytest.raises(FormatError, match=r"found address .* expected an http or https URL"):
        parse_items(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"t\td\ttext\nd\ttext\n", r"f, line 2: found 2 fields, expected 3 \(topic TAB docno TAB text\) as in line 1"),
        (b"t\td\ta\nt\td\tb\n", r"f, line 2: found 'd' of topic 't' again, expected an item once \(line 1\)"),
        (b"d\ta\nd\tb\n", r"f, line 2: found 'd' again"),
        (b"t\td\t\n", r"f, line 1: found nothing to show for 'd', expected a text, an image or results"),
        (b'{"docno": "d"}\n', r"line 1: found nothing to show"),
        (b'{"text": "x"}\n', r"line 1: found docno ''"),
        (b'{"docno": "d", "topic": "", "text": "x"}\n', r"line 1: found topic ''"),
        (b'{"docno": "d", "results": "x"}\n', r"line 1: found results 'x', expected a list of objects"),
        (b'{"docno": "d", "results": [{"snippet": "x"}]}\n', r"line 1: found a result without title"),
        (b"\xff\n", r"line 1: found byte 0xff"),
        (b"", r"f: found no line to read"),
    ],
)
def test_a_bad_line_is_named_with_what_was_found_and_expected(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_items(data, "f")


@pytest.mark.parametrize(
    "items",
    [
        [Item("d", text="a\tb")],
        [Item("d", text="a\r")],
        [Item("d", image="a.jpg")],
        [Item("d", text="a"), Item("e", "t", "b")],
        [Item("d", results=(Result("T"),))],
    ],
)
def test_what_a_tsv_file_cannot_hold_is_refused_with_a_remedy(items: list[Item]) -> None:
    with pytest.raises(FormatError, match="write JSON lines"):
        format_items(items, "tsv")
    assert parse_items(format_items(items, "jsonl").encode()) == items
