"""Services of a running match: moves, planned moves, offers, pauses, undo, and availability."""
