"""What the API tells and takes of what is said at a table."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from chkobba_api.rest.schema import Moment
from games.api.staff.report_schemas import ReportText
from games.engine.messages import Text
from games.services.social import notes
from games.services.social.chat import LONGEST
from games.services.social.phrases import PHRASES, REACTIONS

PhraseKey = Annotated[str, Meta(extra_json_schema={"x-extensible-enum": list(PHRASES)})]
ReactionKey = Annotated[str, Meta(extra_json_schema={"x-extensible-enum": list(REACTIONS)})]


class Phrase(Struct, kw_only=True):
    """Something that can be said without writing anything."""

    key: str
    """What to send."""
    text: Text
    """The same in your language; others read it in theirs."""


class Reaction(Struct, kw_only=True):
    """Something that can be said of a step of the match."""

    key: str
    """What to send."""
    text: Text
    """What it means, in your language."""
    symbol: str
    """An emoji for it; a client may show a picture of its own."""


class Phrases(Struct, kw_only=True):
    """What can be said at every table. More may come."""

    phrases: list[Phrase]
    """In the order in which they are offered."""
    reactions: list[Reaction]
    """To steps of a match."""


class SayPhrase(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="phrase"):
    """A phrase."""

    key: PhraseKey
    """Of `listPhrases`."""


class SayReaction(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="reaction"):
    """A reaction to a step of the match."""

    key: ReactionKey
    """Of `listPhrases`."""
    about: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    """The version of the match that it is about: of the entry of its feed."""


class SayText(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="text"):
    """What you like, where everybody at the table allows it."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    """Several lines are fine; characters that are not seen are not."""


class ChatMessageRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you want to say."""

    message: SayPhrase | SayReaction | SayText
    """A phrase, a reaction, or free text."""


class ChatMessage(Struct, kw_only=True):
    """What somebody said at the table."""

    id: UUID
    """Its id."""
    at: Moment
    """When it was said."""
    version: int
    """The version of the match then."""
    seat: int
    """Where who said it sat."""
    player: UUID
    """Who said it; to mute them, say."""
    name: Text
    """What they are called now."""
    mine: bool
    """Whether it was you."""
    type: Literal["phrase", "reaction", "text"]
    """How it was said."""
    key: str | None
    """Of a phrase or a reaction; null where it was removed."""
    symbol: str | None
    """Of a reaction: an emoji for it."""
    about: int | None
    """Of a reaction: the version of the match that it is about."""
    text: Text | None
    """The sentence in your language, or the free text as it was written; null where it was removed."""
    removed: bool
    """Whether the staff has hidden it, or who wrote it has left for good."""


class ChatMessages(Struct, kw_only=True):
    """What was said at a table."""

    next: str | None
    """The address of the next page, of what was said before; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ChatMessage]
    """What was said, the newest first."""
    free_text: Literal["allowed", "not_agreed", "off_for_you", "off_for_others"]
    """Whether free text may be written now; if not: the match was made without, you have not allowed it (`updateMe`),
    or somebody else at the table has not."""
    kept_days: int
    """For how many days messages are kept after a match is over."""
    kept_until: Moment | None
    """When the messages of this match go; null while it is not over."""


class ChatReportRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is wrong with a message."""

    happened: ReportText
    """In your own words."""


class NoteRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you note for yourself."""

    text: Annotated[str, Meta(min_length=1, max_length=notes.LONGEST)]
    """Several lines are fine; characters that are not seen are not."""


class Note(Struct, kw_only=True):
    """What you have noted at a match."""

    text: str
    """Your note; empty where there is none."""
    changed_at: Moment | None
    """When you wrote it; null where there is none."""


class MutedPlayer(Struct, kw_only=True):
    """Somebody whom you have muted."""

    player: UUID
    """Who it is."""
    name: Text
    """What they are called now."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    since: Moment
    """Since when."""


class MutedPlayers(Struct, kw_only=True):
    """Whom you have muted."""

    players: list[MutedPlayer]
    """The last one first."""
