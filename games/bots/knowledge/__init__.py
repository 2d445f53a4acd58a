"""Rules of thumb for each kind of game: how good a move looks to the seat that may make it."""
