"""What the API says and hears of players."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.avatars import AVATARS
from chkobba_api.rest.schema import Moment
from games.engine.messages import Text
from games.texts import LANGUAGES, TRADITIONS

AvatarKey = Annotated[
    str, Meta(extra_json_schema={"enum": [avatar.key for avatar in AVATARS]}, description="A key of `listAvatars`.")
]
LanguageCode = Annotated[
    str, Meta(extra_json_schema={"enum": list(LANGUAGES)}, description="A language that the server speaks.")
]
CardNames = Annotated[
    str, Meta(extra_json_schema={"enum": list(TRADITIONS)}, description="The names by which cards are called.")
]
ZoneName = Annotated[
    str, Meta(max_length=64, description="A time zone by its name in the database of the IANA: `Africa/Tunis`.")
]
_SEEN = "that are seen: no control characters, nothing without a width but what scripts and emoji are joined with"
Nickname = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description=f"1 to 24 characters of any script {_SEEN}. No name by which you would pass for a bot, or for one "
        "of those who run the server.",
    ),
]
DeviceName = Annotated[
    str,
    Meta(
        max_length=60,
        pattern="^[^\\x00-\\x1f]*$",
        description=f"What you call the device, in one line of characters {_SEEN}.",
    ),
]


class AvatarShape(Struct, kw_only=True):
    """A picture to choose."""

    key: str
    """What the API calls it."""
    name: Text
    """What people call it."""
    symbol: str
    """An emoji; a client may draw its own picture for the key instead."""


class Avatars(Struct, kw_only=True):
    """All pictures to choose from."""

    avatars: list[AvatarShape]
    """The pictures."""


class Me(Struct, kw_only=True):
    """You."""

    id: UUID
    """Your id, as `player` of a seat."""
    nickname: str
    """What you are called."""
    avatar: str
    """Your picture: a key of `listAvatars`."""
    name: str | None
    """Your unique name (`claimName`), by which others find you; null: you have none."""
    guest: bool
    """Whether you have no name of your own."""
    is_bot: bool
    """Whether you are a bot account: a program plays, and everybody sees it (`convertToBotAccount`)."""
    language: str | None
    """In which language you are spoken to; null: as each client asks for by `Accept-Language`."""
    cards: str | None
    """By which names you are told of the cards of the Scopa family: `french` (the jack of diamonds), or `italian` (the
    knave of coins: fante di denari); null: the French ones. Their codes are the same for everybody."""
    time_zone: str | None
    """Where your clocks are, by the name of the IANA; null: not told, so that times of day are meant in UTC."""
    free_text: bool
    """Whether you allow free text at your tables (docs/chat.md)."""
    rated: bool
    """Whether you play rated matches, and others see your ratings and statistics (docs/ratings.md)."""
    profile: Literal["everybody", "friends", "nobody"]
    """Who sees more of you than any table shows: your name, and since when you have been here (`getPlayer`)."""
    invitations: Literal["everybody", "friends", "nobody"]
    """Who may invite you to a match by name (`invitePlayers`)."""
    kid_mode: bool
    """Whether you meet friends alone, and nobody writes freely to you (`enableKidMode`)."""
    created_at: Moment
    """When you came in."""
    leaves_at: Moment | None
    """When you leave for good (`scheduleDeletion`); null: you stay."""


class ClaimName(Struct, kw_only=True, forbid_unknown_fields=True):
    """The name that you want."""

    name: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            description="3 to 20 letters of one script, digits (0–9), and single dashes or underscores between them.",
            examples=["amel_k"],
        ),
    ]
    """The name."""


class GuestRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """How a new guest is to be called."""

    nickname: Nickname
    avatar: AvatarKey = "cat"
    device: DeviceName = ""


class CreatedToken(Struct, kw_only=True):
    """A token, shown this once."""

    token: str
    """Send it as `Authorization: Bearer …`. Only its hash is stored, so nobody can tell it to you again."""
    expires_at: Moment | None
    """Using it puts this off."""


class Guest(CreatedToken, kw_only=True):
    """A new guest, and their token."""

    player: Me
    """The guest."""


class UpdateMe(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is to change of you."""

    nickname: Nickname | UnsetType = UNSET
    avatar: AvatarKey | UnsetType = UNSET
    language: LanguageCode | UnsetType | None = UNSET
    """Null: as each client asks for."""
    cards: CardNames | UnsetType | None = UNSET
    """Null: the French ones."""
    time_zone: ZoneName | UnsetType | None = UNSET
    """Null: not told."""
    free_text: bool | UnsetType = UNSET
    """Whether you allow free text at your tables."""
    rated: bool | UnsetType = UNSET
    """Whether you play rated matches, and others see your ratings and statistics. Turning it off hides them at once."""
    profile: Literal["everybody", "friends", "nobody"] | UnsetType = UNSET
    """Who sees your name, and since when you have been here."""
    invitations: Literal["everybody", "friends", "nobody"] | UnsetType = UNSET
    """Who may invite you to a match by name."""


ScopeName = Annotated[
    Literal["read", "play", "lobby", "chat", "profile", "clubs", "channels"],
    Meta(
        description="What a token is good for: `read` (seeing what you see), `play` (what is done at a match that has "
        "begun), `lobby` (making and joining matches, and getting up), `chat` (what is said at a table, muting, and "
        "notes), `profile` (your name, picture, language and hours, whom you follow and block), `clubs` (founding, "
        "joining and organizing them), `channels` (where you are told, and the address of your calendar)."
    ),
]


class DeviceRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A device, or a program, that wants a token of its own."""

    device: DeviceName = ""
    scopes: Annotated[list[ScopeName], Meta(min_length=1, max_length=20)] | UnsetType = UNSET
    """For a program: what its token is good for. Left out, it is good for everything, as that of a device."""
    expires_at: Moment | UnsetType | None = UNSET
    """For a program: when its token ends, in half a year at the latest. Left out, or null: when it was not used for so
    long."""


DeviceCodeText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        description="A code as it was shown, in any case, with or without spaces and dashes.",
        examples=["K7QX-9DMA-3F"],
    ),
]


class RedeemDeviceCode(Struct, kw_only=True, forbid_unknown_fields=True):
    """A code by which a device comes in."""

    code: DeviceCodeText
    device: DeviceName = ""
    sign_out_others: bool = False
    """Whether every other device is signed out, as when one was stolen."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove all that other devices have added, as `revokeOtherDevices` does."""


class SignedIn(CreatedToken, kw_only=True):
    """You, and the token of this device."""

    player: Me
    """You."""
    recovery_code: str | None
    """Your next code for recovery, shown this once, where the one that you had was used up, or has ended with the
    devices that were signed out; else null."""


class CreatedCode(Struct, kw_only=True):
    """A code, shown this once."""

    code: str
    """In groups of four, as it is read aloud."""
    link: str
    """Where the page of this server takes it; for a QR code, or to be sent."""
    qr: list[str]
    """The QR code of `link`, row by row: `1` is dark. Leave four light ones on each side."""
    expires_at: Moment | None
    """When it is good no longer; null: when it is used, or another one is made."""


class RecoveryCode(Struct, kw_only=True):
    """Whether you have a code for the day on which every device is lost."""

    made_at: Moment | None
    """Since when; null where you have none."""


class Device(Struct, kw_only=True):
    """A device, or a program, that has a token."""

    id: UUID
    """Its id."""
    device: str
    """What it is called."""
    created_at: Moment
    """When it got its token."""
    expires_at: Moment | None
    """When the token ends; null: never."""
    current: bool
    """Whether it is the one that asks."""
    scopes: list[ScopeName] | None
    """Of a program: what its token is good for; null: everything, as that of a device."""
    used_at: Moment | None
    """When the token was used last, to within an hour; null: never."""
    origin: str | None
    """Of a program that has asked for its token by OAuth: the site, or the app, that its code went to; else null."""


class ScheduledDeletion(Struct, kw_only=True):
    """Leaving that can be taken back until then."""

    leaves_at: Moment
    """When you leave for good."""


class AccountDeletion(Struct, kw_only=True):
    """What was done for a player who has left for good."""

    left_at: Moment
    """When the player left."""
    status: Literal["under_way", "ended"]
    """`under_way`: seats are still being given up."""
    seats_given_up: int
    """So far."""
    ended_at: Moment | None
    """When all was done; null before."""


class SigningOutOthers(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to sign out all other devices: its parameters."""

    remove_what_they_added: bool = False
    """True: also remove all that other devices have added."""


class Devices(Struct, kw_only=True):
    """Your devices."""

    devices: list[Device]
    """The devices."""
