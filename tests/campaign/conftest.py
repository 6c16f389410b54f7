"""An organiser's files for a campaign: two topics, a few items of each kind, grades, two runs."""

from datetime import UTC, datetime

import pytest

from assess.campaign.setup.sources import Sources
from assess.formats.items import Item, Result
from assess.formats.runs import Ranking, Run


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


@pytest.fixture
def sources() -> Sources:
    return Sources(
        topics={"t1": "Which bridge is the oldest?", "t2": "Who built it?"},
        items=[
            Item("d1", "t1", text="The one of stone."),
            Item("d2", "t1", image="bridge.jpg", alt="A bridge", text="It stands."),
            Item("d3", "t1", results=(Result("Bridges", "A list", "https://example.org/"),)),
            Item("d9", text="The same everywhere."),
            Item("d1", "t2", text="Masons."),
        ],
        grades={"t1": {"d1": 2, "d2": 1, "d3": 1, "d4": 0, "d9": 1}, "t2": {"d1": 0.5, "d9": 0}},
        runs=[
            Run("good", {"t1": Ranking(["d1", "d2", "d5"], [3.0, 2.0, 1.0]), "t7": Ranking(["d1"], [1.0])}),
            Run("poor", {"t1": Ranking(["d4", "d1"], [3.0, 2.0]), "t2": Ranking(["d9"], [1.0])}),
        ],
    )
