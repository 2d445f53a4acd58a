"""Čamba: players get rid of their cards, then must reach their next turn without new ones (rules: camba.md).

To learn the code, read ``state.py``, ``discards.py`` (the cards that fit), ``slots.py`` (the events between two
decisions), then ``deciding.py``.
"""
