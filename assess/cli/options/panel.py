"""What a panel takes."""

import click

from assess.pay import FEES

fees_option = click.option(
    "--fees", default="33.3%", show_default=True, help=f"What the panel takes: a percentage, {', '.join(FEES)}."
)
