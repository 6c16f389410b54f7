"""The benchmarks: each section is a module in this folder with a one-line docstring and a function ``run``."""

import argparse
import os
from importlib import import_module

from assess.cli import ONE_THREAD

SECTIONS = ("readers", "pgc", "growth", "measures", "catalogue", "scoring", "strengths", "pairs", "judging", "live")


def main() -> None:
    os.environ.setdefault(*ONE_THREAD)
    sections = {name: import_module(name) for name in SECTIONS}
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measure speed, always as a ratio to something else measured in the same run.",
        epilog="\n".join(f"{name:10} {module.__doc__}" for name, module in sections.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("section", nargs="*", help="what to measure [everything]")
    for name in parser.parse_args().section or SECTIONS:
        if name not in sections:
            parser.error(f"no section {name!r}, expected one of: {', '.join(SECTIONS)}")
        print(f"== {name}: {sections[name].__doc__}")
        sections[name].run()
        print()


main()
