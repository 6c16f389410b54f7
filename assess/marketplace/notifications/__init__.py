"""Notifications for requesters: ``events`` queues them, ``delivery`` posts them."""
