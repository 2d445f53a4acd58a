"""Players and their tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from knox.models import AbstractAuthToken

from accounts.avatars import AVATARS
from accounts.names.confusables import looks_of
from accounts.names.nicknames import LONGEST
from accounts.names.prefix_index import FoldedIndex
from accounts.names.search_form import Folded, fold
from chkobba_api.ids import new_id
from chkobba_api.scopes import Scope

FORMER_PLAYER = "former player"
"""The name of deleted accounts in the matches that they played."""


class PlayerManager(BaseUserManager["Player"]):
    """Makes players."""

    def create_guest(self, nickname: str, avatar: str) -> Player:
        """Return a new guest: a player without a log-in name, known by their tokens alone."""
        guest = self.model(nickname=nickname, avatar=avatar)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> Player:
        """Return a new player with a log-in name."""
        fields.setdefault("nickname", username[:LONGEST])
        player = self.model(username=username, **fields)
        player.set_password(password)
        player.save(using=self._db)
        player.take_looks()
        return player

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> Player:
        """Return a new member of the staff with all rights in the admin."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """A player, or a member of the staff. Guests have no unique name."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    """Random: an id in time order would reveal to the millisecond when the account was created."""
    username = models.CharField(
        "log-in name", max_length=150, unique=True, null=True, blank=True, help_text="Empty for a guest."
    )
    nickname = models.CharField(max_length=LONGEST)
    avatar = models.CharField(max_length=20, choices=[(avatar.key, avatar.name) for avatar in AVATARS], default="cat")
    is_active = models.BooleanField(default=True, help_text="Not active: cannot do anything.")
    is_staff = models.BooleanField(default=False, help_text="May use the admin.")
    created_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)
    leaves_at = models.DateTimeField(null=True, blank=True)
    """When the player leaves for good, unless they take that back before; null: they stay."""
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    """In which language the player wants to be spoken to; empty: as each client asks for."""
    cards = models.CharField(max_length=10, blank=True, default="", db_default="")
    """By the names of which tradition the player wants cards to be called; empty: the French ones."""
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The IANA name of the player's time zone; empty: unknown, so times are in UTC."""
    hours = models.JSONField(null=True, blank=True)
    """When no time is to run for the player: a calendar and holidays (``games.clock.hours``); null: all time counts."""

    is_told = models.BooleanField(default=False, db_default=False)
    """True: the player has an address for notifications (``games.notifications.player_channels``)."""

    is_bot = models.BooleanField(
        "bot account", default=False, db_default=False, help_text="A program plays; everybody sees it. For good."
    )
    free_text = models.BooleanField(default=False, db_default=False)
    """True: the player allows free text at their tables. Phrases are always allowed."""
    rated = models.BooleanField(default=False, db_default=False)
    """Whether the player plays rated matches, and their ratings and statistics are shown to others."""

    class Audience(models.TextChoices):
        """The players who see something of a player."""

        EVERYBODY = "everybody"
        FRIENDS = "friends"
        NOBODY = "nobody"

    profile = models.CharField(
        max_length=10, choices=Audience, default=Audience.NOBODY, db_default=Audience.NOBODY.value
    )
    """The players who see more of this one than a table shows: the unique name, and the date of the account."""

    invitations = models.CharField(
        max_length=10, choices=Audience, default=Audience.EVERYBODY, db_default=Audience.EVERYBODY.value
    )
    """The players who may invite this one by name: all, friends, or none."""

    sheltered = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Meets friends alone, and nobody writes freely to them. They cannot switch it off.",
    )

    ban = models.JSONField(null=True, blank=True, editable=False)
    """The ban of the player that ends last, as each request must know it: ``sanction``, ``reason``, ``until``. It is
    over when that has passed; null where there never was one."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar = [
            FoldedIndex(fields=["nickname"], name="player_by_folded"),
            models.Index(fields=["id"], name="player_of_staff", condition=Q(is_staff=True)),
            models.Index(fields=["id"], name="player_bot", condition=Q(is_bot=True)),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @classmethod
    def called(cls, text: str) -> QuerySet[Player]:
        """Find players by the start of the nickname, in any case and with any accents, or by the whole log-in name."""
        begun = fold(text)
        named = Q(folded__startswith=begun) if begun else Q(pk__in=())
        return cls.objects.alias(folded=Folded("nickname")).filter(named | Q(username=text))

    @property
    def is_guest(self) -> bool:
        """Whether the player has no name of their own."""
        return self.username is None

    @property
    def is_sheltered(self) -> bool:
        """Whether the player is kept from strangers and from free text: by a wish, or as everybody here."""
        return self.sheltered or settings.SHELTERED

    def banned(self, now: datetime) -> dict[str, Any] | None:
        """Return the ban of the player while it lasts."""
        return self.ban if self.ban and datetime.fromisoformat(self.ban["until"]) > now else None

    def take_looks(self) -> bool:
        """Reserve the looks of the player's name; return whether all of them are theirs.

        A look that belongs to another player stays theirs: names of the staff may look like others.
        """
        looks = looks_of(self.username or "")
        with transaction.atomic():
            self.looks.exclude(pk__in=looks).delete()
            rows = [
                NameLook(look=look, player=self) for look in sorted(looks)
            ]  # in one order, so nobody waits for ever
            NameLook.objects.bulk_create(rows, ignore_conflicts=True)
            return self.looks.count() == len(looks)

    @property
    def shown_name(self) -> str:
        """The name that other players see."""
        return self.nickname if self.left_at is None else FORMER_PLAYER


class NameLook(models.Model):
    """The look of a name (``accounts.names.confusables``), which no other player may have.

    It is a table and no column of the player: some names look different in capitals, and each request reads the player.
    """

    look = models.CharField(max_length=500, primary_key=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="looks")

    def __str__(self) -> str:
        return self.look


class Departure(models.Model):
    """The remaining work of an account deletion: seats to give up, a name to remove.

    A scheduled deletion has a row from the start; cancelling deletes it.

    It is due work: found by ``wake_at``, done in steps that may be repeated.
    """

    class Phase(models.TextChoices):
        """The phases of a deletion, in this order."""

        AWAY = "away", "the server plays until it is time"
        WAITING = "waiting", "it can be taken back"
        BACK = "back", "it was taken back: seats are given back"
        SEATS = "seats", "seats are given up"
        ANSWERS = "answers", "the name is taken out of stored answers"
        ENDED = "ended", "all is done"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    """A random id. A former player has no token, and asks for the progress by this id."""
    player = models.OneToOneField(Player, models.CASCADE, related_name="departure")
    left_at = models.DateTimeField(null=True)
    """Null as long as the player has not left."""
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.SEATS)
    reached = models.UUIDField(null=True)
    """The last match that was looked at in this phase."""
    given_up = models.PositiveIntegerField(default=0)
    """Seats that were given up."""
    failures = models.PositiveIntegerField(default=0)
    """How often something went wrong that is tried again."""
    wake_at = models.DateTimeField(null=True)
    """When the server must look at it; null at the end."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-left_at",)
        indexes: ClassVar = [
            models.Index(fields=["wake_at"], name="departure_to_wake", condition=models.Q(wake_at__isnull=False)),
            models.Index(fields=["-left_at"], name="departure_by_time"),
        ]

    def __str__(self) -> str:
        return f"departure {self.id}"


class Alias(models.Model):
    """The id of a merged account: its entries in the log belong to another player (``accounts.aliases``).

    The log does not change. All other rows pass to the other player: personal data and seats at open matches at once,
    the rest as due work, found by ``wake_at``.
    """

    player = models.OneToOneField(Player, models.PROTECT, related_name="alias")
    into = models.ForeignKey(Player, models.PROTECT, related_name="aliases")
    at = models.DateTimeField()
    rated_up_to = models.JSONField(default=dict)
    """By pool, the number of the last match that counted before their ratings became one. In pools that are not named
    they had none."""
    reached = models.UUIDField(null=True)
    """The last match that was looked at."""
    is_second_look = models.BooleanField(default=False)
    """True: all matches were moved once and are checked again, since a request may have been under way."""
    failures = models.PositiveIntegerField(default=0)
    """How often something went wrong that is tried again."""
    wake_at = models.DateTimeField(null=True)
    """When the server must look at it; null at the end."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "aliases"
        ordering = ("-pk",)
        indexes: ClassVar = [
            models.Index(fields=["wake_at"], name="alias_to_wake", condition=models.Q(wake_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} is {self.into_id}"


class MailAddress(models.Model):
    """A mail address of a player. Once confirmed, the player is known to read it.

    Notifications and logging in are separate: only a login address that the player has added as such lets them log in
    (``accounts.login.login_addresses``). Two players may confirm the same address: it may be the same person. Neither
    learns of it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="mail_addresses")
    address = models.CharField(max_length=254)
    logs_in = models.BooleanField(default=False, db_default=False)
    """True: a login address, once it is confirmed."""
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token that named it; null where it is older than that is noted."""
    confirmed_at = models.DateTimeField(null=True)
    """When the player pressed the button behind the link in the mail."""
    language = models.CharField(max_length=10)
    """In which the mail is written that holds the link."""
    asked_at = models.DateTimeField(null=True)
    """Since when the link is good; null where there is none."""
    digest = models.CharField(max_length=64, null=True, unique=True)
    """Of the secret in the link; null once it was used."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "address"], name="mail_address_once")]
        indexes: ClassVar = [models.Index(Upper("address"), name="mail_address_by_upper")]

    def __str__(self) -> str:
        return f"an address of {self.player_id}"


class Token(AbstractAuthToken):
    """The token of one device, or of a program; only its hash is stored."""

    id = models.UUIDField(unique=True, default=new_id, editable=False)
    """How a token is spoken of. ``digest`` is the key."""
    device = models.CharField(max_length=60, blank=True)
    scopes = models.JSONField(null=True)
    """The scopes of a program (``chkobba_api.scopes``); null: all, for a device."""
    used_at = models.DateTimeField(null=True)
    """When it was used last, to within an hour; null: never."""
    is_renewed = models.BooleanField(default=True, db_default=True)
    """Whether using it puts its end off."""
    origin = models.CharField(max_length=255, blank=True, default="", db_default="")
    """Of a program that has asked for it by OAuth: where its code was sent (``accounts.devices.authorizations``)."""

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.device or 'a device'} of {self.user}"

    def allows(self, scope: Scope) -> bool:
        """Say whether it is good for something."""
        return self.scopes is None or scope in self.scopes


class DeviceCode(models.Model):
    """Lets another device come in as its player, once; shown once, and only its hash is stored."""

    class Kind(models.TextChoices):
        """The purpose of a code."""

        PAIRING = "pairing", "another device, now"
        RECOVERY = "recovery", "when every device is lost"

    player = models.ForeignKey(Player, models.CASCADE, related_name="device_codes")
    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.UUIDField(null=True)
    """The ``id`` of the token of the device that created it: signing that device out ends the code."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    """Null: good until it is used, or another one is made."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "kind"], name="device_code_once")]

    def __str__(self) -> str:
        return f"a code of {self.player_id} for {self.kind}"


class FreshLogIn(models.Model):
    """A recent log-in at a device: the holder has proved their identity, so they may change the password."""

    token = models.OneToOneField(Token, models.CASCADE, primary_key=True, related_name="fresh_log_in")
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"fresh until {self.until}"


class AccountMail(models.Model):
    """A mail about an account that is to be sent: links to log in by or to confirm an address, or word of a change.

    One with links to log in by is written down for any address, known or not; the sender looks for its players.
    """

    class Kind(models.TextChoices):
        """The kinds of mails."""

        LINKS = "links", "links to log in by"
        CONFIRM = "confirm", "a link to confirm the address"
        PASSWORD = "password", "the password has changed"
        WAY_IN = "way_in", "there is a new way in"

    class Way(models.TextChoices):
        """The event: a new or removed way in, a log-in, or a second factor turned on or off."""

        LOGIN_ADDRESS = "login_address", "an address of mail to log in by"
        LOGIN_ADDRESS_OFF = "login_address_off", "no login address any more"
        PASSKEY = "passkey", "a passkey"
        PASSKEY_OFF = "passkey_off", "no passkey any more"
        SECOND_FACTOR = "second_factor", "a second factor"
        SECOND_FACTOR_OFF = "second_factor_off", "no second factor any more"
        LOG_IN = "log_in", "a log-in on another device"
        DEVICE = "device", "a token for another device"
        PAIRING_CODE = "pairing_code", "a code for another device"
        RECOVERY_CODE = "recovery_code", "a code for recovery"
        PROGRAM = "program", "a token for a program"
        GUEST = "guest", "the devices of a guest"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    address = models.CharField(max_length=254)
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    """The player of the account; null for ``links`` and ``confirm``."""
    confirms = models.ForeignKey(MailAddress, models.CASCADE, null=True, related_name="+")
    """The address that the link confirms, if ``kind`` is ``confirm``: it tells the player, also after a merge."""
    way = models.CharField(max_length=20, choices=Way, blank=True, default="", db_default="")
    """The event, if ``kind`` is ``way_in``."""
    language = models.CharField(max_length=10)
    asked_at = models.DateTimeField()
    send_at = models.DateTimeField(null=True)
    """When it is to be sent, or sent again; null when it was."""
    attempts = models.PositiveIntegerField(default=0)
    """How often sending it was tried."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["send_at"], name="account_mail_to_send", condition=Q(send_at__isnull=False)),
            models.Index(fields=["asked_at"], name="account_mail_by_time"),
        ]

    def __str__(self) -> str:
        return f"a mail about {self.kind}"


class LogInLink(models.Model):
    """A link that logs its player in, once; only its hash is stored. It is deleted with its mail."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    mail = models.ForeignKey(AccountMail, models.CASCADE, related_name="links")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    """Of the secret, which follows from the id and the server's key."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["mail", "player"], name="log_in_link_once")]

    def __str__(self) -> str:
        return f"a link of {self.player_id}"


class Passkey(models.Model):
    """A passkey of a device or a password manager, with which its player logs in (WebAuthn)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="passkeys")
    credential = models.CharField(max_length=1400, unique=True)
    """The id that the device has given it, as base64url; 1,023 bytes at the most."""
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    """Of the last use, where the device counts; 0 where it does not."""
    name = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token of the device that added it; null where it is older than that is noted."""

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.name or "a passkey"


class SecondFactor(models.Model):
    """The second factor of a player: a code of an app, whose key is stored here, encrypted."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="second_factor")
    key = models.CharField(max_length=200)
    """The TOTP key, encrypted with a server key (``accounts.login.second_factors``)."""
    begun_at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    """Since when it is asked for; null: the app has not shown that it has the key."""
    last_step = models.BigIntegerField(default=0)
    """The last half minute whose code was used: no code is good twice."""

    def __str__(self) -> str:
        return f"a second factor of {self.player_id}"


class SecondFactorCode(models.Model):
    """Stands in for the app that was lost, once; shown once, and only its hash is stored."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="second_factor_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"a code of {self.player_id} in place of the app"


class PasskeyChallenge(models.Model):
    """The challenge that a device signs, once; only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    """Whose new passkey it is for; null: for coming in."""
    expires_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["expires_at"], name="passkey_challenge_by_end")]

    def __str__(self) -> str:
        return f"challenge until {self.expires_at}"


class AuthorizationCode(models.Model):
    """The code with which an authorized program gets its token; only its hash is stored.

    It stays for a while after its use: if it comes again, another program has it, too, and the token ends.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    device = models.ForeignKey(Token, models.CASCADE, related_name="+")
    """At which the player has allowed it: the code ends with it."""
    client = models.CharField(max_length=100)
    """The program's own name, unchecked."""
    redirect_uri = models.CharField(max_length=500)
    """The redirect address."""
    challenge = models.CharField(max_length=128)
    """The PKCE challenge (S256) of the program that asked."""
    scopes = models.JSONField()
    expires_at = models.DateTimeField()
    given = models.UUIDField(null=True)
    """The ``id`` of the token that it gave; null: it was not used."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["expires_at"], name="authorization_code_by_end")]

    def __str__(self) -> str:
        return f"authorization until {self.expires_at}"


class Ticket(models.Model):
    """Opens one stream in the place of a token, for clients that cannot send headers; only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    token = models.ForeignKey(Token, models.CASCADE, related_name="+")
    """The token that created it: a stream opened by the ticket ends with that token."""
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ticket until {self.expires_at}"


class PlayerNetwork(models.Model):
    """A network that a player has used within the last day, as a keyed digest (``accounts.devices.networks``)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    digest = models.CharField(max_length=32)
    seen_at = models.DateTimeField()
    """The last use, up to an hour too early (``NOTED_EVERY``)."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "digest"], name="network_once")]
        indexes: ClassVar = [
            models.Index(fields=["digest"], name="network_by_digest"),
            models.Index(fields=["seen_at"], name="network_by_time"),
        ]

    def __str__(self) -> str:
        return f"network of {self.player_id}"
