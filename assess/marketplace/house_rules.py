"""What the house decides once, when the marketplace is started."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class HouseRules:
    """How this marketplace is run: as a rehearsal where anybody may be anyone, or in-house with accounts."""

    in_house: bool = False
    starting_balance: Decimal = Decimal("10000.00")
    http_questions: bool = False
    public_url: str | None = None
    seed: int = 0
