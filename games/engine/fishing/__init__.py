"""Chkobba, Scopa and their relatives: capture cards from the table by rank, by sum, by fifteen.

One engine, one ruleset a game. A newcomer reads ``ruleset.py``, then one file of ``rulesets/``, then ``deciding.py``.
"""
