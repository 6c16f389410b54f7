"""The leaderboard on a terminal."""

from collections.abc import Mapping
from typing import Any

from assess.cli.output.table import format_table
from assess.live.board import Board, BoardRow

UNKNOWN_WORKERS = "workers are unknown: each judgment was resampled as if a worker of its own had made it"
HEADINGS = ("run", "place", "mean", "95 % interval", "moved", "compared", "known")


def board_text(board: Board) -> str:
    """The leaderboard as lines of text."""
    progress = board.progress
    done = f"{board.judgments:,} judgments of {board.judged_topics:,} of {progress.topics:,} topics"
    wanted = f", {progress.missing:,} more wanted" if progress.missing else ""
    head = f"{board.campaign} ({board.state}): {board.measure} by {done}{wanted}\n\n"
    return head + format_table(HEADINGS, [_cells(row) for row in board.rows]) + "\n" + _figures(board)


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
