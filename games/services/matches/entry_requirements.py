"""Entry requirements and terms of a match: rating, who may join, undo, bots that give way, hints."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import Abandonment, EntryRequirements, Match, Sanction, Seat, Seek, TableEvent
from games.services.ratings.reliability import shares_of
from games.services.sanctions import must_be_allowed

MOST_ASKED: Final = 95
"""The highest reliability in percent that a match can require: no player is perfect."""


class Asked(NamedTuple):
    """The requirements and terms that the creator of a match wants."""

    rated: bool = False
    least_reliability: int | None = None
    """The least reliability in percent; None: any."""
    undo: bool = True
    """True if undo is possible when all agree and the match is not rated."""

    @property
    def allows_undo(self) -> bool:
        """True if undo is possible when all agree."""
        return self.undo and not self.rated

    bots_give_way: bool = False
    """True if a bot leaves its seat for a player who joins before the start."""
    hints: bool | None = None
    """True if the player to move can ask for hints and the match is not rated. None: only against bots."""

    def allows_hints(self, seats: Sequence[Seat]) -> bool:
        """Return whether the player to move can ask for a hint in a match with these seats."""
        if self.rated or self.hints is not None:
            return bool(self.hints) and not self.rated
        return sum(seat.player_id is not None or not seat.bot for seat in seats) <= 1


NOTHING: Final = Asked()


def agree(match: Match, asked: Asked) -> None:
    """Store the requirements of a new match."""
    if asked != NOTHING:
        EntryRequirements.objects.create(match=match, **asked._asdict())


def asked_at(match: Match) -> Asked:
    """Return the requirements of a match."""
    found = EntryRequirements.objects.filter(match=match).values_list(*Asked._fields).first()
    return Asked(*found) if found else NOTHING


def must_meet(asked: Asked, player: Player, now: datetime) -> None:
    """Raise DomainError if a player may not join. The caller holds the player's row lock.

    ``not_rated``: the player plays no rated matches. ``limited``: a sanction forbids them. ``not_reliable_enough``: the
    player has less than ``least`` percent.
    """
    must_play_rated(asked, player, now)
    must_be_reliable(asked, player, now)


def must_play_rated(asked: Asked, player: Player, now: datetime) -> None:
    """Raise DomainError ``not_rated`` if a match is rated and a player plays no rated matches.

    Raise DomainError ``limited`` if a sanction forbids rated matches to the player. The caller holds the player's row
    lock.
    """
    if asked.rated and not player.rated:
        raise DomainError("not_rated", say("refused.not_rated"))
    if asked.rated:
        must_be_allowed(player, Sanction.Kind.RATED, now)


def must_be_reliable(asked: Asked, player: Player, now: datetime) -> None:
    """Raise DomainError ``not_reliable_enough`` for a player below the required reliability.

    A player with too few matches has no reliability and passes.
    """
    if asked.least_reliability is None:
        return
    shares = shares_of([player.pk], now)[player.pk]
    if shares is not None and shares.percent < asked.least_reliability:
        figures = {"least": asked.least_reliability, "percent": shares.percent}
        raise DomainError("not_reliable_enough", say("refused.not_reliable_enough", **figures), **figures)


def must_have_no_bots(asked: Asked) -> None:
    """Raise DomainError ``rated_without_bots`` if a match with bots is rated."""
    if asked.rated:
        raise DomainError("rated_without_bots", say("refused.rated_without_bots"))


# --- bot accounts: players that are programs --------------------------------------------------------------------------


def allows_bot_accounts(creator: Player, wanted: bool | None) -> bool:
    """Return whether bot accounts may join a new match. By default, only a creator that is one allows them.

    Raises DomainError ``bots_not_allowed`` if a bot account forbids them.
    """
    if creator.is_bot and wanted is False:
        raise DomainError("bots_not_allowed", say("refused.bots_not_allowed"))
    return creator.is_bot if wanted is None else wanted


def become_bot(player: Player) -> Player:
    """Make a player a bot account, permanently. Repeating it has no effect.

    Raises DomainError ``already_played`` if the player ever sat at a table; HasLeft.
    """
    with staying(player):  # taking a seat locks the player, too
        if not player.is_bot:
            if _has_sat(player):
                raise DomainError("already_played", say("refused.already_played"))
            player.is_bot = True
            player.save(update_fields=["is_bot"])
    return player


def _has_sat(player: Player) -> bool:
    """Return whether a player has, had, or looks for a seat, even if they left it before the first deal."""
    rows = (
        Seat.objects.filter(player=player),
        Match.objects.filter(creator=player),
        Abandonment.objects.filter(player=player),
        TableEvent.objects.filter(player=player),
        Seek.objects.filter(player=player),
    )
    return any(some.exists() for some in rows)
