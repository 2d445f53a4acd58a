"""Schemas of chat messages, notes and mutes."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from chkobba_api.rest.fields import Moment
from games.api.staff.report_schemas import ReportText
from games.engine.messages import Text
from games.services.social import notes
from games.services.social.chat import LONGEST, PHRASES, REACTIONS

PhraseKey = Annotated[str, Meta(extra_json_schema={"x-extensible-enum": list(PHRASES)})]
ReactionKey = Annotated[str, Meta(extra_json_schema={"x-extensible-enum": list(REACTIONS)})]


class Phrase(Struct, kw_only=True):
    """A ready-made sentence that players can send."""

    key: str
    """The key to send."""
    text: Text
    """The phrase in your language. Other players read it in theirs."""


class Reaction(Struct, kw_only=True):
    """A reaction to a step of the match."""

    key: str
    """The key to send."""
    text: Text
    """The meaning of the reaction in your language."""
    symbol: str
    """An emoji for the reaction; a client may show its own picture instead."""


class Phrases(Struct, kw_only=True):
    """The phrases and reactions that players can send. More may come."""

    phrases: list[Phrase]
    """The phrases, in the order for display."""
    reactions: list[Reaction]
    """The reactions to steps of a match."""


class SayPhrase(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="phrase"):
    """A phrase to send."""

    key: PhraseKey
    """The key of a phrase in `listPhrases`."""


class SayReaction(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="reaction"):
    """A reaction to a step of the match."""

    key: ReactionKey
    """The key of a reaction in `listPhrases`."""
    about: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """The version of the match to react to, from an entry of its feed."""


class SayText(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="text"):
    """Free text, where all players in the match allow it."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    """The text. It may have several lines, but no invisible characters."""


ChatContent = SayPhrase | SayReaction | SayText
ClubChatContent = SayPhrase | SayText


class ChatMessageRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The message to send."""

    message: ChatContent
    """A phrase, a reaction, or free text."""


class ChatMessage(Struct, kw_only=True):
    """A chat message of a match."""

    id: UUID
    """The id of the message."""
    at: Moment
    """The time of the message."""
    version: int
    """The version of the match at that time."""
    seat: int
    """The author's seat at that time."""
    player: UUID
    """The author's id, for example to mute them."""
    name: Text
    """The author's current nickname."""
    mine: bool
    """True: you wrote the message."""
    type: Literal["phrase", "reaction", "text"]
    """The kind of message."""
    key: str | None
    """The key of the phrase or reaction; null for free text and removed messages."""
    symbol: str | None
    """The emoji of a reaction; null for other and removed messages."""
    about: int | None
    """The version of the match that a reaction is about; null for other messages."""
    text: Text | None
    """The phrase in your language, or the free text as it was written; null if the message was removed."""
    removed: bool
    """True: the staff has hidden the message, or its author has deleted their account."""


class ChatMessages(Struct, kw_only=True):
    """A page of the chat of a match."""

    next: str | None
    """The address of the next page, with older messages; null on the last one."""
    previous: str | None
    """The address of the previous page; null on the first one."""
    results: list[ChatMessage]
    """The messages, newest first."""
    free_text: Literal["allowed", "not_agreed", "off_for_you", "off_for_others"]
    """`allowed`: you can write free text now. `not_agreed`: the match was made without free text. `off_for_you`: you
    have not allowed it (`updateMe`). `off_for_others`: another player in the match has not allowed it."""
    kept_days: int
    """The number of days for which messages are kept after the match ends."""
    kept_until: Moment | None
    """The time at which the messages of this match are deleted; null while the match is not over."""


class ChatReportRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The report of a chat message."""

    happened: ReportText
    """The reason for the report, in your own words."""


class NoteRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The new text of your note."""

    text: Annotated[str, Meta(min_length=1, max_length=notes.LONGEST)]
    """The text. It may have several lines, but no invisible characters."""


class Note(Struct, kw_only=True):
    """Your note in a match."""

    text: str
    """The text of your note; empty without a note."""
    changed_at: Moment | None
    """The time at which you wrote it; null without a note."""


class MutedPlayer(Struct, kw_only=True):
    """A player you have muted."""

    player: UUID
    """The id of the player."""
    name: Text
    """The player's current nickname."""
    avatar: str
    """The player's avatar: a key of `listAvatars`."""
    since: Moment
    """The time since which the player is muted."""


class MutedPlayers(Struct, kw_only=True):
    """The players you have muted."""

    players: list[MutedPlayer]
    """The players, latest mute first."""
