"""Files like those of TREC CAsT 2019, generated once in ``.bench/`` from a fixed seed."""

import gzip
from pathlib import Path
from random import Random

from assess.formats.preferences import format_preferences
from assess.formats.qrels import Qrels, format_qrels, parse_qrels
from assess.formats.runs import Ranking, Run, format_run

FOLDER = Path(__file__).resolve().parents[2] / ".bench"
TOPICS, DEPTH, JUDGED = 173, 1000, 170  # 29,350 judgments over 173 topics
FOUND = 60  # judged items that a run finds


def judgments() -> Qrels:
    """Grades from 0 to 4 for 170 items of each topic."""
    path = FOLDER / "cast.qrels"
    if not path.exists():
        rng = Random("qrels")
        qrels = {
            f"{31 + topic // 9}_{topic % 9 + 1}": {
                _docno(rng): rng.choice([0, 0, 0, 1, 2, 3, 4]) for _ in range(JUDGED)
            }
            for topic in range(TOPICS)
        }
        FOLDER.mkdir(exist_ok=True)
        path.write_text(format_qrels(qrels))
    return parse_qrels(path.read_bytes())


def preferences() -> Path:
    """A file with 84 judgments per topic, as many as the crowd made, all of the best items."""
    path = FOLDER / "cast.pref"
    if not path.exists():
        rng = Random("preferences")
        edges: dict[str, list[tuple[str, str]]] = {}
        for topic, grades in judgments().items():
            best = sorted(grades, key=lambda docno: -grades[docno])[:16]
            edges[topic] = [(a, b) for a, b in (rng.sample(best, 2) for _ in range(84))]
        path.write_text(format_preferences(edges))
    return path


def run_files(count: int, depth: int = DEPTH) -> list[Path]:
    """This many runs, with 1,000 items per topic or the first *depth* of them."""
    cut = "" if depth == DEPTH else f"-{depth}"
    paths = [FOLDER / f"cast{number:02}{cut}.run" for number in range(count)]
    qrels = judgments()
    for number, path in enumerate(paths):
        if not path.exists():
            path.write_text(format_run(_run(f"sys{number}", qrels, Random(number), depth)))
    return paths


def packed(path: Path) -> Path:
    """The same file, compressed with gzip."""
    beside = path.with_suffix(f"{path.suffix}.gz")
    if not beside.exists():
        beside.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    return beside


def _run(name: str, qrels: Qrels, rng: Random, depth: int) -> Run:
    whole = {topic: _ranking(list(grades), rng) for topic, grades in qrels.items()}
    return Run(name, {topic: Ranking(r.docnos[:depth], r.scores[:depth]) for topic, r in whole.items()})


def _ranking(judged: list[str], rng: Random) -> Ranking:
    docnos = dict.fromkeys(rng.sample(judged, FOUND))
    while len(docnos) < DEPTH:
        docnos[_docno(rng)] = None
    shuffled = rng.sample(list(docnos), DEPTH)
    scores = sorted((round(rng.gauss(12, 3), 6) for _ in range(DEPTH)), reverse=True)
    return Ranking(shuffled, scores)


def _docno(rng: Random) -> str:
    return f"MARCO_{rng.randrange(8_800_000)}" if rng.random() < 0.6 else f"CAR_{rng.getrandbits(160):040x}"
