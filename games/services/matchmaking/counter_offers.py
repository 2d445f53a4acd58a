"""Counter-offers to an invitation: another game, other options, another pace.

At most one of the two players has an open offer. The other player accepts it, declines it, or makes another offer.
Accepting cancels the match and creates another one with the new terms, in one transaction. So no player gets terms that
they have not seen: the two have agreed, and the seats of all others are reserved for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import UNSET

from accounts.models import Player
from accounts.services import HasLeft, staying
from chkobba_api.errors import DomainError, never_raises
from games import match_clock
from games.engine.messages import say
from games.models import Invitation, Match, Seat, Visibility
from games.services.limits import must_have_room
from games.services.matches import entry_requirements, shuffle_seeds
from games.services.matches.locked_match import LockedMatch, locked_match, not_found
from games.services.matches.permissions import must_be_admitted
from games.services.matchmaking.invitations import keep_seat, open_seat, other_side
from games.services.matchmaking.lobby import lobby_bots, match_cancellation, match_creation
from games.services.matchmaking.lobby.match_creation import MatchSettings
from games.services.social.chat import has_free_text
from games.services.turns.availability import must_be_here
from games.table_events.around import TermsDeclined, TermsOffered
from games.table_events.lobby import Created
from games.table_events.play import Cancelled

MOST: Final = 10
"""The most offers to one invitation. Players who cannot agree by then have the chat."""


def offer(
    match_id: UUID, other_id: UUID, player: Player, terms: MatchSettings, now: datetime, *, seed_commitment: str = ""
) -> LockedMatch:
    """Offer another game, its seats, options and time control.

    It replaces an earlier offer; an equal one has no effect. An invited player may commit to a seed for the new match.
    A seated player has done so at the present one.

    Raises DomainError ``not_found`` without an open invitation, ``too_many_offers``, ``unknown_game``; RuleViolation
    ``bad_seats``, ``bad_option``; HasLeft.
    """
    with staying(player), locked_match(match_id, now) as table:
        seat = open_seat(table, other_id, player)
        game = match_creation.game_of_new(terms.game, terms.seats)
        options = match_creation.agreed_options(game, terms.options, terms.seats)
        row = _row(table, other_id, now)
        made = {
            "game": game.key,
            "seats": terms.seats,
            "options": options,
            "control": msgspec.json.decode(msgspec.json.encode(terms.control)),  # as stored
            "seed_commitment": seed_commitment,
        }
        if row.offer == made and row.offered_by_id == player.pk:
            return table
        if row.offers >= MOST:
            raise DomainError("too_many_offers", say("refused.too_many.offers", count=MOST), limit=MOST)
        row.offer, row.offered_by, row.offers = made, player, row.offers + 1
        row.save(update_fields=["offer", "offered_by", "offers"])
        table.note("terms_offered", seat, player=player, event=TermsOffered(to=other_side(table, other_id, player)))
    return table


def drop(match_id: UUID, other_id: UUID, player: Player, now: datetime) -> LockedMatch:
    """Decline the offer of the other player, or withdraw the player's own. The invitation stays.

    Raises DomainError ``not_found``, ``no_offer``.
    """
    with locked_match(match_id, now) as table:
        seat = open_seat(table, other_id, player)
        row = _row(table, other_id, now)
        _offered(row)
        row.offer, row.offered_by = None, None
        row.save(update_fields=["offer", "offered_by"])
        table.note("terms_declined", seat, player=player, event=TermsDeclined(to=other_side(table, other_id, player)))
    return table


def accept(
    match_id: UUID,
    other_id: UUID,
    player: Player,
    now: datetime,
    *,
    seed: str = "",
    seed_commitment: str = "",
    despite_vacation: bool = False,
) -> LockedMatch:
    """Accept the offer of the other player. Return the new match, at which both sit.

    The player may add a seed to its shuffle. Seeds and commitments of the old match move along, since none of them was
    revealed there.

    Raises DomainError ``not_found``, ``no_offer`` (also for the player's own offer), ``unknown_game``, ``on_vacation``,
    ``too_many_matches``, ``too_many_bots``, ``too_many_at_address``, ``bots_not_allowed``, ``not_rated``,
    ``not_reliable_enough``, ``limited``, ``deletion_scheduled``, ``join_refused``; ``not_invitable`` or
    ``join_refused`` if the other player cannot play; RuleViolation ``bad_seats``, ``bad_option``; HasLeft.
    """
    creator_id = Match.objects.filter(pk=match_id).values_list("creator", flat=True).first()
    invited = Invitation.objects.filter(match=match_id, player=other_id)
    if creator_id is None or player.pk not in (creator_id, other_id) or not invited.exists():
        raise not_found()
    with _both(creator_id, other_id, player) as (creator, other):
        with locked_match(match_id, now) as before:
            open_seat(before, other_id, player)
            row = _row(before, other_id, now)
            terms = _offered(row, to=player)
            added = _added(before, row)
            if seed or seed_commitment:
                added[player.pk] = (seed, seed_commitment)
            must_be_here(player, now, despite_vacation=despite_vacation)
            with _keeping_reasons_of(other, player, "not_invitable"):
                _must_fit(before, other)
            with _keeping_reasons_of(creator, player, "join_refused"):
                _must_not_be_banned(creator, now)
                entry_requirements.must_play_rated(entry_requirements.asked_at(before.match), creator, now)
                table = match_creation.new_table(creator, _wish(before.match, terms), now)
            table.plan_bots(before.late_bots)  # the cancellation takes them from the old match
            match_cancellation.call_off(before, player, Cancelled(continued_in=table.match.pk))
        with _keeping_reasons_of(creator, player, "join_refused"):
            return _moved(before, table, creator, other, added)


def _added(before: LockedMatch, row: Invitation) -> dict[UUID, tuple[str, str]]:
    """Return the seeds and commitments of players: those of the old match and that of the offer."""
    added = {seat.player_id: (seat.seed, seat.seed_commitment) for seat in before.seats if seat.player_id}
    if row.offered_by_id and row.offered_by_id not in added:
        added[row.offered_by_id] = ("", (row.offer or {}).get("seed_commitment", ""))
    return added


@contextmanager
def _both(creator_id: UUID, other_id: UUID, player: Player) -> Iterator[tuple[Player, Player]]:
    """Lock both players, in the order of their ids. Raises HasLeft, or ``not_found`` if the other player has left."""
    with transaction.atomic():
        here = Player.objects.select_for_update(no_key=True).filter(pk__in=(creator_id, other_id), is_active=True)
        found = {one.pk: one for one in here.order_by("pk")}
        if player.pk not in found:
            raise HasLeft
        if len(found) < len({creator_id, other_id}):
            raise not_found()
        yield found[creator_id], found[other_id]


@contextmanager
def _keeping_reasons_of(checked: Player, player: Player, code: str) -> Iterator[None]:
    """Raise DomainError ``code``, without a reason, if another player than ``player`` does not pass the checks within.

    Only players themselves learn of their sanctions, of their reliability, and that they delete their account.
    """
    try:
        yield
    except DomainError:
        if checked.pk == player.pk:
            raise
        raise DomainError(code, say(f"refused.{code}")) from None


def _must_fit(table: LockedMatch, other: Player) -> None:
    """Raise DomainError if the invited player could not join the match. The caller holds the player's row lock."""
    _must_not_be_banned(other, table.now)
    must_be_admitted(table, other)
    entry_requirements.must_meet(entry_requirements.asked_at(table.match), other, table.now)
    must_have_room(other)


def _must_not_be_banned(one: Player, now: datetime) -> None:
    """Raise DomainError ``join_refused`` for a banned player. No banned player accepts: the API refuses them."""
    if one.banned(now):
        raise DomainError("join_refused", say("refused.join_refused"))


@never_raises("too_often_here", "unknown_bot")  # the match is new, with the bots of the old one
def _moved(
    before: LockedMatch, table: LockedMatch, creator: Player, other: Player, added: Mapping[UUID, tuple[str, str]]
) -> LockedMatch:
    """Store the match that replaces another one. Both players sit there, and the other seats are reserved as before."""
    places = {other.pk: "joined", creator.pk: "created"}
    first = sorted(before.seats, key=lambda seat: (_person(seat) not in places, not _person(seat), seat.number))
    awaited = []
    agreed = Created(late_bots=table.late_bots or UNSET)
    for old in first:
        seat = _place(table, old.number)
        person = old.player or old.awaited
        if seat is None or (old.is_free and person is None):
            continue
        if person is None:
            lobby_bots.put_bot(table, seat, old.bot)
        elif person.pk in places:
            seat.player = creator if person.pk == creator.pk else other
            seed, commitment = added.get(person.pk, ("", ""))
            shuffle_seeds.put(seat, seed=seed, commitment=commitment)
            table.note(places[person.pk], seat, player=seat.player, event=agreed if person == creator else None)
        elif person.is_active:
            keep_seat(table, seat, person, creator)
            awaited.append(Invitation(match=table.match, player=person, by=creator, at=table.now))
    asked = entry_requirements.asked_at(before.match)
    match_creation.save_new(table, free_text=has_free_text(before.match), asked=asked)
    Invitation.objects.bulk_create(awaited)
    return table


def _person(seat: Seat) -> UUID | None:
    person = seat.player or seat.awaited
    return person.pk if person else None


def _place(table: LockedMatch, number: int) -> Seat | None:
    """Return the seat with a number, or the first free one, or None."""
    free = [seat for seat in table.seats if seat.is_free and seat.reserved_for_id is None]
    return next((seat for seat in free if seat.number == number), free[0] if free else None)


def _row(table: LockedMatch, other_id: UUID, now: datetime) -> Invitation:
    """Return the row of an invitation. Create it if the seat is reserved by a rematch."""
    made = {"by_id": table.match.creator_id, "at": now}
    return Invitation.objects.get_or_create(match=table.match, player_id=other_id, defaults=made)[0]


def _offered(row: Invitation, to: Player | None = None) -> MatchSettings:
    """Return the present offer, with ``to`` only an offer to this player. Raises DomainError ``no_offer``."""
    kept = row.offer
    if kept is None or (to is not None and row.offered_by_id == to.pk):
        raise DomainError("no_offer", say("refused.no_offer"))
    control = match_clock.agreed_in({"control": kept["control"]})
    return MatchSettings(game=kept["game"], seats=kept["seats"], options=kept["options"], control=control)


def _wish(match: Match, terms: MatchSettings) -> MatchSettings:
    """Return the settings of the new match: the offered terms, and all others as they were."""
    return replace(
        terms,
        visibility=Visibility(match.visibility),
        autostart=match.autostart,
        bot_accounts=match.bot_accounts,
        substitutes_after=match.substitutes_after,
    )
