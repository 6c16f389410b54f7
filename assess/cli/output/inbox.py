"""Comments and flags on a terminal, as CSV, and one of them with the pair that it is about."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from shlex import quote
from textwrap import wrap

from assess.campaign.inbox.inbox import InboxEntry
from assess.campaign.inbox.record import entry_record
from assess.campaign.judging.assignment_view import ShownItem, ShownTask
from assess.cli.output.table import format_csv
from assess.cli.output.untrusted import escape_controls, spreadsheet_cell

# A text in the list is cut after so many characters.
LONGEST = 300
MARGIN = "    "
WIDTH = 100
JUDGED = {-2: "definitely left", -1: "left", 0: "equal", 1: "right", 2: "definitely right"}


def inbox_text(entries: Sequence[InboxEntry], campaign: str, *, everything: bool) -> str:
    """Who wrote what about which pair, and what to do about it; resolved entries only if everything is asked for."""
    shown = [entry for entry in entries if everything or entry.is_open]
    hidden = len(entries) - len(shown)
    blocks = ["".join(f"{line}\n" for line in _listed(entry)) for entry in shown]
    if not shown:
        blocks.append("no open comments or flags\n" if hidden else "no comments or flags\n")
    if hidden:
        blocks.append(f"{hidden:,} resolved: --all shows them\n")
    if any(entry.is_open for entry in shown):
        blocks.append(f"assess inbox {quote(campaign)} NUMBER shows one with its pair and what can be done about it\n")
    return escape_controls("\n".join(blocks))


def _listed(entry: InboxEntry) -> Iterator[str]:
    """The lines of one entry in the list."""
    yield "  ".join([str(entry.number), _time(entry.at), entry.who, _kind(entry), *_about(entry)])
    if entry.text:
        yield MARGIN + _short(entry.text)
    if entry.answer is not None:
        yield MARGIN + f"answer of {_signed(entry.answered_by, entry.answered_at)}: {_short(entry.answer)}"
    if not entry.is_open:
        yield MARGIN + f"resolved by {_signed(entry.resolved_by, entry.resolved_at)}"


def _kind(entry: InboxEntry) -> str:
    return f"flag: {entry.reason}" if entry.kind == "flag" else "comment"


def _about(entry: InboxEntry) -> Iterator[str]:
    """The topic and the docnos of what the entry is about; the assignment alone if it names no task."""
    if entry.topic is not None:
        docnos = ", ".join(docno for docno in (entry.left, entry.right) if docno is not None)
        yield f"topic {entry.topic}: {docnos}"
    elif entry.assignment is not None:
        yield f"assignment {entry.assignment}"
    if entry.expected is not None:
        yield "(challenge)"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _signed(who: str | None, at: datetime | None) -> str:
    return f"{who or 'unknown'}, {_time(at)}" if at else who or "unknown"


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def entry_text(entry: InboxEntry, task: ShownTask | None, campaign: str) -> str:
    """One entry in full, what its assessor saw, and the commands for what can be done about it."""
    facts = "".join(f"{label:<14} {value}\n" for label, value in _facts(entry, task))
    parts = [facts, *_texts(entry, task), _commands(entry, campaign)]
    return escape_controls("\n".join(parts))


def _facts(entry: InboxEntry, task: ShownTask | None) -> Iterator[tuple[str, str]]:
    state = "open" if entry.is_open else f"resolved by {_signed(entry.resolved_by, entry.resolved_at)}"
    yield "number", f"{entry.number}, {state}"
    yield "from", f"{entry.who} (person {entry.person}), {_time(entry.at)}"
    yield "kind", _kind(entry)
    if entry.position is not None:
        yield "about", f"topic {entry.topic}, question {entry.position} of assignment {entry.assignment}"
    elif entry.assignment is not None:
        yield "about", f"assignment {entry.assignment}"
    if task is not None:
        yield "question", _short(task.question)
        yield ("judged" if task.right else "graded"), _judged(task)
    if entry.expected is not None:
        yield "challenge", f"the expected answer is {JUDGED[entry.expected]}; nothing is gained by setting it aside"


def _judged(task: ShownTask) -> str:
    if task.answer is None:
        return "not yet"
    return JUDGED[int(task.answer)] if task.right else f"{task.answer:g}"


def _texts(entry: InboxEntry, task: ShownTask | None) -> Iterator[str]:
    """What was written and what was shown, each under a heading."""
    if entry.text:
        yield _titled("text", entry.text)
    if entry.answer is not None:
        yield _titled(f"answer of {_signed(entry.answered_by, entry.answered_at)}", entry.answer)
    if task is not None and task.right is None:
        yield _titled(f"item {task.left.docno}", _shown(task.left))
    elif task is not None and task.right is not None:
        yield _titled(f"left {task.left.docno}", _shown(task.left))
        yield _titled(f"right {task.right.docno}", _shown(task.right))


def _titled(title: str, text: str) -> str:
    lines = [line for paragraph in text.strip().splitlines() for line in wrap(paragraph, WIDTH) or [""]]
    return f"{title}\n" + "".join(f"{MARGIN}{line}".rstrip() + "\n" for line in lines)


def _shown(item: ShownItem) -> str:
    """What an item showed, as text."""
    if item.material == "text":
        return str(item.body or "(nothing)")
    lines = [str(item.body[name]) for name in ("image", "alt", "text") if item.body.get(name)]
    for result in item.body.get("results", ()):
        lines += [" ".join(str(result[name]) for name in ("title", "url") if result.get(name))]
        lines += [MARGIN + str(result["snippet"])] if result.get("snippet") else []
    return "\n".join(lines)


def _commands(entry: InboxEntry, campaign: str) -> str:
    rows = list(_hints(entry, quote(campaign)))
    width = max(len(command) for command, _ in rows)
    return "".join(f"{command:<{width}}  {what}\n" for command, what in rows)


def _hints(entry: InboxEntry, name: str) -> Iterator[tuple[str, str]]:
    """Commands for what can be done about the entry, and what each does."""
    if entry.answer is None:
        yield f"assess answer {name} {entry.number} TEXT", "answer; the writer sees it, and it is resolved"
    undo, what = ("", "resolve it without an answer") if entry.is_open else (" --undo", "open it again")
    yield f"assess resolve {name} {entry.number}{undo}", what
    if entry.topic is None or entry.left is None or entry.expected is not None:
        return
    topic, left = quote(entry.topic), quote(entry.left)
    if entry.right is None:
        yield f"assess aside {name} {topic} {left}", "ask about the item no more"
    else:
        yield f"assess aside {name} {topic} {left} {quote(entry.right)}", "compare the pair no more"
        yield f"assess aside {name} {topic} {left}", "compare the left item with nothing any more"
        yield f"assess aside {name} {topic} {quote(entry.right)}", "the same for the right item"
    yield f"assess correct {name} --items FILE", "show another text from now on"


def inbox_csv(entries: Sequence[InboxEntry]) -> str:
    """A line for each entry."""
    records = [entry_record(entry) for entry in entries]
    for record in records:
        record |= {f"person_{name}": value for name, value in record.pop("person").items()}
    return format_csv(COLUMNS, [[spreadsheet_cell(record[name]) for name in COLUMNS] for record in records])


COLUMNS: tuple[str, ...] = ("number", "at", "person_number", "person_kind", "person_identity", "kind", "reason")
COLUMNS += ("topic", "left", "right", "expected", "assignment", "position", "text", "open")
COLUMNS += ("answer", "answered_by", "answered_at", "resolved_by", "resolved_at")
