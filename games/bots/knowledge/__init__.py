"""What bots know about each kind of game: how good a move looks to the seat that may make it."""
