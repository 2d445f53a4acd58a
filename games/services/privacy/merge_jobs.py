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

from django.db import transaction
from django.db.models import Q

from accounts.aliases import now_of
from accounts.models import Alias
from games.due_work import Backoff, DueWork
from games.models import Match
from games.services.privacy import merge_rows

STEP: Final = 0.5
"""Seconds after which a worker yields to other work."""
AT_ONCE: Final = 100
"""The most matches that one transaction locks and passes on."""
IN_FLIGHT: Final = timedelta(seconds=60)
"""The time after which no request with the guest's identity is running any more."""
RETRY: Final = timedelta(minutes=5)
"""The wait before each retry after an error."""


def _step(alias: Alias, now: datetime) -> bool:
    """Do a step of a merge. Return whether there is more to do at once."""
    is_done = _pass_on_more(alias)
    alias.wake_at = now
    if is_done:
        alias.reached = None
        if alias.is_second_look:
            alias.wake_at, alias.ended_at = None, now
        else:
            alias.is_second_look, alias.wake_at = True, max(now, alias.at + IN_FLIGHT)
    alias.save(update_fields=["reached", "is_second_look", "wake_at", "ended_at"])
    return alias.wake_at is not None and alias.wake_at <= now


MERGES: Final = DueWork(
    Alias,
    lease=timedelta(seconds=60),
    failures="failures",
    backoff=Backoff(RETRY, longest=RETRY),
    run=_step,
    task="games.merge_step",
    at_once=100,
)


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
