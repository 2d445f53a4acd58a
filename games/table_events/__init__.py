"""Table events: events around a game, such as a player who joins, an offer, the start and the end of a match.

A kind of event is declared once, in one of the lists here: its payload, its sentence, its notifications, its effect on
the clock, and its private fields. Log, feed, schema, notifications, verification and the admin read the declaration.
docs/adding-a-table-event.md shows how to add a kind.
"""

from __future__ import annotations

from games.table_events.around import AROUND
from games.table_events.kind import KINDS, changes_game, event_of, kind_of
from games.table_events.lobby import LOBBY
from games.table_events.offers import OFFERS
from games.table_events.play import PLAY

__all__ = ["KINDS", "changes_game", "event_of", "kind_of"]

KINDS.update({kind.type: kind for kind in (*LOBBY, *PLAY, *OFFERS, *AROUND)})
