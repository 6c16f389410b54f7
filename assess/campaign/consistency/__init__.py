"""What is stored beside what the log and the record of changes say; `assess.campaign.verification` joins the checks.

Read `check` first: what a check is. Then `recorded_changes` (what recorded changes made of the campaign; what they say
is in `recorded_values`, what is stored in `stored_values`), `collected_grades` (what graders answered) and
`log_judgments` (the judgments that hold by the log alone).
"""
