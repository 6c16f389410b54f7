"""The options that say how many campaigns are simulated, and by how many processes."""

import click

from assess.simulation.processes import cores
from assess.simulation.trial import FEWEST_TRIALS, TRIALS

jobs_option = click.option(
    "--jobs", type=click.IntRange(1), default=lambda: cores(), show_default="all cores", help="Processes to use."
)
seeds_option = click.option(
    "--seeds",
    type=click.IntRange(1),
    show_default=f"{TRIALS}; down to {FEWEST_TRIALS} for many candidates",
    help="Campaigns to simulate.",
)
