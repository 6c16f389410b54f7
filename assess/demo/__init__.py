"""Paths of the demo's files: topics, passages, grades, the true quality of each passage, and runs."""

from pathlib import Path

_MATERIAL = Path(__file__).resolve().parent / "material"

TOPICS = _MATERIAL / "topics.jsonl"
ITEMS = _MATERIAL / "items.jsonl"
GRADES = _MATERIAL / "grades.qrels"
TRUTH = _MATERIAL / "truth.qrels"
# From the best system to the worst; not in alphabetical order.
RUNS = tuple(_MATERIAL / "runs" / f"{name}.run" for name in ("heron", "otter", "magpie", "badger", "mole"))
