"""The conditions under which a player may act in a match."""

from __future__ import annotations

from uuid import UUID

from accounts import aliases
from accounts.models import Player
from chkobba_api.errors import DomainError
from games import log
from games.bots import LEVELS
from games.club_access import admits, club_of
from games.contact_rules import are_apart, are_blocked
from games.engine.messages import say
from games.models import Match, Seat, Status
from games.selectors import may_see
from games.services.matches.locked_match import LockedMatch, not_found
from games.services.sanctions import must_be_allowed_at


def _players(table: log.Loaded) -> list[UUID]:
    return [seat.player_id for seat in table.seats if seat.player_id]


def must_be_welcome(table: LockedMatch, player: Player) -> None:
    """Raise DomainError ``join_refused`` if a block separates the player from another one at the table.

    It tells no name. Strangers are welcome: they have got the code from a player, or ``may_see`` has excluded them.
    """
    if are_blocked(player.id, _players(table)):
        raise _not_welcome()


def must_be_admitted(table: LockedMatch, player: Player) -> None:
    """Raise DomainError for a player who may not come to a match. The caller holds the player's row lock.

    That is ``join_refused`` as in ``must_be_welcome``; ``limited`` if the match is public and a sanction forbids that;
    ``bots_not_allowed`` for a bot account in a match without bot accounts.
    """
    must_be_welcome(table, player)
    must_be_allowed_at(table.match.visibility, player, table.now)
    if player.is_bot and not table.match.bot_accounts:
        raise DomainError("bots_not_allowed", say("refused.bots_not_allowed"))


def must_belong(match: Match, player: Player) -> None:
    """Raise DomainError ``not_a_member`` if a match belongs to a club, and the player does not."""
    if not admits(club_of(match.pk), player.id):
        raise DomainError("not_a_member", say("refused.not_a_member"))


def must_not_be_apart(table: LockedMatch, player: Player) -> None:
    """Raise DomainError ``join_refused`` if a player at the table is kept apart from the player, also as a stranger."""
    if are_apart(player.id, _players(table)):
        raise _not_welcome()


def _not_welcome() -> DomainError:
    return DomainError("join_refused", say("refused.join_refused"))


def seat_for(table: log.Loaded, player: Player) -> Seat:
    """Return the seat of a player. Raises DomainError ``not_found`` or ``not_seated``; Merged."""
    seat = table.seat_of(player)
    if seat is None:
        aliases.must_be_themselves(player)  # the account may have been merged since its token was checked
        raise DomainError("not_seated", say("refused.not_seated")) if may_see(table, player) else not_found()
    return seat


def playing_seat(table: log.Loaded, player: Player) -> Seat:
    """Return the player's seat in a running match, unless they have resigned.

    Raises DomainError as ``seat_for`` does, ``not_running``, ``already_resigned``.
    """
    seat = seat_for(table, player)
    must_be_running(table)
    if seat.resigned:
        raise DomainError("already_resigned", say("refused.already_resigned"))
    return seat


def own_seat(table: log.Loaded, player: Player) -> Seat:
    """Return the seat that a player controls.

    Raises DomainError as ``playing_seat`` does, and ``seat_given_to_bot``.
    """
    seat = playing_seat(table, player)
    if seat.is_given_to_bot:
        raise DomainError("seat_given_to_bot", say("refused.seat_given_to_bot"))
    return seat


def seat_numbered(table: LockedMatch, number: int) -> Seat:
    """Return a seat by its number. Raises DomainError ``no_such_seat``."""
    if not 0 <= number < table.match.seat_count:
        raise DomainError("no_such_seat", say("refused.no_such_seat", seat=number), seats=table.match.seat_count)
    return table.seats[number]


def must_be_level(level: str, game: str) -> None:
    """Raise DomainError ``unknown_bot`` for an unknown level, ``bot_cannot_play`` for a level without the game."""
    if level not in LEVELS:
        raise DomainError("unknown_bot", say("refused.unknown_bot", level=level), levels=list(LEVELS))
    if not LEVELS[level].plays(game):
        able = [key for key, other in LEVELS.items() if other.plays(game)]
        raise DomainError("bot_cannot_play", say("refused.bot_cannot_play", level=level, game=game), levels=able)


def must_be_creator_in_lobby(table: LockedMatch, player: Player) -> None:
    """Raise DomainError unless the player has created the match and may still change it.

    That is ``not_creator``, or ``not_found`` if the player cannot see the match; ``not_in_lobby``; ``seats_sealed``.
    """
    if table.match.creator_id != player.id:
        if not may_see(table, player):
            raise not_found()
        raise DomainError("not_creator", say("refused.not_creator"))
    must_be_in_lobby(table)
    must_be_open(table)


def must_be_in_lobby(table: LockedMatch) -> None:
    """Raise DomainError ``not_in_lobby`` once the match has started or was cancelled."""
    if table.match.status != Status.LOBBY:
        raise not_in_lobby(table.match.status)


def not_in_lobby(status: str) -> DomainError:
    """Return the refusal for a match that is no longer in the lobby."""
    return DomainError("not_in_lobby", say("refused.not_in_lobby"), match_status=status)


def must_be_open(table: LockedMatch) -> None:
    """Raise DomainError ``seats_sealed`` while seeds are awaited: the input of the shuffle is final then."""
    if table.match.seeds_due_at is not None:
        raise DomainError("seats_sealed", say("refused.seats_sealed"))


def must_be_running(table: log.Loaded) -> None:
    """Raise DomainError ``not_running`` before the match has started, and when it is over."""
    if table.match.status != Status.RUNNING:
        raise DomainError("not_running", say("refused.not_running"), match_status=table.match.status)
