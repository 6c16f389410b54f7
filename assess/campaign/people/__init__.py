"""The people of a campaign: what they tell the organiser (`comments`), and who gets no more work (`exclusion`)."""
