"""The settings of a marketplace, chosen when it is started."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class MarketSettings:
    """How the marketplace runs: as a rehearsal, where anybody can sign in as any worker, or in-house with accounts."""

    in_house: bool = False
    starting_balance: Decimal = Decimal("10000.00")
    http_questions: bool = False
    public_url: str | None = None
    seed: int = 0
