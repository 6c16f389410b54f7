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
    same = found.same
    if not found.shared:
        return "none was judged by both"
    share = "" if same.share is None else f": {same.share:.3f} ({same.low:.3f} to {same.high:.3f})"
    majority = f"the same preference on {same.number:,} of the {same.of:,} with a majority on both sides{share}"
    return f"{found.shared:,} judged by both; {majority}"


def _cells(run: RunMeans) -> list[str]:
    return [run.run, f"{run.people:.4f}", f"{run.machines:.4f}", f"{run.machines - run.people:+.4f}"]
