"""The demo's material: where its topics, passages, grades, truth and runs are."""

from pathlib import Path

_MATERIAL = Path(__file__).resolve().parent / "material"

TOPICS = _MATERIAL / "topics.jsonl"
ITEMS = _MATERIAL / "items.jsonl"
GRADES = _MATERIAL / "grades.qrels"
TRUTH = _MATERIAL / "truth.qrels"
# From the best system to the poorest, which is not the order of their names.
RUNS = tuple(_MATERIAL / "runs" / f"{name}.run" for name in ("heron", "otter", "magpie", "badger", "mole"))
