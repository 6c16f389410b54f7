"""How people get into a campaign.

Read `tokens` (what an address carries), `links` (create, check and revoke them), `link_settings` (what the organiser
chose for a link), `arrivals` (who comes by a link), then `consent`.
"""
