"""Chkobba, Scopa and their relatives: capture cards from the table by rank, by sum, by fifteen.

One engine plays them all; each game is one ruleset. To learn the code, read ``ruleset.py``, then one file of
``rulesets/``, then ``deciding.py``.
"""
