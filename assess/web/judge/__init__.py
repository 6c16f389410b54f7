"""The assessor's pages: `arrivals` from platforms, then `views`, filled by `pages`."""
