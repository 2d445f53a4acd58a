"""Services of the log: verification, records of finished matches, and recomputing figures."""
