"""Create, brief, open and export a campaign."""
