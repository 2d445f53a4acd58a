"""Checks of the log: verification, records of finished matches, and figures that are computed again."""
