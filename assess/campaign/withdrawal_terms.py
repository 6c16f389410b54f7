"""What becomes of the judgments of somebody who withdraws. The briefing says it, and everybody can read it."""

from typing import Literal

from assess.store.tables import Campaign

AfterWithdrawal = Literal["keep", "discard"]


def judgments_after_withdrawal(campaign: Campaign) -> AfterWithdrawal:
    """Whether the judgments stay under a number (the default), or count no more."""
    return "discard" if campaign.texts.get("withdrawal") == "discard" else "keep"
