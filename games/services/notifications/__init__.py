"""Services of notifications: facts for players, and the times at which they are sent."""
