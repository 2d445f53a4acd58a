"""Link previews: the title and text of a shared address of a match or an invitation.

The client that fetches a preview is anonymous. So a preview has only facts of the public lists and never a card. It is
the same for a private match, a match that has started and a wrong room code, so it reveals nothing about room codes.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.db import Error as DatabaseError
from django.db.models import Count, Q, QuerySet

from chkobba_api.ids import typed_code
from chkobba_api.rest.language import as_text
from games import match_clock, selectors
from games.engine.catalogue import VERSIONS
from games.engine.messages import say
from games.models import Match, Status


class Preview(NamedTuple):
    """The title and the description of a link preview."""

    title: str
    text: str


def of_match(match_id: str) -> Preview | None:
    """Return the preview of a public match; None for any other id."""
    try:
        known = UUID(match_id)
    except ValueError:
        return None
    return _preview_of(Match.objects.filter(pk=known))


def of_invitation(code: str) -> Preview:
    """Return the preview of a public match in the lobby; for all other codes, a general one."""
    lobby = _preview_of(Match.objects.filter(code=typed_code(code), status=Status.LOBBY))
    return lobby or Preview(as_text(say("html.invited")), as_text(say("html.invited.text")))


def _preview_of(wanted: QuerySet[Match]) -> Preview | None:
    free = Count("seats", filter=Q(seats__player=None, seats__bot="", seats__reserved_for=None))
    try:
        match = (selectors.visible_to(None) & wanted).annotate(free=free).first()
    except DatabaseError:
        return None  # the page works without the database, and reports the error itself
    if match is None:
        return None
    rules = VERSIONS.get((match.game, match.rules_version))
    seats = say("html.seats", count=match.seat_count, free=match.free)
    waits = say("html.lobby", seats=seats, pace=match_clock.control_of(match).text)
    text = waits if match.status == Status.LOBBY else say("html.match")
    return Preview(as_text(rules.name) if rules else match.game, as_text(text))
