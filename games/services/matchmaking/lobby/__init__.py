"""Services of a match before its start: creation, joining, bots, changes, start, cancellation, and its deadline."""
