"""``python -m assess``."""

from assess.cli import main

main(prog_name="assess")
