"""What the API tells and takes of clubs."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from chkobba_api.rest.schema import Moment
from games.api.options import AgreedOptions
from games.api.rating_shapes import ClubName, RatedPlayer
from games.api.shapes import A_DAY, GameName, Level, SeatKey, SeatNumber, SeatSeed, SeedCommitment
from games.api.word_shapes import SayPhrase, SayText
from games.clock.controls import AnyControl
from games.clock.controls.move import TurnSeconds
from games.engine.messages import Text
from games.services import clubs, members, presets

Joining = Literal["open", "request", "invitation"]
Standing = Literal["asked", "member", "organizer", "removed", "banned"]
NewName = Annotated[str, Meta(min_length=1, max_length=100)]
NewDescription = Annotated[str, Meta(max_length=clubs.LONGEST)]


class ClubSummary(ClubName, kw_only=True):
    """A club."""

    description: str
    """What it says of itself; several lines, perhaps none."""
    joining: Joining
    """`open`: anybody joins. `request`: an organizer admits who asks. `invitation`: nobody else sees it."""
    members: int
    """How many belong to it."""
    founded_at: Moment
    """When it was founded."""


class Club(ClubSummary, kw_only=True):
    """A club, as you see it."""

    standing: Standing | None
    """What you are there; null: nothing. Who is `asked`, `removed` or null does not belong to it."""
    told: bool | None
    """Whether you are told of its tables (`club_table`); null where you do not belong to it."""
    muted_until: Moment | None
    """Until when you may say nothing there; null where you may."""
    code: str | None
    """The code of its invitation, for organizers: whoever has it becomes a member (`joinClubByCode`)."""


class ClubPage(Struct, kw_only=True):
    """Some clubs, and where to find more."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ClubSummary]
    """The newest first."""


class MyClub(Struct, kw_only=True):
    """What you are to a club."""

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
    """Whether you are told of its tables (`club_table`)."""
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
    """Who it is."""
    name: Text
    """What they are called now."""
    avatar: str
    """Their picture: a key of `listAvatars`."""
    is_bot: bool
    """Whether a program plays."""
    standing: Standing
    """What they are there."""
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
    """What a member has achieved at the tables of a club."""

    player: RatedPlayer
    """Who it is."""
    matches: int
    """Matches that they began."""
    won: int
    """Those with the first place alone."""
    drawn: int
    """Those with a first place that was shared."""


class ClubBoard(Struct, kw_only=True):
    """What members have achieved at the tables of a club."""

    next: str | None
    """The address of the next page; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ClubScore]
    """Who has won most first."""


class ClubRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A club that you want to found."""

    name: NewName
    """3 to 40 letters of one script and digits, with single spaces, dashes, underscores or apostrophes between them. No
    two clubs have names that look alike."""
    description: NewDescription = ""
    """What it says of itself. Several lines are fine; characters that are not seen are not."""
    joining: Joining = "invitation"
    """How one becomes a member."""


class ChangeClub(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to change of a club; what is left out stays."""

    name: NewName | UnsetType = UNSET
    """What it is called."""
    description: NewDescription | UnsetType = UNSET
    """What it says of itself."""
    joining: Joining | UnsetType = UNSET
    """How one becomes a member."""


class JoinClubByCode(Struct, kw_only=True, forbid_unknown_fields=True):
    """Which club to join."""

    code: Annotated[str, Meta(max_length=40)]
    """The code of its invitation, in any case, with or without spaces and dashes."""


class ChangeMyClub(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you want of a club."""

    told: bool
    """Whether you are told of its tables (`club_table`)."""


class ChangeMember(Struct, kw_only=True, forbid_unknown_fields=True):
    """What somebody is to be in a club."""

    standing: Literal["member", "organizer", "removed", "banned"]
    """`member` admits who has asked. `removed`: they may come again, also who was banned. `banned`: they may not."""
    reason: Annotated[str, Meta(max_length=members.LONGEST_REASON)] = ""
    """Why, where they are removed or banned; they read it."""


class PresetRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a club plays."""

    name: Annotated[str, Meta(min_length=1, max_length=presets.LONGEST_NAME)]
    """What it is called."""
    game: str
    """A key of `listGames`."""
    seats: Annotated[int, Meta(ge=2, le=8)] | UnsetType = UNSET
    """How many play; left out, the fewest that the game allows."""
    options: AgreedOptions = {}
    """What differs from the defaults of the game."""
    control: AnyControl | UnsetType = UNSET
    """What is agreed on about time; left out, a day for each move."""
    turn_seconds: Annotated[TurnSeconds, Meta(extra_json_schema={"default": A_DAY})] | UnsetType = UNSET
    """In the place of `control`: seconds for each move."""
    rated: bool = False
    """Whether its matches change ratings (docs/ratings.md)."""
    free_text: bool = False
    """Whether players may write to one another what they like, where all who sit there allow it (docs/words.md)."""


class Preset(Struct, kw_only=True):
    """What a club plays: its tables are made by this."""

    id: UUID
    """Its id."""
    name: str
    """What it is called."""
    game: GameName
    """The game."""
    seats: int
    """How many play."""
    options: AgreedOptions
    """What differs from the defaults of the game."""
    control: AnyControl
    """The time control; `type` tells which kind it is, and more kinds may come."""
    control_text: Text
    """The same in words."""
    rated: bool
    """Whether its matches change ratings."""
    free_text: bool
    """Whether players may write to one another what they like, where all who sit there allow it."""


class Presets(Struct, kw_only=True):
    """What a club plays."""

    presets: list[Preset]
    """The oldest first."""


class NewClubMatch(Struct, kw_only=True, forbid_unknown_fields=True):
    """A table of a club that you want to make."""

    preset: UUID
    """What is played: a preset of the club."""
    seat: SeatNumber = 0
    """Where you sit."""
    bots: dict[SeatKey, Level] = {}
    """The level of the bot on each of these seats."""
    seed: SeatSeed | UnsetType = UNSET
    seed_commitment: SeedCommitment | UnsetType = UNSET
    """In the place of `seed`, for a shuffle that nobody can choose (docs/fair-shuffles.md)."""
    though_away: bool = False
    """Whether you sit down although you are on holiday, and are waited for until it ends."""


# --- words ------------------------------------------------------------------------------------------------------------


class ClubWordRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you want to say."""

    word: SayPhrase | SayText
    """A phrase, or free text."""


class ClubWord(Struct, kw_only=True):
    """What somebody said in a club."""

    id: UUID
    """Its id."""
    at: Moment
    """When it was said."""
    player: UUID
    """Who said it; to mute them, say."""
    name: Text
    """What they are called now."""
    mine: bool
    """Whether it was you."""
    type: Literal["phrase", "text"]
    """How it was said."""
    key: str | None
    """Of a phrase; null where it was removed."""
    text: Text | None
    """The sentence in your language, or the free text as it was written; null where it was removed."""
    removed: bool
    """Whether an organizer or the staff has hidden it, or who wrote it has left for good."""


class ClubWords(Struct, kw_only=True):
    """What was said in a club."""

    next: str | None
    """The address of the next page, of what was said before; null on the last one."""
    previous: str | None
    """The address of the page before; null on the first one."""
    results: list[ClubWord]
    """What was said, the newest first."""
    free_text: Literal["allowed", "off_for_you"]
    """Whether you read and write free text; if not: you have not allowed it (`changeMe`), or are sheltered."""
    muted_until: Moment | None
    """Until when you may say nothing here; null where you may."""
    kept_days: int
    """For how many days words are kept."""


class ClubReport(Struct, kw_only=True):
    """A word of a club that you have reported. Nobody reads it but you and the people who run the server."""

    id: UUID
    """Its id."""
    word: UUID | None
    """The word that it is about, as long as that is kept."""
    happened: str
    """What is wrong with it."""
    at: Moment
    """When you reported it."""
    state: Literal["open", "answered", "closed"]
    """Whether somebody has answered it; of one that is closed nothing more will come."""
    answer: str | None
    """What was answered, or why it was closed; null while it is open."""
    settled_at: Moment | None
    """When that was."""


class ClubReports(Struct, kw_only=True):
    """What you have reported of a club."""

    reports: list[ClubReport]
    """The newest first, a hundred at the most."""


class MuteMember(Struct, kw_only=True, forbid_unknown_fields=True):
    """For how long a member is to say nothing."""

    seconds: Annotated[int, Meta(ge=0, le=int(members.LONGEST_MUTE.total_seconds()))]
    """From now on, ninety days at the most; 0: they may talk again."""
