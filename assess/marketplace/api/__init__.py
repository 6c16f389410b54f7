"""The requester's calls on the wire: `wire` reads and answers them, `operations/` does them."""
