"""The section on a crowd against an expert who judged some of the same pairs."""

from assess.analysis.judgments import interval_note
from assess.analysis.section import SHARE, Column, Section, cells
from assess.stats.agreement.expert import agreement_with_expert
from assess.stats.agreement.judgment_table import JudgmentTable

EXPERT = "The crowd against the expert"


def expert_judgments_section(table: JudgmentTable, expert: JudgmentTable) -> Section:
    """How often the crowd prefers what the expert prefers."""
    found = agreement_with_expert(table, expert)
    notes = [interval_note(table), "kappa: Cohen's, of the majorities of both; ties: one of the two has a tie"]
    if found.kappa is None:
        notes.append("kappa: not defined because both gave the same answer everywhere")
    counts = (found.pairs, found.judgments, found.agree, found.disagree, found.ties)
    row = ("pairs that both judged", *counts, *cells(found.share), found.kappa.value if found.kappa else None)
    names = ("pairs", "judgments", "agree", "disagree", "ties")
    columns = (Column("what", "text"), *map(Column, names), *SHARE, Column("kappa", "number"))
    return Section("expert", EXPERT, columns, (row,), tuple(notes))
