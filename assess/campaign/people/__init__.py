"""The people of a campaign: who judges and how well (`overview`), and who gets no more work (`exclusions`)."""
