"""Ways in: read `links` (signed links), `arrivals` (who comes by one), then `consent`."""
