"""The option for the seed of a command that draws at random."""

import click

seed_option = click.option("--seed", default=0, show_default=True, help="Where all randomness comes from.")
