"""Moves that are planned before one's turn: what a plan says, and what it comes to when the turn is there."""
