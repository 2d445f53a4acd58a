"""Changes of seats before the start: to a free seat at once, to a player's seat with that player's consent.

A player asks for the seat of another player, who agrees by asking back. Then both change seats, and their seeds move
with them. A player may ask each other player of a match once.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from accounts.models import Player
from chkobba_api.errors import DomainError
from games import log
from games.engine.messages import say
from games.models import Seat, SeatSwap
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_in_lobby, must_be_open, seat_for, seat_numbered
from games.table_events.around import Moved, SeatRefused, SeatWanted


def change_seat(match_id: UUID, player: Player, number: int, now: datetime) -> LockedMatch:
    """Move to a free seat, or to one that the creator has given to a bot. On any other seat, ask its player.

    Raises DomainError ``not_found``, ``not_seated``, ``not_in_lobby``, ``seats_sealed``, ``no_such_seat``,
    ``seat_taken`` for a reserved seat or one with a bot, ``swap_refused`` if the player was asked before.
    """
    with locked_match(match_id, now) as table:
        mine = seat_for(table, player)
        must_be_in_lobby(table)
        must_be_open(table)
        there = seat_numbered(table, number)
        if there.player is not None and there != mine:
            _ask(table, mine, there)
        elif there != mine:
            of_a_bot = bool(there.bot) and player.pk == table.match.creator_id
            if not of_a_bot and (not there.is_free or there.awaited not in (None, player)):
                raise DomainError("seat_taken", say("refused.seat_taken", seat=number), seat=number)
            _change_places(table, mine, there)
    return table


def _ask(table: LockedMatch, mine: Seat, there: Seat) -> None:
    """Ask for a seat, or change places if its player has asked for this one."""
    wishes = SeatSwap.objects.filter(match=table.match)
    if wishes.filter(player=there.player, other=mine.player, refused_at=None).exists():
        _change_places(table, mine, there)
        moved = (mine.player, there.player)
        wishes.filter(Q(player__in=moved) | Q(other__in=moved), refused_at=None).delete()
        return
    wish, is_new = wishes.get_or_create(
        player=mine.player, other=there.player, defaults={"match": table.match, "at": table.now}
    )
    if wish.refused_at is not None:
        raise DomainError("swap_refused", say("refused.swap_refused"))
    if is_new:
        table.note("seat_wanted", mine, player=mine.player, event=SeatWanted(to=wish.other_id, of_seat=there.number))


def _change_places(table: LockedMatch, one: Seat, other: Seat) -> None:
    """Swap the players of two seats, with their seeds. At least one of the seats has a player."""
    before = [
        (seat.player, seat.bot, seat.seed, seat.seed_commitment, seat.seek, seat.terms_version) for seat in (one, other)
    ]
    Seat.objects.filter(pk=one.pk).update(player=None)  # the database allows no player on two seats
    for seat, there in ((other, before[0]), (one, before[1])):
        seat.player, seat.bot, seat.seed, seat.seed_commitment, seat.seek, seat.terms_version = there
        seat.reserved_for = None
        seat.save(update_fields=["player", "bot", "seed", "seed_commitment", "seek", "terms_version", "reserved_for"])
    for seat, left in ((other, one), (one, other)):
        if seat.player is not None or seat.bot:
            table.note("moved", seat, player=seat.player, event=Moved(from_seat=left.number))


def stay(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Withdraw the player's own request for a seat, and decline those of others, who are notified.

    Raises DomainError ``not_found``, ``not_seated``, ``not_in_lobby``.
    """
    with locked_match(match_id, now) as table:
        mine = seat_for(table, player)
        must_be_in_lobby(table)
        open_ones = SeatSwap.objects.filter(match=table.match, refused_at=None)
        for wish in open_ones.filter(Q(player=player) | Q(other=player)):
            other = wish.other_id if wish.player_id == player.pk else wish.player_id
            table.note("seat_refused", mine, player=player, event=SeatRefused(to=other))
        open_ones.filter(Q(player=player) | Q(other=player)).update(refused_at=now)
    return table


def wanted_by(loaded: log.Loaded) -> dict[int, list[int]]:
    """Return for each wanted seat, by number, the seats whose players have asked for it."""
    numbers = {seat.player_id: seat.number for seat in loaded.seats if seat.player_id}
    found: dict[int, list[int]] = defaultdict(list)
    wishes = SeatSwap.objects.filter(match=loaded.match, refused_at=None).order_by("pk")
    for player, other in wishes.values_list("player", "other"):
        if player in numbers and other in numbers:
            found[numbers[other]].append(numbers[player])
    return found
