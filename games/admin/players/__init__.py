"""Admin pages for the rows of players: ratings, seeks, invitations, clubs, puzzles, relations and channels."""
