"""What requesters are told: `events` writes notifications, `delivery` posts them."""
