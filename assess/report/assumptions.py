"""Sections on what was assumed: parameters, inputs, versions and conventions."""

from importlib.metadata import PackageNotFoundError, version

from assess import __version__
from assess.analysis.section import Column, Section
from assess.report.material import Material

LIBRARIES = ("numpy", "scipy", "ir_measures", "matplotlib")
CONVENTIONS = (
    "Runs are ordered by score, highest first, equal scores by docno, ascending: the same for all measures.",
    "A judged topic that a run lacks scores 0. A topic for which a measure is not defined is left out.",
    "PGC is not divided by the score of the ideal ranking: its highest possible value depends on the number of judged "
    "items, and differs between topics.",
    "In a graph of grades every two different grades are a preference, grade 0 included.",
    "The majority of a pair is the answer given most often; a pair without a majority counts as a tie.",
    "Intervals and tests of runs treat topics as a sample of all topics. The noise of judging is in them as far as it "
    "differs between topics.",
    "No correction is made for looking at several measures.",
)


def assumptions_sections(material: Material) -> list[Section]:
    """Parameters, inputs with their checksums, and versions."""
    text = (Column("what", "text"), Column("value", "text"))
    sections = [Section("parameters", "Parameters", text, tuple(material.assumed))]
    if material.inputs:
        columns = (Column("file", "text"), Column("bytes"), Column("SHA-256, first 16 digits", "text"))
        sections.append(Section("inputs", "Input files", columns, tuple(material.inputs)))
    return [*sections, Section("versions", "Versions", text, (("assess", __version__), *_versions()))]


def _versions() -> list[tuple[str, str]]:
    found = []
    for name in LIBRARIES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, "not installed"))
    return found
