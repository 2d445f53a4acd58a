"""The rest of a merge of two accounts: finished matches pass to the remaining player, step by step.

The work is a row (``Alias``), found by a message or by the sweep. Each step is a transaction for some matches that may
be repeated, so that a worker may die at any moment. A minute after the last step all matches are checked once more. A
request that was running during the merge may have written the id of the guest.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Q

from accounts.aliases import now_of
from accounts.models import Alias
from games.models import Match
from games.services.privacy import merge_rows

logger = structlog.get_logger(__name__)

STEP: Final = 0.5
"""Seconds after which a worker yields to other work."""
AT_ONCE: Final = 100
"""The most matches that one transaction locks and passes on."""
DUE_AT_ONCE: Final = 100
"""The most merges that one sweep takes."""
LEASE: Final = timedelta(seconds=60)
"""The time for which a worker has a merge for itself."""
IN_FLIGHT: Final = timedelta(seconds=60)
"""The time after which no request with the guest's identity is running any more."""
RETRY: Final = timedelta(minutes=5)
"""The wait before a retry after an error."""


def due(now: datetime, limit: int) -> list[int]:
    """Return merges with due work."""
    return list(Alias.objects.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)[:limit])


def go_on(alias_id: int, now: datetime) -> bool:
    """Do a due step of a merge, if any. Return whether to call it again at once.

    Calling it at any time, or several times, is harmless.
    """
    with transaction.atomic():
        alias = Alias.objects.select_for_update(skip_locked=True).filter(pk=alias_id, wake_at__lte=now).first()
        if alias is None:
            return False
        Alias.objects.filter(pk=alias_id).update(wake_at=now + LEASE)
    try:
        is_done = _pass_on_more(alias)
    except Exception:
        logger.exception("cannot pass matches on", alias=alias_id)
        alias.failures, alias.wake_at = alias.failures + 1, now + RETRY
    else:
        _note_progress(alias, now, is_done=is_done)
    alias.save(update_fields=["reached", "is_second_look", "failures", "wake_at", "ended_at"])
    return alias.wake_at is not None and alias.wake_at <= now


def _note_progress(alias: Alias, now: datetime, *, is_done: bool) -> None:
    alias.wake_at = now
    if not is_done:
        return
    alias.reached = None
    if alias.is_second_look:
        alias.wake_at, alias.ended_at = None, now
    else:
        alias.is_second_look, alias.wake_at = True, max(now, alias.at + IN_FLIGHT)


def _pass_on_more(alias: Alias) -> bool:
    """Pass on more matches, in the order of their ids, for STEP seconds. Return whether all are done."""
    begin = time.monotonic()
    while True:
        matches = _next(alias)
        with transaction.atomic():
            list(Match.objects.select_for_update().filter(pk__in=matches).order_by("pk").values_list("pk"))
            into = now_of([alias.player_id]).get(alias.player_id, alias.into_id)  # the player may have been merged, too
            merge_rows.at_matches(alias.player_id, into, matches)
        if len(matches) < AT_ONCE:
            return True
        alias.reached = matches[-1]
        if time.monotonic() - begin > STEP:
            return False


def _next(alias: Alias) -> list[UUID]:
    """Return the next matches at which a row names the guest."""
    further = Q(match__gt=alias.reached) if alias.reached else Q(match__isnull=False)
    made = Match.objects.filter(creator=alias.player_id).order_by()
    if alias.reached:
        made = made.filter(pk__gt=alias.reached)
    found = [
        table._default_manager.filter(further, **{column: alias.player_id}).order_by().values_list("match_id")
        for table, column in merge_rows.FOUND_BY
    ]
    rows = made.values_list("pk").union(*found).order_by("id")[:AT_ONCE]
    return [match_id for (match_id,) in rows]
