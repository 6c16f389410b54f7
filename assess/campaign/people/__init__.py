"""The people of a campaign: their comments to the organiser (`comments`), and who gets no more work (`exclusions`)."""
