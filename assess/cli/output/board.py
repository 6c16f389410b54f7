"""The leaderboard on a terminal."""

from collections.abc import Mapping
from typing import Any

from assess.cli.output.table import format_table
from assess.live.board import Board, BoardRow

UNKNOWN_WORKERS = "workers are unknown: each judgment was resampled as if a worker of its own had made it"
# Whose judgments they are, where people have no part in them.
WHOSE = {"people": "", "machines": " by machines", "both": ""}
HEADINGS = ("run", "place", "mean", "95 % interval", "moved", "compared", "known")


def board_text(board: Board) -> str:
    """The leaderboard as lines of text."""
    progress = board.progress
    done = (
        f"{board.judgments:,} judgments{WHOSE[board.counted]} of {board.judged_topics:,} of {progress.topics:,} topics"
    )
    wanted = f", {progress.missing:,} more wanted" if progress.missing else ""
    if not board.rows:
        return f"{board.campaign} ({board.state}): {done}{wanted}\n" + _without_runs(board)
    head = f"{board.campaign} ({board.state}): {board.measure} by {done}{wanted}\n\n"
    return head + format_table(HEADINGS, [_cells(row) for row in board.rows]) + "\n" + _figures(board)


def _without_runs(board: Board) -> str:
    """How far a campaign without runs is, and how to bring some."""
    progress = board.progress
    lines = [f"{progress.done:,} of {progress.topics:,} topics are done"]
    lines += [f"{progress.ungraded:,} items wait for a grade"] if progress.ungraded else []
    lines += [f"{board.pace.per_hour:,.0f} judgments an hour in the last hours of work"] if board.pace else []
    if board.pages:
        lines.append(f"whole pages are compared: assess export {board.campaign} --as prefs --columns 4 has who won")
    else:
        lines.append(f"there are no runs yet to score: assess upload {board.campaign} RUN... brings them")
    return "".join(f"{line}\n" for line in lines)


def _cells(row: BoardRow) -> list[str]:
    interval = "-" if row.low is None or row.high is None else f"{row.low:.4f} - {row.high:.4f}"
    moved = "" if row.moved == 0 else f"{row.moved:+d}"
    return [row.name, str(row.place), f"{row.mean:.4f}", interval, moved, f"{row.compared:.0%}", f"{row.known:.0%}"]


def _figures(board: Board) -> str:
    lines = []
    if board.sensitivity is not None:
        lines.append(f"sensitivity: {board.sensitivity:.1%} of the pairs of runs differ (paired t-test, p < 0.05)")
    if board.outlook is not None:
        lines += _outlook_lines(board.outlook)
    return "".join(f"{line}\n" for line in lines)


def _outlook_lines(figures: Mapping[str, Any]) -> list[str]:
    return [
        f"settled: the order with probability {figures['order']:.1%}, the leader with {figures['leader']:.1%}"
        f" (at {figures['judgments']:,} judgments)",
        f"judgments still needed for 95 %: {_needed(figures['needed']['order'])} for the order,"
        f" {_needed(figures['needed']['leader'])} for the leader",
        f"judged again by others, a mean would move by {figures['change']:.4f};"
        f" {figures['topic_share']:.0%} of the uncertainty is the choice of topics",
        *([] if figures.get("workers_known", True) else [UNKNOWN_WORKERS]),
        *([f"most worth judging: {' '.join(line['topic'] for line in figures['worth'])}"] if figures["worth"] else []),
    ]


def _needed(number: int | None) -> str:
    return "more than can be foreseen" if number is None else f"{number:,}"
