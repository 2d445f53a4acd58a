"""Haggis: a climbing game for two or three. Shed the hand, capture what scores, bet on being first.

A newcomer reads ``combinations.py``, then ``playable.py``, then ``deciding.py``.
"""
