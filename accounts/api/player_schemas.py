"""Schemas of players, devices, codes and account deletions."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.avatars import AVATARS
from chkobba_api.rest.fields import Moment
from games.engine.malformed import ENDS_THERE
from games.engine.messages import Text
from games.texts import LANGUAGES, TRADITIONS

AvatarKey = Annotated[
    str, Meta(extra_json_schema={"enum": [avatar.key for avatar in AVATARS]}, description="A key of `listAvatars`.")
]
LanguageCode = Annotated[
    str, Meta(extra_json_schema={"enum": list(LANGUAGES)}, description="A language that the server supports.")
]
CardNames = Annotated[
    str, Meta(extra_json_schema={"enum": list(TRADITIONS)}, description="The tradition of card names that you want.")
]
ZoneName = Annotated[str, Meta(max_length=64, description="A time zone by its IANA name, such as `Africa/Tunis`.")]
_SEEN = "that are visible: no control characters, and none without a width, except joiners in scripts and emoji"
Nickname = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description=f"1 to 24 characters of any script {_SEEN}. It must not "
        "look like the name of a bot or of the staff.",
    ),
]
DeviceName = Annotated[
    str,
    Meta(
        max_length=60,
        pattern="^[^\\x00-\\x1f]*$" + ENDS_THERE,
        description=f"The name of the device, in one line of characters {_SEEN}.",
    ),
]


class AvatarShape(Struct, kw_only=True):
    """An avatar that players can choose."""

    key: str
    """The key of the avatar, which the API uses."""
    name: Text
    """The name of the avatar, for people."""
    symbol: str
    """An emoji; a client may draw its own picture for the key instead."""


class Avatars(Struct, kw_only=True):
    """All avatars that players can choose."""

    avatars: list[AvatarShape]
    """The list of avatars."""


class Me(Struct, kw_only=True):
    """Your account, as you see it."""

    id: UUID
    """Your id, which is `player` of your seats."""
    nickname: str
    """Your nickname, which all players see."""
    avatar: str
    """Your avatar: a key of `listAvatars`."""
    name: str | None
    """Your unique name (`claimName`), by which others find you; null: you have none."""
    guest: bool
    """True if you have no unique name."""
    is_bot: bool
    """True for a bot account: a program plays, and all players see that (`convertToBotAccount`)."""
    language: str | None
    """The language of texts for you; null: the one that each request asks for with `Accept-Language`."""
    cards: str | None
    """The names of cards of the Scopa family in texts for you: `french` (the jack of diamonds), or `italian` (the knave
    of coins: fante di denari); null: the French names. The codes of cards are the same for all players."""
    time_zone: str | None
    """Your time zone, by its IANA name; null: unknown, so times of day are in UTC."""
    free_text: bool
    """True if you allow free text in your matches (docs/chat.md)."""
    rated: bool
    """True if you play rated matches, and other players see your ratings and statistics (docs/ratings.md)."""
    profile: Literal["everybody", "friends", "nobody"]
    """The players who see your name and the date of your account, which matches do not show (`getPlayer`)."""
    invitations: Literal["everybody", "friends", "nobody"]
    """The players who may invite you to a match by name (`invitePlayers`)."""
    kid_mode: bool
    """True if you meet only friends and get no free text (`enableKidMode`)."""
    created_at: Moment
    """The time when you created the account."""
    leaves_at: Moment | None
    """The time when the server deletes your account (`scheduleDeletion`); null: never."""


class ClaimName(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to claim a unique name."""

    name: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            description="3 to 20 letters of one script, digits (0–9), and single dashes or underscores between them.",
            examples=["amel_k"],
        ),
    ]
    """The name: 3 to 20 letters of one script, digits (0–9), and single dashes or underscores between them."""


class GuestRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to create a guest."""

    nickname: Nickname
    avatar: AvatarKey = "cat"
    device: DeviceName = ""


class CreatedToken(Struct, kw_only=True):
    """A new token, shown only once."""

    token: str
    """The token. Send it as `Authorization: Bearer …`. The server stores only its hash and cannot show it again."""
    expires_at: Moment | None
    """The time when the token ends. Each use extends it, unless you chose a fixed end. Null: never."""


class Guest(CreatedToken, kw_only=True):
    """A new guest, with a token."""

    player: Me
    """The account of the guest."""


class UpdateMe(Struct, kw_only=True, forbid_unknown_fields=True):
    """Changes of your account. Fields that are left out do not change."""

    nickname: Nickname | UnsetType = UNSET
    avatar: AvatarKey | UnsetType = UNSET
    language: LanguageCode | UnsetType | None = UNSET
    """A language that the server supports; null: the one that each request asks for with `Accept-Language`."""
    cards: CardNames | UnsetType | None = UNSET
    """The tradition of card names that you want; null: the French names."""
    time_zone: ZoneName | UnsetType | None = UNSET
    """A time zone by its IANA name, such as `Africa/Tunis`; null: unknown."""
    free_text: bool | UnsetType = UNSET
    """True to allow free text in your matches."""
    rated: bool | UnsetType = UNSET
    """True to play rated matches and show other players your ratings and statistics. False hides them at once."""
    profile: Literal["everybody", "friends", "nobody"] | UnsetType = UNSET
    """The players who see your name and the date of your account."""
    invitations: Literal["everybody", "friends", "nobody"] | UnsetType = UNSET
    """The players who may invite you to a match by name."""


ScopeName = Annotated[
    Literal["read", "play", "lobby", "chat", "profile", "clubs", "channels"],
    Meta(
        description=(
            "A scope of a token: `read` (see what you see), `play` (act in a match that has begun), `lobby` (create "
            "and join matches, and leave your seat), `chat` (write in the chats of matches and clubs, mute players, "
            "and keep notes), `profile` (change your name, avatar, language and hours, follow and block players), "
            "`clubs` (found, join and organize clubs), `channels` (manage notification channels and the calendar feed)."
        )
    ),
]


class DeviceRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to create a token for a device or a program."""

    device: DeviceName = ""
    scopes: Annotated[list[ScopeName], Meta(min_length=1, max_length=20)] | UnsetType = UNSET
    """For a program: the scopes of its token. Left out, the token is one of a device and has all scopes."""
    expires_at: Moment | UnsetType | None = UNSET
    """For a program: the end of its token, at most half a year from now. Left out or null, the token ends when it is
    unused for that long."""


DeviceCodeText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        description="A code as the server showed it, in any case, with or without spaces and dashes.",
        examples=["K7QX-9DMA-3F"],
    ),
]


class RedeemDeviceCode(Struct, kw_only=True, forbid_unknown_fields=True):
    """A login by a pairing code or a recovery code."""

    code: DeviceCodeText
    device: DeviceName = ""
    sign_out_others: bool = False
    """True to sign out all your other devices, for example because one was stolen."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove everything that other devices have added, as `revokeOtherDevices`
    does."""


class SignedIn(CreatedToken, kw_only=True):
    """Your account, and the token of this device."""

    player: Me
    """The account of the player."""
    recovery_code: str | None
    """Your next recovery code, shown only once. You get one if the previous code was used, or ended with signed-out
    devices; else null."""


class CreatedCode(Struct, kw_only=True):
    """A new code, shown only once."""

    code: str
    """The code, in groups of four characters."""
    link: str
    """A link that opens the page of this server with the code. Show it as a QR code, or send it."""
    qr: list[str]
    """The QR code of `link`, row by row: `1` is dark. Leave a margin of four light modules on each side."""
    expires_at: Moment | None
    """The time when the code expires; null: it is valid until it is used or replaced."""


class RecoveryCode(Struct, kw_only=True):
    """The state of your recovery code, which logs you in when all your devices are lost."""

    made_at: Moment | None
    """The time when you created it; null: you have none."""


class Device(Struct, kw_only=True):
    """A device, or a program, that has a token."""

    id: UUID
    """The id of the device."""
    device: str
    """The name of the device or program."""
    created_at: Moment
    """The time when it got its token."""
    expires_at: Moment | None
    """The time when the token ends; null: never."""
    current: bool
    """True for the device that sends the request."""
    scopes: list[ScopeName] | None
    """For a program: the scopes of its token; null for a device, which has all scopes."""
    used_at: Moment | None
    """The time of the last use, accurate to an hour; null: never."""
    origin: str | None
    """For a program that asked by OAuth: the site or app that got its code; else null."""


class ScheduledDeletion(Struct, kw_only=True):
    """A scheduled account deletion, which you can cancel until its time."""

    leaves_at: Moment
    """The time when the server deletes the account."""


class AccountDeletion(Struct, kw_only=True):
    """The progress of an account deletion."""

    left_at: Moment
    """The time when the player deleted the account."""
    status: Literal["under_way", "ended"]
    """`under_way` while the server gives up the seats, then `ended`."""
    seats_given_up: int
    """The number of seats that the server has given up."""
    ended_at: Moment | None
    """The time when the deletion was complete; null before."""


class SigningOutOthers(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to sign out all other devices: its parameters."""

    remove_what_they_added: bool = False
    """True to also remove everything that other devices have added."""


class Devices(Struct, kw_only=True):
    """The list of your devices and programs."""

    devices: list[Device]
    """Your devices and programs."""
