"""The pages of an assessor.

Read `arrivals` (the addresses that panels and Mechanical Turk send people to), then `views` (one function a page, in
the order in which people see them). `pages` fills the templates, `images` reads the images of items.
"""
