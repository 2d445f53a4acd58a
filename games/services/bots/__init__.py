"""Services of bots: choosing moves, bot jobs, hints, the analysis of a finished match, and puzzles."""
