"""Čamba: get rid of your cards, and live through one more trip of the turn (rules: camba.md).

A newcomer reads ``state.py``, ``discards.py`` (what fits), ``slots.py`` (what happens between two decisions), then
``deciding.py``.
"""
