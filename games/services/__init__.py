"""Actions of players, the staff and the server, by topic.

Each public function is one action. It takes the request and the current time, runs in one transaction, and returns the
result, mostly the ``LockedMatch``. It raises ``DomainError`` if the action is not possible, and ``RuleViolation`` if
the rules of the game forbid it. No module here depends on HTTP.

All actions lock rows in the same order, which prevents deadlocks: the player (``accounts.services.staying``), the match
(several in the order of their ids), its seats, its log.
"""
