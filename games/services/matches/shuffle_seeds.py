"""Seeds of players for the shuffle, in an order in which no player can choose the cards by the seeds of others.

The server learns a *plain* seed at once. For a seed with a *commitment* it gets only the SHA-256. When every seat is
taken and the match is about to start, the seats are *sealed*, which is final. Then players reveal the seeds that they
have committed to, and the cards are dealt. A seed that is not revealed in time adds nothing (docs/fair-shuffles.md).

Sealed seats never open again: a player who has learned another player's seed could come back with a seed chosen to
match it. So no player can leave or cancel a sealed match. The only choice left to players is not to reveal their own
seeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from accounts.models import Player
from chkobba_api.errors import DomainError
from games import shuffle
from games.clock import lobby
from games.engine.messages import say
from games.models import Actor, Seat
from games.services.limits import must_have_room_for_seed
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_in_lobby, must_be_open, seat_for
from games.table_events.lobby import Sealed, SeedCommitted, SeedRevealed


def add_seed(
    match_id: UUID, player: Player, now: datetime, *, seed: str | None = None, commitment: str | None = None
) -> LockedMatch:
    """Commit to a seed, add a plain one, or reveal a committed one. Deal after the last missing seed.

    Raises DomainError ``not_found``, ``not_seated``, ``not_in_lobby``, ``seats_sealed``, ``not_sealed``,
    ``wrong_seed``, ``too_many_seeds``.
    """
    with locked_match(match_id, now) as table:
        seat = seat_for(table, player)
        if (seed and seed == seat.seed) or (commitment and commitment == seat.seed_commitment):
            return table  # sent before; perhaps the cards have been dealt since
        must_be_in_lobby(table)
        if commitment is not None:
            must_be_open(table)
            must_have_room_for_seed(player, match_id)
            put(seat, commitment=commitment)
            table.note("seed_committed", seat, player=player, event=SeedCommitted(commitment=commitment))
        elif seat.seed_commitment:
            _reveal(table, seat, seed or "")
        else:
            must_be_open(table)
            must_have_room_for_seed(player, match_id)
            put(seat, seed=seed or "")
            table.note("seed_added", seat, player=player)
        seat.save(update_fields=["seed", "seed_commitment"])
    return table


def put(seat: Seat, *, seed: str = "", commitment: str = "") -> None:
    """Set the seed of a seat. A commitment replaces a plain seed."""
    seat.seed, seat.seed_commitment = ("", commitment) if commitment else (seed, "")


def _reveal(table: LockedMatch, seat: Seat, seed: str) -> None:
    """Store the seed that a seat has committed to. Raises DomainError ``not_sealed``, ``wrong_seed``."""
    if table.match.seeds_due_at is None:
        raise DomainError("not_sealed", say("refused.not_sealed"))
    if shuffle.seat_commitment_to(seed) != seat.seed_commitment:
        raise DomainError("wrong_seed", say("refused.wrong_seed"))
    if not seat.seed:
        seat.seed = seed
        table.note("seed_revealed", seat, player=seat.player, event=SeedRevealed(seed=seed))
        if not awaited(table.seats):
            table.begin(seat.player)


def awaited(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats that have committed to a seed and not revealed it."""
    return [seat for seat in seats if seat.seed_commitment and not seat.seed]


def begin(table: LockedMatch, player: Player | None = None) -> None:
    """Start a full match. If seeds are to be revealed, seal the seats first.

    ``player`` has caused the start.
    """
    if not awaited(table.seats):
        table.begin(player)
        return
    until = table.now + lobby.wait_for_seeds(table.clock.control.turn_seconds)
    table.change(seeds_due_at=until)
    sealed = Sealed(
        commitments=[seat.seed_commitment for seat in table.seats],
        seeds=[seat.seed for seat in table.seats],
        until=until,
    )
    table.note("sealed", event=sealed)


def begin_if_full(table: LockedMatch, player: Player | None) -> None:
    """Start the match if all seats are taken, all have agreed to the terms, and it starts by itself."""
    if table.match.autostart and table.all_agree and not any(seat.is_free for seat in table.seats):
        begin(table, player)


def begin_without(table: LockedMatch) -> None:
    """Start the match with the seeds that were revealed in time."""
    for seat in awaited(table.seats):
        table.note("seed_withheld", seat, by=Actor.TIMEOUT)
    table.begin()
