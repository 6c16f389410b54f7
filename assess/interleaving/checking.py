"""The files of interleaving, for ``assess check``."""

from assess.formats.check.checking import Counts, Kinds
from assess.interleaving.click_file import ClickLine, parse_click_lines
from assess.interleaving.list_file import Lists, parse_lists


def _count_lists(lists: Lists) -> Counts:
    items = sum(len(shown.docnos) for shown in lists.values())
    return {"topics": len({topic for topic, _ in lists}), "lists": len(lists), "items": items}


def _count_clicks(lines: list[ClickLine]) -> Counts:
    clicks = sum(len(line.clicks) for line in lines)
    return {"topics": len({line.topic for line in lines}), "impressions": len(lines), "clicks": clicks}


# Clicks are checked alone; whether they are on items of the lists shown is found by ``assess credit``.
INTERLEAVING_KINDS: Kinds = {
    "interleaved lists": (parse_lists, _count_lists),
    "clicks": (parse_click_lines, _count_clicks),
}
