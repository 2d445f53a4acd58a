"""What the address of a table or of an invitation says where somebody shares it: the title and text of a preview.

Whoever fetches one is nobody: a preview tells what is in the public lists, never a card, and of a private match no more
than of one that there is not. So it answers no question about room codes: an invitation to a private match, one to a
match that has begun, and one with a wrong code read the same.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.db import Error as DatabaseError
from django.db.models import Count, Q, QuerySet

from chkobba_api.human_codes import typed_code
from chkobba_api.rest.language import said
from games import match_clock, selectors
from games.engine.catalogue import VERSIONS
from games.engine.messages import say
from games.models import Match, Status


class Preview(NamedTuple):
    """A title, and a sentence below it."""

    title: str
    text: str


def of_match(match_id: str) -> Preview | None:
    """Return what anybody may know of a match; None where that is nothing."""
    try:
        known = UUID(match_id)
    except ValueError:
        return None
    return _told(Match.objects.filter(pk=known))


def of_invitation(code: str) -> Preview:
    """Return what a public table that waits for players tells; of all others, that there is an invitation."""
    lobby = _told(Match.objects.filter(code=typed_code(code), status=Status.LOBBY))
    return lobby or Preview(said(say("html.invited")), said(say("html.invited.text")))


def _told(wanted: QuerySet[Match]) -> Preview | None:
    free = Count("seats", filter=Q(seats__player=None, seats__bot="", seats__reserved_for=None))
    try:
        match = (selectors.visible_to(None) & wanted).annotate(free=free).first()
    except DatabaseError:
        return None  # the page is there without its database, and says itself what is wrong
    if match is None:
        return None
    rules = VERSIONS.get((match.game, match.rules_version))
    seats = say("html.seats", count=match.seat_count, free=match.free)
    waits = say("html.lobby", seats=seats, pace=match_clock.control_of(match).text)
    text = waits if match.status == Status.LOBBY else say("html.match")
    return Preview(said(rules.name) if rules else match.game, said(text))
