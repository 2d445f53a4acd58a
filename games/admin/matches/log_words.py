"""The rows of a log in words."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.models import Player
from games import log
from games.admin.matches.board import Names
from games.admin.matches.seat_names import names_at
from games.models import Actor, Match, Row, TableEvent
from games.offer_rules import How
from games.texts import reader

BROKEN: Final = "Unreadable: the log was changed, or its rules are no longer installed."


def row_in_words(row: Row) -> list[str]:
    """Return a row in words, as a spectator may see it. The caller prefetches the seats of its match."""
    people = {row.player_id: row.player} if isinstance(row, TableEvent) and row.player else {}
    return sentences_of_row(row.match, row, names_at(row.match), people)


def sentences_of_row(match: Match, row: Row, names: Names, people: dict[Any, Player]) -> list[str]:
    """Return a row in words, with the names of the seats and of the people in its log."""
    try:
        if isinstance(row, TableEvent):
            return [_table_event_in_words(row, json.loads(row.data), names, who_of(row, names, people))]
        game = log.game_of(match)
        seen = [game.visible(event, None) for event in game.load_events(row.events)]
        return [reader().say(game.tell(event, names.seats, names.sides)) for event in seen if event]
    except Exception:  # as in Story.board
        return [BROKEN]


def who_of(row: TableEvent, names: Names, people: dict[Any, Player]) -> str:
    """Return the name of the player who caused a table event, or of the clock or the staff."""
    if person := people.get(row.player_id):
        return person.shown_name
    if row.seat is not None:
        return names.seats[row.seat]
    return {Actor.TIMEOUT: "The clock", Actor.ADMIN: "The staff"}.get(Actor(row.by), "The match")


AROUND: Final = {
    "created": "{who} creates the match.",
    "joined": "{who} joins.",
    "left": "{who} leaves.",
    "terms_agreed": "{who} agrees to the changed terms.",
    "autopilot_off": "{who} takes over from the autopilot.",
    "resigned": "{who} resigns.",
    "rematch": "{who} wants to play again.",
    "invited": "{who} invites a player: {seat} is reserved.",
    "invitation_declined": "{who} declines the invitation.",
    "invitation_withdrawn": "{who} withdraws an invitation.",
    "terms_offered": "{who} makes a counter-offer.",
    "seat_wanted": "{who} asks for another seat.",
    "seat_refused": "{who} stays at {seat}.",
    "moved": "{who} moves to {seat}.",
    "terms_declined": "{who} declines the counter-offer.",
    "pause_accepted": "{who} agrees to the pause.",
    "pause_declined": "{who} declines the pause.",
    "pause_withdrawn": "{who} withdraws the offer of a pause.",
    "pause_end_offered": "{who} offers to end the pause.",
    "pause_end_accepted": "{who} agrees to end the pause.",
    "pause_end_declined": "{who} declines to end the pause.",
    "pause_end_withdrawn": "{who} withdraws the offer to end the pause.",
    "end_accepted": "{who} agrees to end the match.",
    "end_declined": "{who} declines to end the match.",
    "end_withdrawn": "{who} withdraws the offer to end the match.",
    "undo_accepted": "{who} agrees to undo the move.",
    "undo_declined": "{who} declines to undo the move.",
    "undo_withdrawn": "{who} withdraws the request to undo.",
    "hint_requested": "{who} asks for a hint.",
    "paused": "{who} pauses the match.",
    "resumed": "{who} resumes the match.",
    "exported": "{who} exports the record.",
    "verified": "{who} verifies the match: no faults.",
}
"""Sentences for most types of table events."""


def _table_event_in_words(row: TableEvent, data: dict[str, Any], names: Names, who: str) -> str:
    """Return a table event in words, with the reason for an action of the staff."""
    by_staff = row.by == Actor.ADMIN
    seat = "" if row.seat is None else names.seats[row.seat]
    said = AROUND.get(row.type, "").format(who=who, seat=seat)
    if not said:
        said = _of_staff(row, data, seat, who) if by_staff else _of_players(row, data, names, seat, who)
    return f"{said} “{data['reason']}”" if by_staff else said


def _of_staff(row: TableEvent, data: dict[str, Any], seat: str, who: str) -> str:
    match row.type:
        case "extended":
            due = datetime.fromisoformat(data["due_at"])
            return f"{who} gives {seat} time until {due:%d %b %Y, %H:%M} UTC."
        case "autopilot_on":
            return f"{who} puts {seat} on autopilot."
        case "bot_joined":
            return f"{who} gives the seat of {seat} to the {data['level']} bot."
        case "bot_left":
            return f"{who} gives {seat} their seat back."
        case "cancelled":
            return f"{who} cancels the match: it has no result."
    return row.type


def _of_players(row: TableEvent, data: dict[str, Any], names: Names, seat: str, who: str) -> str:
    match row.type:
        case "bot_joined":
            return f"The {data['level']} bot takes seat {row.seat}."
        case "bot_left":
            return f"The bot at seat {row.seat} leaves."
        case "changed":
            changes = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in data.items())
            return f"{who} changes the match: {changes or 'their seed'}."
        case "started":
            return f"The match starts; {names.seats[data['dealer']]} deals first."
        case "autopilot_on":
            return f"{seat} is on autopilot now."
        case "pause_offered" | "end_offered":
            return f"{who} offers {_offered(data)}."
        case "undo_offered" | "undone":
            return _undone(row, data, seat, who)
        case "substitute_wanted":
            return f"{seat} has been on autopilot for a long time: substitutes may take the seat."
        case "substituted":
            return f"{who} takes over seat {row.seat} from an absent player."
        case "closed_hours":
            left = timedelta(seconds=round(data["seconds_left"]))
            return f"{seat} has {left} of open time; {len(data.get('closed', ()))} closed periods do not count."
        case "cancelled":
            return _called_off(row, data, who)
        case "finished":
            return _ended(data, names)
    return _of_seeds(row, seat, who)


def _offered(data: dict[str, Any]) -> str:
    """Return an offer of a pause or an early end in words."""
    if "until" in data:
        return f"a pause until {datetime.fromisoformat(data['until']):%d %b %Y, %H:%M} UTC"
    return "to end the match " + ("as it stands" if data["how"] == How.AS_IT_STANDS else "without a result")


def _undone(row: TableEvent, data: dict[str, Any], seat: str, who: str) -> str:
    if row.type == "undo_offered":
        return f"{who} asks to undo the move of step {data['version']}."
    return f"The move of step {data['version']} is undone, since all have agreed: {seat} moves again."


def _called_off(row: TableEvent, data: dict[str, Any], who: str) -> str:
    if data.get("agreed"):
        return "The match has no result, since all have agreed."
    return "The match was not started in time." if row.by == Actor.TIMEOUT else f"{who} cancels the match."


def _of_seeds(row: TableEvent, seat: str, who: str) -> str:
    match row.type:
        case "seed_added":
            return f"{who} adds a seed to the shuffle."
        case "seed_committed":
            return f"{who} commits to a seed for the shuffle."
        case "sealed":
            return "All seats are taken and sealed; the match waits for the seeds of the commitments."
        case "seed_revealed":
            return f"{who} reveals the seed."
        case "seed_withheld":
            return f"{seat} does not reveal the seed; the cards are dealt without it."
    return row.type


def _ended(data: dict[str, Any], names: Names) -> str:
    winner = data["winner"]
    won = "It is a draw" if winner is None else f"{names.sides[winner]} wins"
    ending = {"resigned": ", since the others resigned", "agreed": ", since all have agreed"}.get(data["reason"], "")
    return f"The match is over. {won}{ending}: {' : '.join(map(str, data['totals']))}."
