"""What can happen to a match: one function a happening.

Each takes what was asked and the time at which it was asked, runs in one transaction, and returns the ``Table`` as it
is afterwards. What cannot happen is refused by a ``Refusal`` or, by the rules, a ``RuleViolation``. Nothing in here
knows HTTP.

Rows are locked in one order, so that nobody waits for ever: the player (``accounts.services.staying``), the match
(several in the order of their ids), its seats, its log.
"""
