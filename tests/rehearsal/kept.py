"""What a rehearsal keeps: its two databases."""

from pathlib import Path

from sqlalchemy import create_engine, text


def rows(folder: Path, database: str, query: str) -> list[tuple[object, ...]]:
    engine = create_engine(f"sqlite:///{folder / database}")
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]
