"""Limits on logins by password: attempts for each name and address, one hash at a time, addresses in turn."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Final

from django.conf import settings
from django.core.cache import cache

from accounts.names.confusables import looks_of
from chkobba_api.errors import DomainError
from chkobba_api.ids import digest_of
from chkobba_api.rest.limits.brute_force import guessing, has_code
from chkobba_api.rest.limits.throttling import turn
from games.engine.messages import say

logger = logging.getLogger(__name__)


LONGEST_NAME: Final = 150
"""The most characters of a login name."""
PLAYERS, STAFF = "passwords", "passwords.staff"
"""The two queues. Staff have their own, so that an attack on players does not lock them out."""
LONGEST: Final = 30
"""Seconds after which the queue no longer waits for a process that died while it hashed a password."""
PLACES: Final = 300
"""The most addresses that wait in one queue. Further addresses are refused without a place."""
KEPT: Final = 4.0
"""Seconds for which an address keeps its place if it does not try again."""
PATIENCE: Final = 1.5
"""Seconds for which the queue waits for the address at its front (`Retry-After` is one second). This bounds the delay
by a client that takes places from many addresses and leaves them."""
EARLY: Final = 0.4
"""An address that tries again within this many seconds moves to the end of the queue. `Retry-After` asks for longer."""
_TRIES: Final = 20
SOON: Final = 1
"""Seconds after which a password may be retried that came while another one was checked."""


@contextmanager
def turn_to_hash(line: str, address: str) -> Iterator[None]:
    """Hold the turn to hash a password: one at a time in all processes, in the order of first attempts.

    A hash takes a core for a third of a second, by design, and blocks its worker. So no worker waits: an address that
    is not first keeps its place in the queue, and must try again after a second. An address that tries without a pause
    has one place like all others, and moves to the end of the queue.

    Raises DomainError ``throttled``.
    """
    if not settings.LOG_INS_ONE_BY_ONE:
        yield
        return
    if not _is_first(line, address):
        raise DomainError("throttled", say("refused.throttled", seconds=SOON), retry_after=SOON)
    try:
        yield
    finally:
        _end_turn(line)


def _end_turn(line: str) -> None:
    """Pass the turn on. Without a cache there is none, and the log-in goes on."""
    try:
        cache.delete(f"{line}.turn")
    except Exception as error:
        logger.warning("no queue for password checks: %s", error)


def _is_first(line: str, address: str) -> bool:
    """Take the turn or a place in the queue; return whether it took the turn. Without a cache each address is first."""
    try:
        for _ in range(_TRIES):  # a change takes a few round trips to the cache, and so does each attempt
            with turn(f"{line}.change", 1) as mine:
                if mine:
                    return _take_turn_or_place(line, address)
    except Exception as error:
        logger.warning("no queue for password checks: %s", error)
        return True
    return False


def _take_turn_or_place(line: str, address: str) -> bool:
    """Take the turn or a place. The caller holds the lock of the queue."""
    now = time.time()
    waiting = {who: came for who, came in cache.get(line, {}).items() if now - came < KEPT}
    came = waiting.get(address)
    if came is None and len(waiting) < PLACES:
        waiting[address] = now
    first = next((who for who, last in waiting.items() if who == address or now - last < PATIENCE), None)
    is_ours = first == address and cache.add(f"{line}.turn", 1, timeout=LONGEST)
    if is_ours or (came is not None and now - came < EARLY):
        del waiting[address]
    if not is_ours and came is not None:
        waiting[address] = now  # in its place, or at the end
    cache.set(line, waiting, timeout=ceil(KEPT))
    return bool(is_ours)


def named(name: str) -> str:
    """Return the key by which a typed name is counted: the same for names that look alike, and short for all.

    No name is longer than ``LONGEST_NAME``, so the rest of a text makes no work.
    """
    return digest_of(min(looks_of(name[:LONGEST_NAME]), default=""))


def at_name(address: str, name: str) -> tuple[str, str]:
    """Return the budget for wrong passwords of a name from an address: its scope and its key.

    They are counted by name at each address, so that a stranger cannot lock out the player.
    """
    return "log_ins_at_name", f"{address}:{named(name)}"


@contextmanager
def one_password(line: str, address: str, *names: str) -> Iterator[None]:
    """Check one password for an address; charge its hash to the address and to these names, right or wrong.

    Raises DomainError ``throttled``, which costs nothing; ``too_many_wrong_logins``.
    """
    budgets = [("log_ins", name) for name in (address, *names)]
    with (
        guessing(*budgets, is_wrong=is_hashed, counts_right=True, code="too_many_wrong_logins"),
        turn_to_hash(line, address),
    ):
        yield


def is_hashed(error: Exception) -> bool:
    """Return whether a password was hashed before this error was raised."""
    return not has_code("throttled")(error)
