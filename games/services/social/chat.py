"""The chat at a table: phrases, reactions, and free text if all players at the table allow it.

Only players at the table read messages. Spectators read none, and a player who joins later reads only later messages.
Messages are not rows of the log, so they make no move stale, and no statement of a move reads or writes one. Bots write
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.aliases import names_of
from accounts.models import AccountDeletion, Player
from accounts.names.printable import clean
from accounts.services import staying
from chkobba_api.errors import DomainError, invalid
from games import log
from games.engine.messages import say
from games.models import ChatMessage, FreeText, Match, Notification, Report, Sanction, Status, TableEvent
from games.services.limits import must_have_room_for_message
from games.services.matches.locked_match import match_with
from games.services.matches.permissions import seat_for
from games.services.sanctions import must_be_allowed
from games.services.social import muting

LONGEST: Final = 500
"""The most characters of free text."""
CONTEXT: Final = 10
"""The number of messages before and after a reported one that the staff sees."""
PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "nice_move",
    "what_luck",
    "bad_luck",
    "thanks",
    "sorry",
    "my_mistake",
    "take_your_time",
    "your_turn",
    "back_soon",
    "back_again",
    "good_game",
    "once_more",
    "good_night",
)
"""The keys of phrases, in the order of the menu.

The catalogues have their sentences (``phrase.KEY``, ``reaction.KEY``), so that all players read them in their own
language. A key that was used once stays, since stored messages contain it.
"""
REACTIONS: Final = {
    "clap": "👏",
    "laugh": "😄",
    "wow": "😮",
    "ouch": "😖",
    "think": "🤔",
    "fire": "🔥",
}
"""The keys of reactions, each with an emoji for clients."""
_KEYS: Final = {ChatMessage.Kind.PHRASE: PHRASES, ChatMessage.Kind.REACTION: REACTIONS, ChatMessage.Kind.TEXT: ("",)}
"""The valid keys for each kind of message."""
_JOINING: Final = ("created", "joined", "substituted")
"""The types of log rows with which a player takes a seat."""


class Allowance(Enum):
    """A player's permission to write free text in a match, or the reason against it."""

    ALLOWED = "allowed"
    NOT_AGREED = "not_agreed"
    OFF_FOR_YOU = "off_for_you"
    OFF_FOR_OTHERS = "off_for_others"


@dataclass(frozen=True)
class Wanted:
    """A message that a player wants to write."""

    kind: ChatMessage.Kind
    key: str = ""
    about: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Hearing:
    """The messages that a player at a table can read."""

    messages: QuerySet[ChatMessage]
    """The messages since the player joined, with their authors, except by players that they have muted or blocked."""
    free_text: Allowance
    kept_until: datetime | None
    """The time when the messages of the match are deleted; None while it is not over."""


def hear(match_id: UUID, player: Player, now: datetime) -> Hearing:
    """Return the messages that a player can read in a match. Raises DomainError ``not_found``, ``not_seated``."""
    loaded = _match_of(match_id, player)
    until = _kept_until(loaded.match)
    messages = messages_for(player, match_id).filter(muting.is_heard_by(player))
    if until is not None and until <= now:
        messages = messages.none()
    return Hearing(messages.select_related("player"), _allowance(loaded, player), until)


def message_for(match_id: UUID, player: Player, message_id: UUID) -> ChatMessage:
    """Return a message for a player in a match. Raises DomainError ``not_found``, ``not_seated``."""
    _match_of(match_id, player)
    message = messages_for(player, match_id).filter(pk=message_id).first()
    if message is None:
        raise DomainError("not_found", say("refused.no_such_message"))
    return message


def messages_for(player: Player, match_id: UUID) -> QuerySet[ChatMessage]:
    """Return the messages in a match since a player joined; no free text for players in kid mode."""
    names = names_of(player.pk)  # the log has the account that joined, which may have been merged since
    came = TableEvent.objects.filter(match=match_id, player__in=names, type__in=_JOINING).order_by("-version")
    since = came.values_list("version", flat=True).first() or 0
    said = ChatMessage.objects.filter(match=match_id, version__gte=since)
    return said.exclude(kind=ChatMessage.Kind.TEXT) if player.in_kid_mode else said


def _match_of(match_id: UUID, player: Player) -> log.Loaded:
    """Return a match at which a player sits. Raises DomainError ``not_found``, ``not_seated``."""
    loaded = log.without_rules(match_with(match_id))
    seat_for(loaded, player)
    return loaded


def _kept_until(match: Match) -> datetime | None:
    ended_at = match.finished_at
    if match.status == Status.CANCELLED:
        called_off = TableEvent.objects.filter(match=match, type="cancelled").order_by("-version")
        ended_at = called_off.values_list("at", flat=True).first()
    return None if ended_at is None else ended_at + settings.CHAT_LASTS


# --- free text --------------------------------------------------------------------------------------------------------


def has_free_text(match: Match) -> bool:
    """Return whether a match was created with free text."""
    return FreeText.objects.filter(match=match).exists()


def _allowance(loaded: log.Loaded, player: Player) -> Allowance:
    """Return whether free text is possible now: it was agreed on, and all players at the table allow it.

    Players who have resigned still count; deleted accounts do not.
    """
    if not has_free_text(loaded.match):
        return Allowance.NOT_AGREED
    people = (seat.player for seat in loaded.seats if seat.player and seat.player.left_at is None)
    off = {who.pk for who in people if who.in_kid_mode or not who.free_text}
    if player.pk in off:
        return Allowance.OFF_FOR_YOU
    return Allowance.OFF_FOR_OTHERS if off else Allowance.ALLOWED


# --- writing messages -------------------------------------------------------------------------------------------------


def post_message(match_id: UUID, player: Player, now: datetime, wanted: Wanted) -> ChatMessage:
    """Write a message at a table where the player sits.

    Raises DomainError ``not_found``, ``not_seated``, ``chat_closed``, ``free_text_off``, ``no_such_step``,
    ``already_reacted``, ``too_many_messages``, ``limited``; ``invalid`` for an invalid text; HasLeft.
    """
    text = cleaned(wanted)
    with staying(player):
        must_be_allowed(player, Sanction.Kind.CHAT, now)
        loaded = _match_of(match_id, player)
        until = _kept_until(loaded.match)
        if until is not None and until <= now:
            raise DomainError("chat_closed", say("refused.chat_closed"))
        if wanted.kind == ChatMessage.Kind.TEXT:
            allowance = _allowance(loaded, player)
            if allowance is not Allowance.ALLOWED:
                said = say(f"refused.free_text.{allowance.value}")
                raise DomainError("free_text_off", said, free_text=allowance.value)
        if wanted.kind == ChatMessage.Kind.REACTION:
            _must_be_new(loaded.match, player, wanted)
        must_have_room_for_message(player, match_id)
        message = ChatMessage.objects.create(
            match=loaded.match,
            version=loaded.match.version,
            player=player,
            seat=seat_for(loaded, player).number,
            kind=wanted.kind,
            key=wanted.key,
            about=wanted.about,
            text=text,
            at=now,
        )
        _notify(loaded, message)
    return message


def cleaned(wanted: Wanted) -> str:
    """Return the stored form of free text; an empty text for a phrase.

    Raises DomainError ``invalid`` for an invalid text, and for an unknown key.
    """
    if wanted.key not in _KEYS[wanted.kind]:
        raise invalid("message.key", say("message.unknown"))
    if wanted.kind != ChatMessage.Kind.TEXT:
        return ""
    return clean(wanted.text, "message", "message.text", lines=True, longest=LONGEST, if_empty="message.empty")


def _must_be_new(match: Match, player: Player, wanted: Wanted) -> None:
    if not 1 <= (wanted.about or 0) <= match.version:
        raise DomainError("no_such_step", say("refused.no_such_step"), version=match.version)
    before = ChatMessage.objects.filter(match=match, player=player, about=wanted.about, key=wanted.key)
    if before.filter(kind=ChatMessage.Kind.REACTION).exists():
        raise DomainError("already_reacted", say("refused.already_reacted"))


def _notify(loaded: log.Loaded, message: ChatMessage) -> None:
    """Add a notification of new messages to the streams of the other players. No sender sends it."""
    deaf = muting.deaf_to(message.player_id)
    Notification.objects.bulk_create(
        Notification(
            kind="chat",
            player=seat.player,
            match=loaded.match,
            version=loaded.match.version,
            seat=seat.number,
            at=message.at,
        )
        for seat in loaded.seats
        if seat.player and seat.player.left_at is None and seat.player_id not in {message.player_id, *deaf}
    )


# --- the staff --------------------------------------------------------------------------------------------------------


def with_context(message: ChatMessage) -> list[ChatMessage]:
    """Return a message with those before and after it, ``CONTEXT`` of each, in the order of writing."""
    there = ChatMessage.objects.filter(match=message.match_id, club=message.club_id).select_related("player")
    before = list(there.filter(pk__lt=message.pk).order_by("-pk")[:CONTEXT])
    return [*reversed(before), *there.filter(pk__gte=message.pk).order_by("pk")[: CONTEXT + 1]]


def hide(message: ChatMessage, now: datetime) -> None:
    """Hide a message from all players. Only the staff sees it from now on."""
    ChatMessage.objects.filter(pk=message.pk, hidden_at=None).update(hidden_at=now)


# --- deletion ---------------------------------------------------------------------------------------------------------


def outdated(now: datetime) -> QuerySet[ChatMessage]:
    """Return the messages of matches that have been over for long enough.

    It leaves out matches with an open report of a message: the messages are its context.
    """
    cutoff = now - settings.CHAT_LASTS
    called_off = TableEvent.objects.filter(match=OuterRef("pk"), type="cancelled", at__lt=cutoff)
    over = Q(status=Status.FINISHED, finished_at__lt=cutoff) | (Q(status=Status.CANCELLED) & Exists(called_off))
    waiting = Report.objects.filter(match=OuterRef("pk"), state=Report.State.OPEN, message__isnull=False)
    return ChatMessage.objects.filter(match__in=Match.objects.filter(over).exclude(Exists(waiting)).values("pk"))


def forget_with_player(deletion: AccountDeletion) -> None:
    """Delete the texts of a deleted account. Phrases stay, by a former player."""
    ChatMessage.objects.filter(player=deletion.player, kind=ChatMessage.Kind.TEXT).update(text="")
