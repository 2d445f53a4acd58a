"""Haggis: a climbing game for two or three. Shed the hand, capture cards that score, bet on going out first.

To learn the code, read ``combinations.py``, then ``playable.py``, then ``deciding.py``.
"""
