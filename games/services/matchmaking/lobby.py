"""Actions before the first deal: creating a match, joining, leaving, and starting it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from accounts.models import Player
from accounts.services import staying
from accounts.validation import ValidationError
from chkobba_api.human_codes import draw_code, typed_code
from games import log, match_clock, shuffle
from games.bots import LEVELS
from games.clock.control import Control
from games.clock.lobby import LASTS, LateBots, ends_at
from games.club_access import club_of
from games.engine.catalogue import GAMES
from games.engine.messages import say
from games.engine.options import Options
from games.engine.protocol import AnyGame
from games.engine.violations import RuleViolation
from games.models import Actor, Match, Seat, Status, Visibility
from games.seat_control import STAND_IN
from games.services.dispatch import outages
from games.services.errors import DomainError
from games.services.limits import (
    must_have_room,
    must_have_room_at_address,
    must_have_room_for_bots,
    must_have_room_for_seed,
)
from games.services.matches import bot_accounts, entry_requirements, shuffle_seeds
from games.services.matches.entry_requirements import NOTHING, Asked
from games.services.matches.locked_match import LockedMatch, as_table, locked_match, not_found
from games.services.matches.permissions import (
    may_see,
    must_be_creator,
    must_be_in_lobby,
    must_be_level,
    must_be_open,
    must_be_welcome,
    must_belong,
    not_in_lobby,
    seat_for,
    seat_numbered,
)
from games.services.matches.shuffle_lot import draw_lot
from games.services.matchmaking import substitutes
from games.services.sanctions import must_be_allowed_at
from games.services.social.chat import agree_on_free_text
from games.services.turns.availability import must_be_here

SOONEST: Final = timedelta(minutes=1)
"""The least time until bots take free seats by themselves. A creator who wants bots sooner seats them."""
CODE_LENGTH: Final = 8
_CHOSEN_BY_CLUB: Final = {"options", "control", "visibility", "bot_accounts"}
"""Terms that the creator cannot change if the match was made from a club's preset."""


@dataclass(frozen=True, kw_only=True)
class MatchSettings:
    """The terms that the creator of a match wants."""

    game: str
    seats: int
    options: Mapping[str, Any]
    visibility: Visibility
    control: Control
    autostart: bool
    seat: int = 0
    """The seat of the creator."""
    bots: Mapping[int, str]
    """The level of the bot on each of these seats."""
    late_bots: LateBots | None = None
    """The time and the level with which bots take free seats; None: never."""
    bot_accounts: bool | None = None
    """True if bot accounts may sit down; None: only if the creator is one."""
    substitutes_after: int | None = None
    """Seconds on autopilot after which the seat of a player opens to substitutes; None: never."""
    free_text: bool = False
    """True if players may write free text, as far as all at the table allow it."""
    asked: Asked = NOTHING
    """The requirements for players who join, and other terms."""
    though_away: bool = False
    """True if the creator may sit down while on vacation."""
    seed: str = ""
    seed_commitment: str = ""
    """The creator's part of the shuffle: a plain seed, or a commitment (``games.services.matches.shuffle_seeds``)."""


def create_match(creator: Player, wish: MatchSettings, now: datetime) -> LockedMatch:
    """Create a match, with its creator and optional bots at the table.

    Raises DomainError ``unknown_game``, ``no_such_seat``, ``seat_taken``, ``unknown_bot``, ``bot_cannot_play``,
    ``too_many_matches``, ``too_many_bots``, ``too_many_at_address``, ``on_vacation``, ``bots_not_allowed``,
    ``not_rated``, ``rated_without_bots``, ``limited``; RuleViolation ``bad_seats``, ``bad_option``; ValidationError for
    an invalid time of late bots or of substitutes.
    """
    substitutes.must_be_agreeable(wish.substitutes_after)
    with staying(creator):
        entry_requirements.must_play_rated(wish.asked, creator, now)
        if wish.bots or wish.late_bots:
            entry_requirements.must_have_no_bots(wish.asked)
        must_be_here(creator, now, though_away=wish.though_away)
        table = new_table(creator, wish, now)
        mine = seat_numbered(table, wish.seat)
        mine.player = creator
        shuffle_seeds.put(mine, seed=wish.seed, commitment=wish.seed_commitment)
        told = _plan_bots(table, wish.late_bots)
        agreed = {
            "late_bots": told,
            "substitutes_after": wish.substitutes_after,
            "bot_accounts": table.match.bot_accounts or None,
        }
        agreed = {name: value for name, value in agreed.items() if value is not None}
        table.note("created", mine, player=creator, data=agreed)
        _seat_bots(table, wish.bots)
        return save_new(table, free_text=wish.free_text, asked=wish.asked, player=creator)


def new_table(
    creator: Player,
    wish: MatchSettings,
    now: datetime,
    *,
    rematch_of: Match | None = None,
    deal_of: Match | None = None,
) -> LockedMatch:
    """Return a new match without players, which is not stored yet. Raises as ``create_match`` does."""
    must_be_allowed_at(wish.visibility, creator, now)
    game = game_of_new(wish.game, wish.seats)
    lot = draw_lot()
    if deal_of:
        lot["seed"] = deal_of.seed
    match = Match(
        game=game.key,
        rules_version=game.version,
        options=agreed_options(game, wish.options, wish.seats),
        seat_count=wish.seats,
        visibility=wish.visibility,
        **match_clock.header_of(wish.control),
        autostart=wish.autostart,
        creator=creator,
        code=_new_code(),
        bot_accounts=bot_accounts.allowed_by(creator, wish.bot_accounts),
        substitutes_after=wish.substitutes_after,
        rematch_of=rematch_of,
        deal_of=deal_of,
        created_at=now,
        commitment=shuffle.commitment_to(lot["seed"]),
        **lot,
    )
    match.digest = log.first_digest(match)
    seats = [Seat(match=match, number=number) for number in range(wish.seats)]
    table = LockedMatch(match, seats, game, None, None, now)
    table.agree(wish.control)
    return table


def game_of_new(key: str, seats: int) -> AnyGame:
    """Return the newest rules of a game. Raises DomainError ``unknown_game``, RuleViolation ``bad_seats``."""
    if key not in GAMES:
        raise DomainError("unknown_game", say("refused.no_game", game=key), games=list(GAMES))
    game = GAMES[key]
    game.check_seats(seats)
    return game


def agreed_options(game: AnyGame, given: Mapping[str, Any], seats: int) -> Options:
    """Return the value of every option, for a match that is sure to end.

    Raises RuleViolation ``bad_option``.
    """
    options = game.read_options(given, seats)
    most = game.highest_target(options, seats)
    if most is not None and options["target"] > most:
        message = say("refused.target", most=most, seats=seats)
        raise RuleViolation("bad_option", message, option="target", most=most)
    return options


def save_new(
    table: LockedMatch, *, free_text: bool = False, asked: Asked = NOTHING, player: Player | None = None
) -> LockedMatch:
    """Store a new match with its seats and its first rows. Start it if it is full.

    ``player`` has created it and gets no notification of its start.

    Raises DomainError ``too_many_matches``, ``too_many_bots``, ``too_many_at_address``.
    """
    must_have_room(table.match.creator)
    must_have_room_at_address(table.match.creator)
    must_have_room_for_bots(table.match.creator, _bots_at(table))
    table.match.save(force_insert=True)
    Seat.objects.bulk_create(table.seats)
    if free_text:
        agree_on_free_text(table.match)
    entry_requirements.agree(table.match, asked)
    _start_if_full(table, player)
    table.save()
    return table


def _new_code() -> str:
    """Return a room code that no match has, or ever had."""
    while True:
        code = draw_code(CODE_LENGTH)
        if not Match.objects.filter(code=code).exists():
            return code


# --- joining and leaving ----------------------------------------------------------------------------------------------


def join(
    match_id: UUID,
    player: Player,
    now: datetime,
    *,
    seat: int | None = None,
    seed: str = "",
    seed_commitment: str = "",
    though_away: bool = False,
    terms_version: int | None = None,
) -> LockedMatch:
    """Join a public match, or one with a seat reserved for the player.

    ``terms_version`` names the terms that the player has read. Without it, they agree to the present terms.

    Raises DomainError ``not_found``, ``not_in_lobby``, ``terms_changed``, ``already_seated``, ``no_such_seat``,
    ``seat_taken``, ``match_full``, ``too_many_matches``, ``on_vacation``, ``bots_not_allowed``, ``not_rated``,
    ``not_reliable_enough``, ``not_a_member``.
    """
    with staying(player), locked_match(match_id, now) as table:
        if not may_see(table, player):
            raise not_found()
        must_be_here(player, now, though_away=though_away)
        sit_down(table, player, seat, seed, seed_commitment, terms_version)
    return table


def join_by_code(
    code: str,
    player: Player,
    now: datetime,
    *,
    seat: int | None = None,
    seed: str = "",
    seed_commitment: str = "",
    though_away: bool = False,
    substitute: bool = False,
    terms_version: int | None = None,
    dry_run: bool = False,
) -> LockedMatch:
    """Join the match with a room code, in any case, with or without spaces and dashes.

    With ``substitute``, take an open seat of a running match: the code is an invitation. With ``dry_run`` nothing
    changes: the player reads the terms before deciding.

    Raises DomainError ``wrong_code`` for an unknown code, ``already_seated`` with the id of the match for its players,
    also after the start, ``not_in_lobby`` with ``substitute_wanted``, ``join_refused`` if a player at the table is kept
    apart from the player, and as ``join`` and ``substitutes.take_seat`` do.
    """
    found = Match.objects.filter(code=typed_code(code)).values_list("pk", "status").first()
    if found is None:
        raise DomainError("wrong_code", say("refused.wrong_code"))
    match_id, status = found
    if Seat.objects.filter(match=match_id, player=player).exists():
        raise DomainError("already_seated", say("refused.already_seated"), match=str(match_id))
    if status == Status.RUNNING and substitute and not dry_run:
        with staying(player), locked_match(match_id, now) as table:
            substitutes.sit_in(table, player, seat, though_away=though_away)
        return table
    if status != Status.LOBBY:
        refused = not_in_lobby(status)
        refused.fields["substitute_wanted"] = Seat.objects.filter(match=match_id, substitute_wanted=True).exists()
        raise refused
    if dry_run:
        table = as_table(log.load(Match.objects.get(pk=match_id)), now)
        must_belong(table.match, player)
        must_be_welcome(table, player)
        return table
    with staying(player), locked_match(match_id, now) as table:
        must_be_here(player, now, though_away=though_away)
        sit_down(table, player, seat, seed, seed_commitment, terms_version)
    return table


def sit_down(
    table: LockedMatch,
    player: Player,
    number: int | None = None,
    seed: str = "",
    seed_commitment: str = "",
    terms_version: int | None = None,
) -> None:
    """Seat a player on the given or the first free seat. Start the match if it is full. Raises as ``join``."""
    must_be_in_lobby(table)
    if terms_version is not None:
        _must_be_terms(table, terms_version)
    if table.seat_of(player):
        raise DomainError("already_seated", say("refused.already_seated"))
    must_belong(table.match, player)
    must_be_welcome(table, player)
    must_be_allowed_at(table.match.visibility, player, table.now)
    bot_accounts.must_be_welcome(table, player)
    asked = entry_requirements.asked_at(table.match)
    entry_requirements.must_meet(asked, player, table.now)
    bots_give_way = asked.bots_give_way and table.match.seeds_due_at is None
    seat = _free_seat(table, player, bots_give_way) if number is None else seat_numbered(table, number)
    if bots_give_way and seat.bot and not seat.player:
        put_bot(table, seat, None)
    if not seat.is_free or seat.awaited not in (None, player):
        raise DomainError("seat_taken", say("refused.seat_taken", seat=seat.number), seat=seat.number)
    for kept in [one for one in table.seats if one.reserved_for_id == player.id and one is not seat]:
        kept.reserved_for = None  # a player keeps only one seat
        kept.save(update_fields=["reserved_for"])
    must_have_room(player)
    seat.player, seat.reserved_for, seat.terms_version = player, None, table.match.terms_version
    shuffle_seeds.put(seat, seed=seed, commitment=seed_commitment)
    seat.save(update_fields=["player", "bot", "reserved_for", "seed", "seed_commitment", "terms_version"])
    table.note("joined", seat, player=player)
    _start_if_full(table, player)


def _must_be_terms(table: LockedMatch, version: int) -> None:
    """Raise DomainError ``terms_changed`` if the terms of a match are not those that a player has read."""
    if version != (now := table.match.terms_version):
        raise DomainError("terms_changed", say("refused.terms_changed"), terms_version=now)


def agree_to_terms(match_id: UUID, player: Player, now: datetime, terms_version: int) -> LockedMatch:
    """Agree to terms that the creator has changed. Start the match if it waited only for this.

    Raises DomainError ``not_found``, ``not_seated``, ``not_in_lobby``, ``terms_changed``.
    """
    with locked_match(match_id, now) as table:
        seat = seat_for(table, player)
        must_be_in_lobby(table)
        _must_be_terms(table, terms_version)
        if not seat.agrees_to(table.match):
            seat.terms_version = terms_version
            seat.save(update_fields=["terms_version"])
            table.note("terms_agreed", seat, player=player)
            _start_if_full(table, player)
    return table


def _free_seat(table: LockedMatch, player: Player, bots_give_way: bool) -> Seat:
    """Return the seat reserved for the player, or the first one that is free or that a bot gives up."""
    for wanted in (player, None):
        for seat in table.seats:
            if seat.is_free and seat.awaited == wanted:
                return seat
    if bots_give_way and (bots := [seat for seat in table.seats if seat.bot]):
        return bots[0]
    raise DomainError("match_full", say("refused.match_full"))


def leave(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Leave a lobby, which frees the seat. If the creator leaves, the match is cancelled.

    Raises DomainError ``not_found``, ``not_seated``, ``not_in_lobby``, ``seats_sealed``.
    """
    with locked_match(match_id, now, needs_rules=False) as table:
        seat = seat_for(table, player)
        must_be_in_lobby(table)
        must_be_open(table)
        if table.match.creator_id == player.id:
            call_off(table, player)
        else:
            seat.player = None
            shuffle_seeds.put(seat)
            seat.save(update_fields=["player", "seed", "seed_commitment"])
            table.note("left", seat, player=player)
    return table


# --- actions of the creator -------------------------------------------------------------------------------------------


def set_bots(
    match_id: UUID, player: Player, levels: Mapping[int, str | None], fill: str | None, now: datetime
) -> LockedMatch:
    """Seat bots: on each seat in ``levels`` (None removes the bot), and ``fill`` on all free seats.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``no_such_seat``, ``seat_taken``,
    ``unknown_bot``, ``bot_cannot_play``, ``too_many_bots``, ``too_many_at_address``, ``rated_without_bots``.
    """
    with staying(player), locked_match(match_id, now) as table:
        must_be_creator(table, player)
        must_be_in_lobby(table)
        must_be_open(table)
        if fill or any(levels.values()):
            entry_requirements.must_have_no_bots(entry_requirements.asked_at(table.match))
        before = _bots_at(table)
        changed = _seat_bots(table, levels, fill)
        must_have_room_for_bots(player, _bots_at(table) - before)
        Seat.objects.bulk_update(changed, ["bot", "reserved_for"])
        _start_if_full(table, player)
    return table


def _bots_at(table: LockedMatch) -> int:
    """Return the number of seats that count as those of bots: with ``late_bots`` all but the creator's."""
    match = table.match
    if match.status == Status.LOBBY and match.late_bots is not None:
        return sum(seat.player_id != match.creator_id for seat in table.seats)
    return sum(bool(seat.bot) for seat in table.seats)


def _seat_bots(table: LockedMatch, levels: Mapping[int, str | None], fill: str | None = None) -> list[Seat]:
    changed = []
    for number, level in levels.items():
        seat = seat_numbered(table, number)
        if seat.player:
            raise DomainError("seat_taken", say("refused.seat_taken", seat=number), seat=number)
        changed.append(put_bot(table, seat, level))
    if fill:
        changed += [put_bot(table, seat, fill) for seat in table.seats if seat.is_free]
    return changed


def put_bot(table: LockedMatch, seat: Seat, level: str | None, by: Actor = Actor.PLAYER) -> Seat:
    """Seat a bot, or remove it (level None). Raises DomainError ``unknown_bot``, ``bot_cannot_play``."""
    if level is not None:
        must_be_level(level, table.match.game)
    seat.bot, seat.reserved_for = level or "", None
    table.note("bot_joined" if level else "bot_left", seat, by=by, data={"level": level})
    return seat


def _plan_bots(table: LockedMatch, wanted: LateBots | None) -> dict[str, Any] | None:
    """Set or remove the time at which bots take the free seats. Return the data for the log.

    The caller counts the bots. Raises ValidationError, DomainError ``unknown_bot``, ``bot_cannot_play``.
    """
    if wanted is not None:
        if not table.now + SOONEST <= wanted.at < ends_at(table.match.created_at):
            raise ValidationError(
                say("invalid.late_bots", minutes=SOONEST // timedelta(minutes=1), days=LASTS.days), "late_bots"
            )
        must_be_level(wanted.level, table.match.game)
    return table.plan_bots(wanted)


def change_match(match_id: UUID, player: Player, now: datetime, **wishes: Any) -> LockedMatch:
    """Change a match until it starts.

    ``wishes`` may contain ``options`` (only the changed ones), ``control``, ``visibility``, ``autostart``,
    ``late_bots`` (None: no bots sit down by themselves), ``substitutes_after`` (None: no seat opens to substitutes),
    ``bot_accounts``, and the creator's own ``seed``.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``unknown_bot``, ``bot_cannot_play``,
    ``too_many_bots``, ``too_many_at_address``, ``too_many_seeds``, ``rated_without_bots``, ``chosen_by_club``,
    ``limited``; RuleViolation ``bad_option``; ValidationError.
    """
    with staying(player), locked_match(match_id, now) as table:
        must_be_creator(table, player)
        must_be_in_lobby(table)
        must_be_open(table)
        if _CHOSEN_BY_CLUB & wishes.keys() and club_of(match_id):
            raise DomainError("chosen_by_club", say("refused.chosen_by_club"))
        must_be_allowed_at(wishes.get("visibility", ""), player, now)
        substitutes.must_be_agreeable(wishes.get("substitutes_after"))
        if "options" in wishes:
            options = {**table.match.options, **wishes["options"]}
            wishes["options"] = agreed_options(table.game, options, table.match.seat_count)
        if (seed := wishes.pop("seed", None)) is not None and (seat := table.seat_of(player)):
            must_have_room_for_seed(player, match_id)
            shuffle_seeds.put(seat, seed=seed)
            seat.save(update_fields=["seed", "seed_commitment"])
            table.note("seed_added", seat, player=player)
        control: Control | None = wishes.pop("control", None)
        terms = _terms_of(table)
        if "late_bots" in wishes:
            if wishes["late_bots"]:
                entry_requirements.must_have_no_bots(entry_requirements.asked_at(table.match))
            before = _bots_at(table)
            wishes["late_bots"] = _plan_bots(table, wishes["late_bots"])
            must_have_room_for_bots(player, _bots_at(table) - before)
        table.change(**wishes)
        if control is not None:
            table.agree(control)
            wishes |= match_clock.agreement(control)
        table.note("changed", player=player, data=wishes)
        if _terms_of(table) != terms:
            table.change(terms_version=table.rows[-1].version)
        _start_if_full(table, player)
    return table


def _terms_of(table: LockedMatch) -> tuple[Any, ...]:
    """Return the terms that players accept by joining. After a change by the creator the match waits for consent."""
    match = table.match
    return match.options, table.clock.control, match.substitutes_after, match.bot_accounts


def start(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Start the match: choose the first dealer, deal, and start the clock.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``seats_open``, ``terms_not_agreed``.
    """
    with locked_match(match_id, now) as table:
        must_be_creator(table, player)
        must_be_in_lobby(table)
        must_be_open(table)
        if free := [seat.number for seat in table.seats if seat.is_free]:
            raise DomainError("seats_open", say("refused.seats_open"), seats=free)
        if undecided := [seat.number for seat in table.seats if not seat.agrees_to(table.match)]:
            raise DomainError("terms_not_agreed", say("refused.terms_not_agreed"), seats=undecided)
        shuffle_seeds.begin(table, player)
    return table


def cancel(match_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Cancel a match that has not started.

    Raises DomainError ``not_found``, ``not_creator``, ``not_in_lobby``, ``seats_sealed``.
    """
    with locked_match(match_id, now, needs_rules=False) as table:
        must_be_creator(table, player)
        must_be_in_lobby(table)
        must_be_open(table)
        call_off(table, player)
    return table


def expire(match_id: UUID, now: datetime) -> None:
    """Do the due work of a lobby.

    It deals without seeds that were not revealed in time, starts with bots at the agreed time, or cancels a lobby that
    has waited too long. During an outage nothing is due: the sweep that ends it postpones all deadlines.
    """
    if outages.is_going_on(now):
        return
    with locked_match(match_id, now, needs_rules=False) as table:
        match = table.match
        if match.status != Status.LOBBY or table.lobby_ends_at > now:
            return
        if not table.has_rules:
            call_off(table)
        elif match.seeds_due_at is not None:
            shuffle_seeds.begin_without(table)
        elif table.late_bots is not None and table.all_agree:
            _begin_with_bots(table, table.late_bots.level)
        elif (ends_at := outages.put_off_by_outages(table.lobby_ends_at, match.created_at, now)) > now:
            Match.objects.filter(pk=match.pk).update(wake_at=ends_at)
        else:
            call_off(table)


def _begin_with_bots(table: LockedMatch, level: str) -> None:
    """Seat bots on all free seats, and start. If their level no longer exists, use another one."""
    able = level in LEVELS and LEVELS[level].plays(table.match.game)
    free = [seat for seat in table.seats if seat.is_free]
    for seat in free:
        put_bot(table, seat, level if able else STAND_IN, Actor.TIMEOUT)
    Seat.objects.bulk_update(free, ["bot", "reserved_for"])
    table.plan_bots(None)
    shuffle_seeds.begin(table)


def call_off(table: LockedMatch, player: Player | None = None, **data: Any) -> None:
    """Cancel a match that has not started, by a player or because its time is up. ``data`` goes into the log."""
    table.change(status=Status.CANCELLED, seeds_due_at=None, late_bots=None)
    table.note("cancelled", by=Actor.PLAYER if player else Actor.TIMEOUT, player=player, data=data)


def _start_if_full(table: LockedMatch, player: Player | None) -> None:
    if table.match.autostart and table.all_agree and not any(seat.is_free for seat in table.seats):
        shuffle_seeds.begin(table, player)
