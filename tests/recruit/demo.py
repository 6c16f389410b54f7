"""A part of the demo, as a campaign of its own."""

import json
from pathlib import Path

from click.testing import CliRunner

from assess.cli import main
from assess.demo import GRADES, ITEMS, TOPICS

K = 3


def new_demo(folder: Path, topics: int) -> str:
    """Make a campaign called demo of the first topics, which seeks their best 3 items; return its database."""
    chosen = TOPICS.read_text().splitlines()[:topics]
    names = {json.loads(topic)["topic"] for topic in chosen}
    lines = {
        "topics": chosen,
        "items": [line for line in ITEMS.read_text().splitlines() if json.loads(line)["topic"] in names],
        "grades": [line for line in GRADES.read_text().splitlines() if line.split()[0] in names],
    }
    database = f"sqlite:///{folder / 'assess.db'}"
    command = ["new", "demo", "-k", f"{K}", "-P", "4", "-F", "6", "--seed", "1", "--db", database]
    for kind, kept in lines.items():
        path = folder / f"{kind}.{'qrels' if kind == 'grades' else 'jsonl'}"
        path.write_text("\n".join(kept) + "\n")
        command += [f"--{kind}", str(path)]
    made = CliRunner().invoke(main, command, catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return database
