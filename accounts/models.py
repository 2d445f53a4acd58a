"""Players and their tokens."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import uuid4

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q, QuerySet
from knox.models import AbstractAuthToken

from accounts.avatars import AVATARS
from accounts.folding import Folded, fold
from accounts.indexes import FoldedIndex
from accounts.nicknames import LONGEST
from chkobba_api.ids import new_id
from chkobba_api.scopes import Scope

FORMER_PLAYER = "former player"
"""What somebody who has left is called in the matches that they played."""


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
        return player

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> Player:
        """Return a new member of the staff who may do everything that the admin allows."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays, or runs the server. Guests have no log-in name."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    username = models.CharField(
        "log-in name", max_length=150, unique=True, null=True, blank=True, help_text="Empty for a guest."
    )
    nickname = models.CharField(max_length=LONGEST)
    avatar = models.CharField(max_length=20, choices=[(avatar.key, avatar.name) for avatar in AVATARS], default="cat")
    is_active = models.BooleanField(default=True, help_text="Not active: cannot do anything.")
    is_staff = models.BooleanField(default=False, help_text="May use the admin.")
    created_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    """In which language the player wants to be spoken to; empty: as each client asks for."""
    cards = models.CharField(max_length=10, blank=True, default="", db_default="")
    """By the names of which tradition the player wants cards to be called; empty: the French ones."""
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    """Where the player's clocks are, by the name of the IANA; empty: not told, so that times are meant in UTC."""
    hours = models.JSONField(null=True, blank=True)
    """When no time is to run for the player: a calendar and holidays (``games.clock.hours``); null: all time counts."""

    is_told = models.BooleanField(default=False, db_default=False)
    """Whether the player has said where they want to be told of what concerns them (``games.followers.addresses``)."""

    is_bot = models.BooleanField(
        "bot account", default=False, db_default=False, help_text="A program plays; everybody sees it. For good."
    )
    free_text = models.BooleanField(default=False, db_default=False)
    """Whether the player allows free text at their tables; what is canned is always allowed."""

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
        """Return the players whose nickname begins so, in any case and accents, or who log in by that name."""
        begun = fold(text)
        named = Q(folded__startswith=begun) if begun else Q(pk__in=())
        return cls.objects.alias(folded=Folded("nickname")).filter(named | Q(username=text))

    @property
    def is_guest(self) -> bool:
        """Whether the player has no log-in name."""
        return self.username is None

    @property
    def shown_name(self) -> str:
        """What others see."""
        return self.nickname if self.left_at is None else FORMER_PLAYER


class Departure(models.Model):
    """What is still to be done for a player who has left for good: seats to give up, a name to forget.

    It is due work like any other: found by ``wake_at``, done in steps, harmless when it is done again.
    """

    class Phase(models.TextChoices):
        """What is done at the moment, in this order."""

        SEATS = "seats", "seats are given up"
        ANSWERS = "answers", "the name is taken out of stored answers"
        ENDED = "ended", "all is done"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    """Nobody can guess it: who has left, and has no token any more, asks by it how far things are."""
    player = models.OneToOneField(Player, models.CASCADE, related_name="departure")
    left_at = models.DateTimeField()
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


class MailAddress(models.Model):
    """An address of mail that a player has named; once confirmed, it is known that they read what is sent there.

    Two players may confirm the same one: it may be the same person, and nobody is told.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="mail_addresses")
    address = models.CharField(max_length=254)
    confirmed_at = models.DateTimeField(null=True)
    """When somebody pressed the button behind the link that was sent there."""
    language = models.CharField(max_length=10)
    """In which the mail is written that holds the link."""
    asked_at = models.DateTimeField(null=True)
    """Since when the link is good; null where there is none."""
    digest = models.CharField(max_length=64, null=True, unique=True)
    """Of the secret in the link; null once it was used."""
    sent = models.PositiveIntegerField(default=0)
    """Mails with a link that were asked for."""
    send_at = models.DateTimeField(null=True)
    """When the mail is to be sent, or sent again; null where none waits."""
    attempts = models.PositiveIntegerField(default=0)
    """How often sending it was tried."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "address"], name="mail_address_once")]
        indexes: ClassVar = [
            models.Index(fields=["send_at"], name="mail_address_to_send", condition=Q(send_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"an address of {self.player_id}"


class Token(AbstractAuthToken):
    """The token of one device, or of a program; only its hash is stored."""

    id = models.UUIDField(unique=True, default=new_id, editable=False)
    """How a token is spoken of. ``digest`` is the key."""
    device = models.CharField(max_length=60, blank=True)
    scopes = models.JSONField(null=True)
    """What a program may do with it (``chkobba_api.scopes``); null: everything, as a device may."""
    used_at = models.DateTimeField(null=True)
    """When it was used last, to within an hour; null: never."""
    is_renewed = models.BooleanField(default=True, db_default=True)
    """Whether using it puts its end off."""

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
        """What it is for."""

        PAIRING = "pairing", "another device, now"
        RECOVERY = "recovery", "when every device is lost"

    player = models.ForeignKey(Player, models.CASCADE, related_name="device_codes")
    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.UUIDField(null=True)
    """The ``id`` of the token of the device that it was made with: who signs that out from elsewhere ends the code."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    """Null: good until it is used, or another one is made."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "kind"], name="device_code_once")]

    def __str__(self) -> str:
        return f"a code of {self.player_id} for {self.kind}"


class Ticket(models.Model):
    """Opens one stream in the place of a token, for clients that cannot send headers; only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    token = models.ForeignKey(Token, models.CASCADE, related_name="+")
    """By which it was made: what the ticket opens ends with it."""
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ticket until {self.expires_at}"
