"""The chat of a club: phrases, and free text for members who allow it.

Messages are rows of the same table as those of matches (``chat``). Mutes, blocks and reports work in the same way. Free
text is only for players outside of kid mode with the setting turned on. Organizers can hide messages, and mute a member
for a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from accounts.services import staying
from chkobba_api.errors import DomainError
from games.engine.messages import say
from games.models import ChatMessage, Membership, Report, Sanction
from games.services.clubs.clubs import must_be_member, organizing
from games.services.clubs.members import parted_in
from games.services.limits import must_have_room_for_message_in_club
from games.services.sanctions import must_be_allowed
from games.services.social import chat, muting


@dataclass(frozen=True)
class Hearing:
    """The messages that a member can read in the chat of a club."""

    messages: QuerySet[ChatMessage]
    """The messages, with their players."""
    free_text: Literal["allowed", "off_for_you"]
    """The permission to write and read free text. Phrases are always possible."""
    muted_until: datetime | None
    """The end of the player's mute by an organizer, or None."""


def hear(club_id: UUID, player: Player, now: datetime) -> Hearing:
    """Return the messages that a player can read in a club. Raises DomainError ``not_found``, ``not_a_member``."""
    _, mine = must_be_member(player, club_id)
    said = messages_for(player, club_id, now).select_related("player")
    return Hearing(said, _allowance(player), _muted_until(mine, now))


def messages_for(player: Player, club_id: UUID, now: datetime) -> QuerySet[ChatMessage]:
    """Return the messages of a club for a member, without those of muted players and players kept apart."""
    club, _ = must_be_member(player, club_id)
    said = ChatMessage.objects.filter(club=club, at__gt=now - settings.CHAT_LASTS)
    said = said.filter(muting.is_heard_by(player)).exclude(parted_in(club, player))
    return said if _allowance(player) == "allowed" else said.exclude(kind=ChatMessage.Kind.TEXT)


def _allowance(player: Player) -> Literal["allowed", "off_for_you"]:
    return "off_for_you" if player.in_kid_mode or not player.free_text else "allowed"


def _muted_until(mine: Membership, now: datetime) -> datetime | None:
    return mine.muted_until if mine.muted_until is not None and mine.muted_until > now else None


def post_message(club_id: UUID, player: Player, now: datetime, wanted: chat.Wanted) -> ChatMessage:
    """Write a message in a club to which the player belongs.

    Raises DomainError ``not_found``, ``not_a_member``, ``muted_in_club``, ``free_text_off``, ``too_many_messages``,
    ``limited``; ``invalid`` for an invalid text; HasLeft.
    """
    text = chat.cleaned(wanted)
    with staying(player):
        must_be_allowed(player, Sanction.Kind.CHAT, now)
        club, mine = must_be_member(player, club_id)
        if until := _muted_until(mine, now):
            raise DomainError("muted_in_club", say("refused.muted_in_club"), until=until)
        if wanted.kind == ChatMessage.Kind.TEXT and _allowance(player) != "allowed":
            raise DomainError("free_text_off", say("refused.free_text.off_for_you"), free_text="off_for_you")
        must_have_room_for_message_in_club(player, club_id)
        return ChatMessage.objects.create(club=club, player=player, kind=wanted.kind, key=wanted.key, text=text, at=now)


def message_for(club_id: UUID, player: Player, message_id: UUID, now: datetime) -> ChatMessage:
    """Return a message that a member of a club can read. Raises DomainError ``not_found``, ``not_a_member``."""
    message = messages_for(player, club_id, now).filter(pk=message_id).first()
    if message is None:
        raise DomainError("not_found", say("refused.no_such_message"))
    return message


def hide(club_id: UUID, player: Player, message_id: UUID, now: datetime) -> None:
    """Hide a message from everyone but the staff. Hiding it again has no effect.

    Raises DomainError ``not_found``, ``not_a_member``, ``not_organizer``; HasLeft.
    """
    with organizing(player, club_id) as club:
        message = ChatMessage.objects.filter(club=club, pk=message_id).first()
        if message is None:
            raise DomainError("not_found", say("refused.no_such_message"))
        chat.hide(message, now)


def outdated(now: datetime) -> QuerySet[ChatMessage]:
    """Return the messages of clubs that are old enough to delete, except in clubs with an open report."""
    waiting = Report.objects.filter(club=OuterRef("club"), state=Report.State.OPEN)
    old = ChatMessage.objects.filter(club__isnull=False, at__lt=now - settings.CHAT_LASTS)
    return old.exclude(Exists(waiting))
