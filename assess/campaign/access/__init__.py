"""How people get into a campaign.

Read `tokens` (what an address carries), `links` (create, check and revoke them), `link_settings` (what the organiser
chose for a link), `platform_parameters` (what platforms tell about who comes), `arrivals` (who comes by a link), then
`consent`.
"""
