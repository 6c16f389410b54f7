"""What leaves a campaign, the same bytes each time: `preferences`, `qrels`, `log`, `release`."""
