"""Rematches: the same players and terms, with other seats.

Practice plays the cards of a finished match again, against bots. It counts for nothing.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError, never_raises
from games.club_access import admits, club_of
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.engine.options import Options
from games.engine.violations import RuleViolation
from games.models import ClubMatch, Match, Status, Visibility
from games.services.limits import must_have_room_for_club_match
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.first_dealer import turned
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_level, must_belong, must_not_be_apart, seat_for
from games.services.matchmaking.lobby.joining import sit_down
from games.services.matchmaking.lobby.lobby_bots import put_bot
from games.services.matchmaking.lobby.match_creation import MatchSettings, new_table, save_new
from games.services.social.chat import has_free_text
from games.services.turns.availability import must_be_here
from games.table_events.around import Rematch


@never_raises("already_seated", "seat_taken")  # the player's seat is reserved
def rematch(
    match_id: UUID,
    player: Player,
    now: datetime,
    *,
    seed: str = "",
    seed_commitment: str = "",
    despite_vacation: bool = False,
) -> LockedMatch:
    """Play again, with seats turned by one. The first call creates the match, the others join it.

    Each player may add a seed, as in every match. A cancelled rematch does not count: the next call creates another
    one. The newest rules of the game apply, with the options that these still have. The match starts when all players
    have joined.

    Raises DomainError ``not_found``, ``not_seated``, ``not_finished``, ``unknown_game`` for a game that no longer
    exists, ``not_a_member`` for the match of a club that the player has left, ``too_many_club_matches``,
    ``join_refused`` if a player at the table is kept apart from the player, and as ``join`` does.
    """
    with staying(player), locked_match(match_id, now, needs_rules=False) as table:
        seat_for(table, player)
        if table.match.status != Status.FINISHED:
            raise DomainError("not_finished", say("refused.not_over"))
        existing = Match.objects.filter(rematch_of=table.match).exclude(status=Status.CANCELLED).first()
        if existing is None:
            must_belong(table.match, player)
            must_be_here(player, now, despite_vacation=despite_vacation)
            again = _make_rematch(table, player, now, seed, seed_commitment)
            table.note("rematch", player=player, event=Rematch(match=again.match.id))
            return again
    with staying(player), locked_match(existing.pk, now) as again:
        if not again.seat_of(player):
            must_not_be_apart(again, player)
            must_be_here(player, now, despite_vacation=despite_vacation)
            sit_down(again, player, seed=seed, seed_commitment=seed_commitment)
    return again


@never_raises("bad_option", "bad_seats", "unknown_bot", "bot_cannot_play")  # the match before had them
def _make_rematch(table: LockedMatch, player: Player, now: datetime, seed: str, seed_commitment: str) -> LockedMatch:
    match = table.match
    wish = MatchSettings(
        game=match.game,
        seats=match.seat_count,
        options=options_again(match),
        visibility=Visibility(match.visibility),
        control=table.clock.control,
        bot_accounts=match.bot_accounts,
        substitutes_after=match.substitutes_after,
    )
    asked = _asked_again(match, player)
    entry_requirements.must_play_rated(asked, player, now)
    club = club_of(match.pk)
    if club is not None:
        must_have_room_for_club_match(club.pk)
    again = new_table(player, wish, now, rematch_of=match)
    for old in table.seats:
        new = again.seats[turned(old.number, match.seat_count)]
        if old.player_id == player.id:
            new.player = player
            shuffle_seeds.put(new, seed=seed, commitment=seed_commitment)
            again.note("created", new, player=player)
        elif old.player and old.player.is_active and admits(club, old.player.pk):
            new.reserved_for = old.player
        elif old.bot and not old.player:
            put_bot(again, new, old.bot)
    save_new(again, free_text=has_free_text(match), asked=asked, player=player)
    if club is not None:
        ClubMatch.objects.create(match=again.match, club=club)
    return again


def _asked_again(match: Match, player: Player) -> entry_requirements.Asked:
    """Return the same requirements, but unrated if this player no longer plays rated matches."""
    asked = entry_requirements.asked_at(match)
    return asked._replace(rated=asked.rated and player.rated)


def options_again(match: Match) -> Options:
    """Return the options of a match for a new match of the same game.

    Options that the newest rules do not allow are left out, and the target is at most the highest for new matches.
    Empty for a game that this server does not have.
    """
    game = GAMES.get(match.game)
    if game is None:
        return {}
    known = {option.name: option for option in game.options}
    options = {name: value for name, value in match.options.items() if name in known and known[name].allows(value)}
    most = game.highest_target(game.read_options(options, match.seat_count), match.seat_count)
    return options if most is None else options | {"target": min(options.get("target", most), most)}


# --- practice ---------------------------------------------------------------------------------------------------------


@never_raises(RuleViolation, "bots_not_allowed")  # they are those of a match that was played
def deal_again(match_id: UUID, player: Player, now: datetime, level: str) -> LockedMatch:
    """Deal the cards of a finished match again: for the player on the same seat, and bots on all others.

    Every deck follows from the seeds and the id of the first match, so both records have the same cards. The newest
    rules of the game apply, as in a rematch. No other person plays, so knowing the cards harms no one.

    Raises DomainError ``not_found``, ``not_seated``, ``not_finished``, ``unknown_game`` for a game that no longer
    exists, ``unknown_bot``, ``bot_cannot_play``, ``too_many_matches``, ``too_many_bots``, ``too_many_at_address``.
    """
    with staying(player), locked_match(match_id, now, needs_rules=False) as table:
        seat = seat_for(table, player)
        match = table.match
        if match.status != Status.FINISHED:
            raise DomainError("not_finished", say("refused.not_over"))
        must_be_level(level, match.game)
        wish = MatchSettings(
            game=match.game,
            seats=match.seat_count,
            options=options_again(match),
            control=table.clock.control,
        )
        again = new_table(player, wish, now, deal_of=match.deal_of or match)
        for old, new in zip(table.seats, again.seats, strict=True):
            new.seed = old.seed
        mine = again.seats[seat.number]
        mine.player = player
        again.note("created", mine, player=player)
        for other in again.seats:
            if other is not mine:
                put_bot(again, other, level)
        return save_new(again, player=player)
