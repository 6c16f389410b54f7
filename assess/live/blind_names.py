"""The names of runs on the pages of a campaign, which may be blind."""

from collections.abc import Sequence
from random import Random
from string import ascii_uppercase

from assess.live.view_settings import live_settings
from assess.store.tables import Campaign, StoredRun


def shown_names(campaign: Campaign, runs: Sequence[StoredRun]) -> dict[int, str]:
    """Run id to its name; in a blind campaign, to "System" and a letter drawn at random."""
    if not live_settings(campaign).blind:
        return {run.id: run.name for run in runs}
    drawn = sorted(run.id for run in runs)
    Random(f"{campaign.seed}/aliases").shuffle(drawn)
    return {run: f"System {letters(number)}" for number, run in enumerate(drawn)}


def letters(number: int) -> str:
    """A to Z for 0 to 25, then AA, AB and so on."""
    higher, lower = divmod(number, len(ascii_uppercase))
    return (letters(higher - 1) if higher else "") + ascii_uppercase[lower]
