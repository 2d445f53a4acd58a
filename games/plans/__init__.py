"""Planned moves, which a player sets before their turn: the values of a plan, and the choice of the move."""
