"""The option that says how many processes simulate."""

import click

from assess.simulation.processes import cores

jobs_option = click.option(
    "--jobs", type=click.IntRange(1), default=lambda: cores(), show_default="all cores", help="Processes to use."
)
