"""What is erased about a person and what stays, and who has to wait, on a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from assess.campaign.privacy.erasure import Erasure
from assess.pay import format_money

# So many people who have to wait are listed; more are only counted.
LISTED = 10
AFTER = {
    "keep": "which go on counting",
    "discard": "which count no more: this part can be undone, see assess changes",
}


def erasure_text(erasure: Erasure, open_: Sequence[str], *, books: bool) -> str:
    """What forgetting a person does, a line for each fact."""
    return "".join(f"{label:<9} {text}\n" for label, text in _lines(erasure, open_, books=books))


def _lines(erasure: Erasure, open_: Sequence[str], *, books: bool) -> Iterator[tuple[str, str]]:
    yield "person", f"{erasure.kind}:{erasure.identity}, number {erasure.number}"
    parts = {
        "the name": 1,
        f"{erasure.links:,} personal {'link' if erasure.links == 1 else 'links'}, revoked": erasure.links,
        f"the words of {erasure.comments:,} {'comment' if erasure.comments == 1 else 'comments'}": erasure.comments,
        f"the platform's words on {erasure.assignments:,} assignments": erasure.assignments,
    }
    yield "erased", ", ".join(text for text, number in parts.items() if number)
    yield "stays", f"{erasure.judgments:,} judgments of {erasure.token}, {AFTER[erasure.after]}"
    if erasure.payments:
        ids = "without" if books else "with"
        more = "" if books else " (--books erases them too)"
        paid = f"{erasure.payments:,} {'payment' if erasure.payments == 1 else 'payments'}"
        yield "books", f"{paid}, {format_money(erasure.paid)}, {ids} the platform's ids of the work{more}"
    if erasure.barred:
        yield "barred", "they were excluded or discarded: a keyed hash of the name keeps them away"
    for number, text in enumerate(open_):
        yield "open" if number == 0 else "", text
    if open_:
        yield "", "they get no more work now, and are forgotten as soon as this is settled"


def waiting_text(name: str, waiting: Mapping[tuple[str, int], Sequence[str]], *, books: bool) -> str:
    """Who is not forgotten yet, why, and what to do about it."""
    if not waiting:
        return ""
    lines = [f"not yet: number {number}: {'; '.join(open_)}" for (_, number), open_ in list(waiting.items())[:LISTED]]
    if len(waiting) > LISTED:
        lines.append(f"and {len(waiting) - LISTED:,} more people")
    lines.append(
        f"assess sync {name} pays workers, assess reconcile {name} reads what a panel paid; --settled says that"
    )
    lines.append("they are paid in another way" + (", and --books must be given again then" if books else ""))
    return "".join(f"{line}\n" for line in lines)
