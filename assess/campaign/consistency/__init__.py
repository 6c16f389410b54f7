"""What is stored beside what the log and the record of changes say; `assess.campaign.verification` joins the checks.

Read `check` first: what a check is. Then `recorded_changes` (what changes were recorded to do) and `gradings`.
"""
