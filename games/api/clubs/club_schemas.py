"""Schemas of clubs."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.matches.options_schema import AgreedOptions
from games.api.ratings.rating_schemas import ClubName, RatedPlayer
from games.api.schema_types import A_DAY, Level, SeatKey, SeatNumber, SeatSeed, SeedCommitment
from games.api.social.chat_schemas import SayPhrase, SayText
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text
from games.services.clubs import clubs, members, presets

Joining = Literal["open", "request", "invitation"]
Standing = Literal["asked", "member", "organizer", "removed", "banned"]
NewName = Annotated[str, Meta(min_length=1, max_length=100)]
NewDescription = Annotated[str, Meta(max_length=clubs.LONGEST)]


class ClubSummary(ClubName, kw_only=True):
    """A club."""

    description: str
    """The description: several lines, or empty."""
    joining: Joining
    """`open`: all may join. `request`: an organizer accepts requests. `invitation`: only members see the club."""
    members: int
    """How many belong to it."""
    founded_at: Moment
    """When it was founded."""


class Club(ClubSummary, kw_only=True):
    """A club, as you see it."""

    standing: Standing | None
    """Your role; null: none. With `asked`, `removed` or null you are not a member."""
    told: bool | None
    """True: you get notifications of new tables (`club_table`). Null if you are not a member."""
    muted_until: Moment | None
    """Until when you may say nothing there; null where you may."""
    code: str | None
    """The invitation code, shown to organizers. A player with the code can join (`joinClubByCode`)."""


class ClubPage(Struct, kw_only=True):
    """Some clubs, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ClubSummary]
    """The newest first."""


class MyClub(Struct, kw_only=True):
    """Your membership in a club."""

    club: ClubName
    """The club."""
    standing: Standing
    """`asked`: an organizer is to admit you. `removed`: you were not admitted, or belong to it no more; you may join
    again. `banned`: you may not."""
    since: Moment
    """Since when you are."""
    reason: str | None
    """Why an organizer removed or banned you; null elsewhere."""
    told: bool
    """True: you get notifications of new tables (`club_table`)."""
    muted_until: Moment | None
    """Until when you may say nothing there; null where you may."""


class MyClubPage(Struct, kw_only=True):
    """Some of your clubs, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[MyClub]
    """The last one first."""


class ClubMember(Struct, kw_only=True):
    """Somebody who belongs to a club, wants to, or may not."""

    player: UUID
    """The player's id."""
    name: Text
    """The player's current nickname."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    is_bot: bool
    """True: a bot account."""
    standing: Standing
    """The player's role."""
    since: Moment
    """Since when."""
    reason: str | None
    """Why they were removed or banned, for organizers; null elsewhere."""
    muted_until: Moment | None
    """Until when they may say nothing there, for organizers; null elsewhere."""


class ClubMemberPage(Struct, kw_only=True):
    """Some members of a club, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ClubMember]
    """The last one first."""


class ClubScore(Struct, kw_only=True):
    """The results of a member at the club's tables."""

    player: RatedPlayer
    """The player's id."""
    matches: int
    """Matches that they began."""
    won: int
    """Those with the first place alone."""
    drawn: int
    """Those with a first place that was shared."""


class ClubBoard(Struct, kw_only=True):
    """The results of all members at the club's tables."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ClubScore]
    """Most wins first."""


class ClubRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A club that you want to found."""

    name: NewName
    """3 to 40 letters of one script and digits, with single spaces, dashes, underscores or apostrophes between them. No
    two clubs have names that look alike."""
    description: NewDescription = ""
    """The description. It may have several lines, but no invisible characters."""
    joining: Joining = "invitation"
    """How one becomes a member."""


class UpdateClub(Struct, kw_only=True, forbid_unknown_fields=True):
    """Changes of a club. Fields that are left out stay as they are."""

    name: NewName | UnsetType = UNSET
    """The name."""
    description: NewDescription | UnsetType = UNSET
    """The description."""
    joining: Joining | UnsetType = UNSET
    """How one becomes a member."""


class JoinClubByCode(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which club to join."""

    code: Annotated[str, Meta(max_length=40)]
    """The code of its invitation, in any case, with or without spaces and dashes."""


class UpdateMyClub(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your settings for a club."""

    told: bool
    """True: you get notifications of new tables (`club_table`)."""


class UpdateClubMember(Struct, kw_only=True, forbid_unknown_fields=True):
    """The new role of a member."""

    standing: Literal["member", "organizer", "removed", "banned"]
    """`member` admits who has asked. `removed`: they may come again, also who was banned. `banned`: they may not."""
    reason: Annotated[str, Meta(max_length=members.LONGEST_REASON)] = ""
    """Why, where they are removed or banned; they read it."""


class PresetRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A preset of a club."""

    name: Annotated[str, Meta(min_length=1, max_length=presets.LONGEST_NAME)]
    """The name."""
    game: str
    """A key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many play; left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """Options that differ from the game's defaults."""
    control: AnyControl | UnsetType = UNSET
    """The time control; if left out, one day per move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    rated: bool = False
    """True: the matches are rated (docs/ratings.md)."""
    free_text: bool = False
    """True: free text is allowed in the chat if all seated players allow it (docs/chat.md)."""


class Preset(Struct, kw_only=True):
    """A preset of a club, from which its tables are made."""

    id: UUID
    """Its id."""
    name: str
    """The name."""
    game: GameName
    """The game."""
    seats: int
    """How many play."""
    options: AgreedOptions
    """Options that differ from the game's defaults."""
    control: AnyControl
    """The time control; `type` tells which kind it is, and more kinds may come."""
    control_text: Text
    """The same in words."""
    rated: bool
    """True: the matches are rated."""
    free_text: bool
    """True: free text is allowed in the chat if all seated players allow it."""


class Presets(Struct, kw_only=True):
    """A preset of a club."""

    presets: list[Preset]
    """The oldest first."""


class ClubMatchRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A table of a club that you want to make."""

    preset: UUID
    """The preset to play."""
    seat: SeatNumber = 0
    """Your seat."""
    bots: dict[SeatKey, Level] = {}
    """The level of the bot on each of these seats."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """A commitment instead of `seed`, for a verifiable shuffle (docs/fair-shuffles.md)."""
    though_away: bool = False
    """True: join although you are on vacation. The match waits for you until it ends."""


# --- chat -------------------------------------------------------------------------------------------------------------


class ClubChatMessageRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The message to send."""

    message: SayPhrase | SayText
    """A phrase, or free text."""


class ClubChatMessage(Struct, kw_only=True):
    """A chat message of a club."""

    id: UUID
    """Its id."""
    at: Moment
    """When it was said."""
    player: UUID
    """The author's id, for example to mute them."""
    name: Text
    """The player's current nickname."""
    mine: bool
    """True: you wrote it."""
    type: Literal["phrase", "text"]
    """How it was said."""
    key: str | None
    """The key of the phrase; null if the message was removed."""
    text: Text | None
    """The sentence in your language, or the free text as it was written; null where it was removed."""
    removed: bool
    """True: an organizer or the staff has hidden the message, or its author has deleted their account."""


class ClubChatMessages(Struct, kw_only=True):
    """The chat of a club."""

    next: str | None
    """The address of the next page, of what was said before; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ClubChatMessage]
    """The messages, newest first."""
    free_text: Literal["allowed", "off_for_you"]
    """True: you see and write free text. False: you have not allowed it (`updateMe`), or you are in kid mode."""
    muted_until: Moment | None
    """Until when you may say nothing here; null where you may."""
    kept_days: int
    """The number of days for which messages are kept."""


class ClubChatReport(Struct, kw_only=True):
    """Your report of a chat message of a club. Only you and the staff read it."""

    id: UUID
    """Its id."""
    message: UUID | None
    """The reported message while it is kept."""
    happened: str
    """The reason of the report."""
    at: Moment
    """When you reported it."""
    state: Literal["open", "answered", "closed"]
    """The state of the report. A closed report gets no further answer."""
    answer: str | None
    """The answer, or the reason for closing; null while it is open."""
    settled_at: Moment | None
    """When that was."""


class ClubChatReports(Struct, kw_only=True):
    """Your reports of a club."""

    reports: list[ClubChatReport]
    """The newest first, a hundred at the most."""


class MuteMember(Struct, kw_only=True, forbid_unknown_fields=True):
    """The duration for which a member is muted."""

    seconds: Annotated[int, Meta(ge=0, le=int(members.LONGEST_MUTE.total_seconds()))]
    """From now on, ninety days at the most; 0: they may talk again."""
