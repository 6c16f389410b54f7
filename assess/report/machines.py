"""The section on people and machines side by side."""

from assess.analysis.section import Column, Section
from assess.live.side_by_side import SideBySide


def machines_section(found: SideBySide) -> Section | None:
    """What people and machines judged and what the runs score by each; None if no machine judged."""
    if not found.machines.judgments:
        return None
    same, people, machines = found.same, found.people, found.machines
    notes = [
        f"{people.judgments:,} judgments by {_number(people.assessors, 'person', 'people')}, "
        f"{machines.judgments:,} by {_number(machines.assessors, 'machine', 'machines')}, whether they count or not",
    ]
    if found.shared:
        majority = f"{same.number:,} of the {same.of:,} with a majority on both sides"
        notes.append(f"{found.shared:,} pairs were judged by both, with the same preference on {majority}")
    if found.runs:
        tau = "" if found.tau is None else f"; Kendall's tau of the two orders is {found.tau:.3f}"
        notes.append(f"runs: mean {found.measure} over the {found.topics:,} topics that both judged{tau}")
    columns = (Column("run", "text"), Column("people", "number"), Column("machines", "number"))
    rows = tuple((run.run, run.people, run.machines) for run in found.runs)
    return Section("machines", "People and machines", columns, rows, tuple(notes))


def _number(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
