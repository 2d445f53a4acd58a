"""Actions of the staff: at matches, on reports, and for fair play."""
