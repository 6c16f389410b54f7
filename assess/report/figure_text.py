"""Names on figures: long ones are shortened or broken, so that there is room for the plot."""

import textwrap
from collections.abc import Sequence


def shortened(names: Sequence[str], width: int) -> list[str]:
    """The names with an ellipsis in the middle of long ones; they stay as long as they must to differ.

    >>> shortened(["fox", "university-of-x-submission-1", "university-of-x-submission-2"], 14)
    ['fox', 'univers…sion-1', 'univers…sion-2']
    """
    while True:
        cut = [_cut(name, width) for name in names]
        if len(set(cut)) == len(set(names)):
            return cut
        width += 4


def _cut(name: str, width: int) -> str:
    if len(name) <= width:
        return name
    end = (width - 1) // 2
    return f"{name[: width - 1 - end]}…{name[len(name) - end :]}"


def broken(text: str, width: int) -> str:
    """The text in lines of at most this width where possible, broken at spaces and after commas.

    >>> broken("p_at_h(model=walk,forward=0.5,back=0.25)", 24)
    'p_at_h(model=walk,\\nforward=0.5,back=0.25)'
    """
    marked = text.replace(",", ",\u200b ")  # a comma inside a call has no space after it
    lines = textwrap.wrap(marked, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(line.replace("\u200b ", "").replace("\u200b", "") for line in lines)
