"""People and machines side by side, on a terminal."""

from assess.cli.output.overview import COUNTED
from assess.cli.output.table import format_table
from assess.live.side_by_side import RunMeans, SideBySide


def side_by_side_text(found: SideBySide) -> str:
    """What each kind judged, how far they agree, and the runs by each."""
    sides = [(name, getattr(found.people, name), getattr(found.machines, name)) for name in NUMBERS]
    text = format_table(HEADINGS, [[name, f"{people:,}", f"{machines:,}"] for name, people, machines in sides])
    text += f"\ncounted        {COUNTED[found.counted]}\npairs          {_pairs(found)}\n"
    if not found.runs:
        return text
    tau = "" if found.tau is None else f"; Kendall's tau of the two orders: {found.tau:.3f}"
    topics = "1 topic" if found.topics == 1 else f"{found.topics:,} topics"
    text += f"scores         mean {found.measure} over the {topics} that both judged{tau}\n\n"
    return text + format_table(("run", *HEADINGS[1:], "difference"), [_cells(run) for run in found.runs])


HEADINGS = ("", "people", "machines")
NUMBERS = ("assessors", "judgments", "topics")


def _pairs(found: SideBySide) -> str:
    pairs = found.pairs
    if not pairs.of:
        return "none was judged by both"
    share = "" if pairs.share is None else f", {pairs.share:.3f} ({pairs.low:.3f} to {pairs.high:.3f})"
    return f"{pairs.of:,} judged by both, the same preference on {pairs.number:,}{share}"


def _cells(run: RunMeans) -> list[str]:
    return [run.run, f"{run.people:.4f}", f"{run.machines:.4f}", f"{run.machines - run.people:+.4f}"]
