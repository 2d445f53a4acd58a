"""Schemas of clubs: requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.fields import Moment
from games.api.matches.catalogue_schemas import GameName
from games.api.paging import Page
from games.api.ratings.rating_schemas import ClubName, RatedPlayer
from games.api.schema_types import A_DAY, Level, SeatKey, SeatNumber, SeatSeed, SeedCommitment
from games.api.social.chat_schemas import ClubChatContent
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text
from games.services.clubs import clubs, members, presets
from games.table_events.kind import AgreedOptions

Joining = Literal["open", "request", "invitation"]
Standing = Literal["asked", "member", "organizer", "removed", "banned"]
NewName = Annotated[str, Meta(min_length=1, max_length=100)]
NewDescription = Annotated[str, Meta(max_length=clubs.LONGEST)]


class ClubSummary(ClubName, kw_only=True):
    """A club as it appears in lists."""

    description: str
    """The description. It may have several lines, or be empty."""
    joining: Joining
    """`open`: every player may join. `request`: an organizer accepts requests. `invitation`: only members see the
    club."""
    members: int
    """The number of members, organizers included."""
    founded_at: Moment
    """The time at which the club was founded."""


class Club(ClubSummary, kw_only=True):
    """A club, as you see it."""

    standing: Standing | None
    """Your role, or null if you have none. With `asked`, `removed` or null you are not a member."""
    notified: bool | None
    """True: you get notifications of new matches (`club_match`). Null if you are not a member."""
    muted_until: Moment | None
    """The time until which you are muted in the club's chat, which may have passed; null without a mute."""
    code: str | None
    """The invitation code; null unless you are an organizer. A player with the code can join (`joinClubByCode`)."""


class ClubPage(Page, kw_only=True):
    """A page of clubs that you can join."""

    results: list[ClubSummary]
    """The clubs, newest first."""


class MyClub(Struct, kw_only=True):
    """Your membership in a club."""

    club: ClubName
    """The club's id and name."""
    standing: Standing
    """`asked`: an organizer has yet to accept your request. `removed`: an organizer removed you or did not accept you;
    you may join again. `banned`: you may not join again."""
    since: Moment
    """The time since which you have this role."""
    reason: str | None
    """The organizer's reason for removing or banning you; null otherwise."""
    notified: bool
    """True: you get notifications of new matches (`club_match`)."""
    muted_until: Moment | None
    """The time until which you are muted in the club's chat, which may have passed; null without a mute."""


class MyClubPage(Page, kw_only=True):
    """A page of your clubs."""

    results: list[MyClub]
    """Your clubs, newest membership first."""


class ClubMember(Struct, kw_only=True):
    """A player's membership in a club, which may also be a request, a removal or a ban."""

    player: UUID
    """The id of the player."""
    name: Text
    """The player's current nickname."""
    avatar: str
    """The player's avatar: a key of `listAvatars`."""
    is_bot: bool
    """True: the player is a bot account."""
    standing: Standing
    """The player's role in the club."""
    since: Moment
    """The time since which the player has this role."""
    reason: str | None
    """The reason for removing or banning the player. Only organizers get it; null otherwise."""
    muted_until: Moment | None
    """The time until which the player is muted in the club's chat. Only organizers get it; null otherwise."""


class ClubMemberPage(Page, kw_only=True):
    """A page of a club's members."""

    results: list[ClubMember]
    """The members, newest membership first."""


class ClubScore(Struct, kw_only=True):
    """A member's results in the club's matches."""

    player: RatedPlayer
    """The id, nickname and avatar of the member."""
    matches: int
    """The number of matches that the member played from the start."""
    won: int
    """The number of matches with an unshared first place."""
    drawn: int
    """The number of matches with a shared first place."""


class ClubBoard(Page, kw_only=True):
    """A page of the results of a club's members in its matches."""

    results: list[ClubScore]
    """The results, most wins first."""


class ClubRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The settings of a new club."""

    name: NewName
    """3 to 40 letters of one script and digits, with single spaces, dashes, underscores or apostrophes between them. No
    two clubs have names that look alike."""
    description: NewDescription = ""
    """The description. It may have several lines, but no invisible characters."""
    joining: Joining = "invitation"
    """The way in which players join."""


class UpdateClub(Struct, kw_only=True, forbid_unknown_fields=True):
    """Changes to a club. Omitted fields keep their values."""

    name: NewName | UnsetType = UNSET
    """The new name. The rules of `createClub` apply."""
    description: NewDescription | UnsetType = UNSET
    """The new description. The rules of `createClub` apply."""
    joining: Joining | UnsetType = UNSET
    """The new way in which players join."""


class JoinClubByCode(Struct, kw_only=True, forbid_unknown_fields=True):
    """The invitation code of the club to join."""

    code: Annotated[str, Meta(max_length=40)]
    """The code, in any case, with or without spaces and dashes."""


class UpdateMyClub(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your settings for a club."""

    notified: bool
    """True: you get notifications of new matches (`club_match`)."""


class UpdateClubMember(Struct, kw_only=True, forbid_unknown_fields=True):
    """The new role of a player in the club."""

    standing: Literal["member", "organizer", "removed", "banned"]
    """`member`: accepts a request, or turns an organizer into a member. `removed`: ends a request, a membership or a
    ban; the player may join again. `banned`: the player may not join again."""
    reason: Annotated[str, Meta(max_length=members.LONGEST_REASON)] = ""
    """The reason, required with `removed` and `banned`. The player can read it. The server drops it in kid mode."""


class PresetRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The settings of a preset."""

    name: Annotated[str, Meta(min_length=1, max_length=presets.LONGEST_NAME)]
    """The name of the preset."""
    game: str
    """The game: a key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """The number of seats; if left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """Options that differ from the game's defaults."""
    control: AnyControl | UnsetType = UNSET
    """The time control; if left out, one day per move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """Seconds for each move, instead of `control`."""
    rated: bool = False
    """True: the matches are rated (docs/ratings.md)."""
    free_text: bool = False
    """True: free text is allowed in the chat if all seated players allow it (docs/chat.md)."""


class Preset(Struct, kw_only=True):
    """A preset of a club: the settings of its matches."""

    id: UUID
    """The id of the preset."""
    name: str
    """The name of the preset."""
    game: GameName
    """The game: key, name and direction of play."""
    seats: int
    """The number of seats."""
    options: AgreedOptions
    """Options that differ from the game's defaults."""
    control: AnyControl
    """The time control. Its `type` names the kind; more kinds may come."""
    control_text: Text
    """The time control in words."""
    rated: bool
    """True: the matches are rated."""
    free_text: bool
    """True: free text is allowed in the chat if all seated players allow it."""


class Presets(Struct, kw_only=True):
    """The presets of a club."""

    presets: list[Preset]
    """The presets, oldest first."""


class ClubMatchRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The settings of a new match of a club."""

    preset: UUID
    """The id of the preset to play."""
    seat: SeatNumber = 0
    """The number of your seat."""
    bots: dict[SeatKey, Level] = {}
    """The level of the bot on each seat with a bot, by the number of the seat."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """A commitment instead of `seed`, for a verifiable shuffle (docs/fair-shuffles.md)."""
    despite_vacation: bool = False
    """True: join although you are on vacation. The match waits for you until your vacation ends."""


# --- chat -------------------------------------------------------------------------------------------------------------


class ClubChatMessageRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The message to send."""

    message: ClubChatContent
    """A phrase, or free text."""


class ClubChatMessage(Struct, kw_only=True):
    """A chat message of a club."""

    id: UUID
    """The id of the message."""
    at: Moment
    """The time of the message."""
    player: UUID
    """The author's id, for example to mute them."""
    name: Text
    """The author's current nickname."""
    mine: bool
    """True: you wrote the message."""
    type: Literal["phrase", "text"]
    """The kind of message."""
    key: str | None
    """The key of the phrase; null for free text and removed messages."""
    text: Text | None
    """The phrase in your language, or the free text as it was written; null if the message was removed."""
    removed: bool
    """True: an organizer or the staff has hidden the message, or its author has deleted their account."""


class ClubChatMessages(Struct, kw_only=True):
    """A page of a club's chat."""

    next: str | None
    """The address of the next page, with older messages; null on the last one."""
    previous: str | None
    """The address of the previous page; null on the first one."""
    results: list[ClubChatMessage]
    """The messages, newest first."""
    free_text: Literal["allowed", "off_for_you"]
    """`allowed`: you read and write free text. `off_for_you`: you have not allowed it (`updateMe`), or you are in kid
    mode."""
    muted_until: Moment | None
    """The time until which you are muted here; null if you are not muted."""
    kept_days: int
    """The number of days for which messages are kept."""


class ClubChatReport(Struct, kw_only=True):
    """Your report of a chat message of a club. Only you and the staff read it."""

    id: UUID
    """The id of the report."""
    message: UUID | None
    """The id of the reported message; null when it is no longer kept."""
    happened: str
    """Your reason for the report."""
    at: Moment
    """The time of the report."""
    state: Literal["open", "answered", "closed"]
    """The state of the report. A closed report gets no further answer."""
    answer: str | None
    """The staff's answer, or its reason for closing the report; null while it is open."""
    settled_at: Moment | None
    """The time of the answer or of the closing; null while the report is open."""


class ClubChatReports(Struct, kw_only=True):
    """Your reports from a club."""

    reports: list[ClubChatReport]
    """The reports, newest first, at most a hundred."""


class MuteMember(Struct, kw_only=True, forbid_unknown_fields=True):
    """The duration of the mute of a member."""

    seconds: Annotated[int, Meta(ge=0, le=int(members.LONGEST_MUTE.total_seconds()))]
    """Seconds from now, at most ninety days. 0 ends the mute."""
