"""A panel by link: people come by an address, and are paid on the panel's own pages."""
