"""Export every grade that somebody gave, as CSV."""

import csv
import io

from sqlalchemy.orm import Session

from assess.campaign.export.judgment_csv import harmless
from assess.store.graders import given_grades
from assess.store.grades import grades_of
from assess.store.tables import Campaign

HEADINGS = ("topic", "docno", "grade", "kind", "identity", "seconds", "at", "final")


def export_gradings(session: Session, campaign: Campaign) -> str:
    """The newest grade of each person for each item, by topic and item, with the grade that the item has in the end."""
    final, text = grades_of(session, campaign.id), io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    for row in sorted(given_grades(session, campaign.id), key=lambda row: (row.topic_id, row.docno, row.assessor_id)):
        said = (f"{row.grade:g}", row.kind, harmless(row.identity), row.seconds, row.at.isoformat())
        writer.writerow((harmless(row.topic), harmless(row.docno), *said, f"{final[row.topic][row.docno]:g}"))
    return text.getvalue()
