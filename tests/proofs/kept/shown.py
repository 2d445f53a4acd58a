"""The answers of the API about all matches, to each of their players and to a client without a token."""

from __future__ import annotations

from typing import Any

from games.models import ChatMessage, Club, Hint, Invitation, Match, MatchAnalysis, Note, PlannedMoves, Report, Seat
from tests.helpers.eventually import attempts
from tests.proofs.kept.local_server import Guest, LocalServer

LISTS = (
    *("me", "me/devices", "me/matches?limit=100", "me/matches?awaiting=me&limit=100"),
    *(
        "me/aliases",
        "me/blocks",
        "me/channels",
        "me/clubs",
        "me/followers",
        "me/follows",
        "me/friends",
        "me/availability",
    ),
    *("me/invitations", "me/mutes", "me/sanctions", "me/seeks"),
)
OF_A_PLAYER = ("ratings", "statistics")
OF_ALL = ("matches?limit=100", "matches?watch=true&limit=100")
OF_A_MATCH = ("rounds", "record")
"""Parts of a match that are the same for all viewers."""
WHERE_THERE_IS_ONE: dict[str, tuple[Any, str]] = {
    "analysis": (MatchAnalysis, "match"),
    "hints": (Hint, "match"),
    "invitations": (Invitation, "match"),
    "note": (Note, "match"),
    "plan": (PlannedMoves, "seat__match"),
    "reports": (Report, "match"),
    "chat": (ChatMessage, "match"),
}
"""Parts of a match that differ by player; requested only where they exist."""
OF_A_CLUB = ("", "/members", "/presets", "/matches", "/chat", "/board")


def shown(server: LocalServer) -> dict[str, dict[str, Any]]:
    """Return status and data by path, by the id of the player; an empty id means no token."""
    at_table: dict[str, list[str]] = {
        str(match): [""] for match in Match.objects.order_by("pk").values_list("pk", flat=True)
    }
    seats = Seat.objects.order_by("match", "number").values_list("match", "player", "reserved_for")
    for match, *people in seats:
        at_table[str(match)] += [str(one) for one in people if str(one) in server.guests]
    having = {
        part: {str(match) for match in kept.objects.values_list(of_match, flat=True)}
        for part, (kept, of_match) in WHERE_THERE_IS_ONE.items()
    }
    clubs = [
        f"clubs/{club}{part}" for club in Club.objects.order_by("pk").values_list("pk", flat=True) for part in OF_A_CLUB
    ]
    everything: dict[str, dict[str, Any]] = {one: {} for one in ("", *server.guests)}
    for viewer, pages in everything.items():
        guest = server.guests.get(viewer)
        for path in [*OF_ALL, *(LISTS if viewer else ())]:
            pages[path] = server.answer(guest, "GET", path)
        for part in OF_A_PLAYER if viewer else ():
            pages[f"players/{viewer}/{part}"] = server.answer(guest, "GET", f"players/{viewer}/{part}")
        for place in clubs if viewer else ():
            pages[place] = server.answer(guest, "GET", place)
        for match, viewers in at_table.items():
            if viewer in viewers:
                pages[f"matches/{match}"] = server.answer(guest, "GET", f"matches/{match}")
                pages[f"matches/{match}/events"] = _feed(server, guest, match)
                for part in (part for part, those in having.items() if viewer and match in those):
                    pages[f"matches/{match}/{part}"] = server.answer(guest, "GET", f"matches/{match}/{part}")
            if viewer == viewers[-1]:
                for part in OF_A_MATCH:
                    pages[f"matches/{match}/{part}"] = server.answer(guest, "GET", f"matches/{match}/{part}")
    return everything


def _feed(server: LocalServer, guest: Guest | None, match: str) -> tuple[int, Any]:
    """Return all events of a match, joined from the pages of the list."""
    entries: list[Any] = []
    for _ in attempts(1_000, "the last page"):
        after = entries[-1]["version"] if entries else 0
        status, data = server.answer(guest, "GET", f"matches/{match}/events?after={after}&limit=200")
        if status != 200:
            break
        entries += data["entries"]
        if not data["more"]:
            data = {**data, "entries": entries}
            break
    return status, data
