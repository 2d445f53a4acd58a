"""Players: guests, registered players, bot accounts and the staff."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models, transaction
from django.db.models import Q, QuerySet

from accounts.avatars import AVATARS
from accounts.names.confusables import looks_of
from accounts.names.nicknames import LONGEST
from accounts.names.prefix_index import FoldedIndex
from accounts.names.search_form import Folded, fold
from chkobba_api.errors import DomainError
from games.engine.messages import say

FORMER_PLAYER = "former player"
"""The name of deleted accounts in the matches that they played."""


class PlayerManager(BaseUserManager["Player"]):
    """The manager that creates guests, players and staff."""

    def create_guest(self, nickname: str, avatar: str) -> Player:
        """Return a new guest: a player without a login name, identified only by tokens."""
        guest = self.model(nickname=nickname, avatar=avatar)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> Player:
        """Return a new player with a login name."""
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
    """The time of the scheduled account deletion; null without one."""
    language = models.CharField(max_length=10, blank=True, default="", db_default="")
    """The language of texts for the player; empty: the one that each client asks for."""
    cards = models.CharField(max_length=10, blank=True, default="", db_default="")
    """The tradition whose card names the player sees; empty: the French names."""
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The IANA name of the player's time zone; empty: unknown, so times are in UTC."""
    hours = models.JSONField(null=True, blank=True)
    """The hours that stop the player's clocks: a calendar and vacations (``games.clock.hours``); null: none."""

    has_channels = models.BooleanField(default=False, db_default=False)
    """True: the player has a channel that is on and confirmed (``games.notifications.player_channels``)."""

    is_bot = models.BooleanField(
        "bot account",
        default=False,
        db_default=False,
        help_text="A program plays, and all players see that. This is permanent.",
    )
    free_text = models.BooleanField(default=False, db_default=False)
    """True: the player allows free text at their tables. Phrases are always allowed."""
    rated = models.BooleanField(default=False, db_default=False)
    """True: the player plays rated matches, and other players see their ratings and statistics."""

    class Audience(models.TextChoices):
        """The players to which a setting of a player applies."""

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

    kid_mode = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Meets only friends, and gets no free text. Only an admin can turn it off.",
    )

    ban = models.JSONField(null=True, blank=True, editable=False)
    """The ban of the player that ends last: ``sanction``, ``reason``, ``until``. It is stored here because each request
    checks it. It is over after ``until``; null: the player was never banned."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        ordering = ("-created_at",)
        indexes: ClassVar = [
            FoldedIndex(fields=["nickname"], name="player_by_folded"),
            models.Index(fields=["created_at"], name="player_by_time"),
            models.Index(fields=["created_at"], name="staff_by_time", condition=Q(is_staff=True)),
            models.Index(fields=["created_at"], name="bot_account_by_time", condition=Q(is_bot=True)),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @classmethod
    def called(cls, text: str) -> QuerySet[Player]:
        """Find players by the start of the nickname, in any case and with any accents, or by the exact login name."""
        begun = fold(text)
        named = Q(folded__startswith=begun) if begun else Q(pk__in=())
        return cls.objects.alias(folded=Folded("nickname")).filter(named | Q(username=text))

    @property
    def is_guest(self) -> bool:
        """True if the player has no unique name."""
        return self.username is None

    @property
    def in_kid_mode(self) -> bool:
        """True if the player meets no strangers and gets no free text, by choice or by a setting of the server."""
        return self.kid_mode or settings.KID_MODE

    def banned(self, now: datetime) -> dict[str, Any] | None:
        """Return the ban of the player, or None if it is over."""
        return self.ban if self.ban and datetime.fromisoformat(self.ban["until"]) > now else None

    def must_not_be_banned(self, now: datetime) -> None:
        """Raise DomainError ``suspended`` during a ban, with its reason, its end and the sanction."""
        if ban := self.banned(now):
            until = datetime.fromisoformat(ban["until"])
            said = say("refused.suspended", reason=ban["reason"], until=f"{until:%Y-%m-%d %H:%M}")
            raise DomainError("suspended", said, **ban | {"until": until})

    def is_away_for_long(self, now: datetime) -> bool:
        """Return whether the server plays for the player: during a ban, and until a scheduled account deletion."""
        return self.leaves_at is not None or self.banned(now) is not None

    def take_looks(self) -> bool:
        """Reserve the looks of the player's name; return whether the player has all of them.

        A look of another player stays with that player: names of the staff may look like others.
        """
        looks = looks_of(self.username or "")
        with transaction.atomic():
            self.looks.exclude(pk__in=looks).delete()
            rows = [NameConfusable(look=look, player=self) for look in sorted(looks)]  # sorted, to avoid deadlocks
            NameConfusable.objects.bulk_create(rows, ignore_conflicts=True)
            return self.looks.count() == len(looks)

    @property
    def shown_name(self) -> str:
        """The name that other players see."""
        return self.nickname if self.left_at is None else FORMER_PLAYER


class NameConfusable(models.Model):
    """The look of a name (``accounts.names.confusables``), which no other player may have.

    It is a table, not a column of the player: some names look different in upper case, and each request reads the
    player.
    """

    look = models.CharField(max_length=500, primary_key=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="looks")

    def __str__(self) -> str:
        return self.look


class AccountDeletion(models.Model):
    """The remaining work of an account deletion: seats to give up, a name to remove.

    A scheduled deletion has a row from the start; cancelling deletes it.

    It is due work: a worker finds it by ``wake_at`` and does it in repeatable steps.
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
    """A random id. A former player has no token, and reads the progress with this id."""
    player = models.OneToOneField(Player, models.CASCADE, related_name="deletion")
    left_at = models.DateTimeField(null=True)
    """The time of the deletion; null before."""
    phase = models.CharField(max_length=10, choices=Phase, default=Phase.SEATS)
    reached = models.UUIDField(null=True)
    """The last match that this phase has handled."""
    given_up = models.PositiveIntegerField(default=0)
    """The number of seats that were given up."""
    failures = models.PositiveIntegerField(default=0)
    """The number of steps of the deletion that failed. The server repeats each of them."""
    wake_at = models.DateTimeField(null=True)
    """The time of the next step; null at the end."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-left_at",)
        indexes: ClassVar = [
            models.Index(
                fields=["wake_at"], name="account_deletion_to_wake", condition=models.Q(wake_at__isnull=False)
            ),
            models.Index(fields=["-left_at"], name="account_deletion_by_time"),
        ]

    def __str__(self) -> str:
        return f"deletion {self.id}"


class Alias(models.Model):
    """The id of a merged account: its entries in the log belong to another player (``accounts.aliases``).

    The log does not change. All other rows move to the other player: personal data and seats at open matches at once,
    the rest as due work, found by ``wake_at``.
    """

    player = models.OneToOneField(Player, models.PROTECT, related_name="alias")
    into = models.ForeignKey(Player, models.PROTECT, related_name="aliases")
    at = models.DateTimeField()
    rated_up_to = models.JSONField(default=dict)
    """For each pool, the number of the last match that counted before the ratings were merged. The account had no
    rating in pools that are not listed."""
    reached = models.UUIDField(null=True)
    """The last match that was handled."""
    is_second_look = models.BooleanField(default=False)
    """True in the second pass, which checks all matches again, since a request may have been under way."""
    failures = models.PositiveIntegerField(default=0)
    """The number of steps of the deletion that failed. The server repeats each of them."""
    wake_at = models.DateTimeField(null=True)
    """The time of the next step; null at the end."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "aliases"
        ordering = ("-pk",)
        indexes: ClassVar = [
            models.Index(fields=["wake_at"], name="alias_to_wake", condition=models.Q(wake_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} merged into {self.into_id}"


class PlayerNetwork(models.Model):
    """A network that a player has used within the last day, as a keyed digest (``accounts.devices.networks``)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    digest = models.CharField(max_length=32)
    seen_at = models.DateTimeField()
    """The time of the last use, up to an hour too early (``NOTED_EVERY``)."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "digest"], name="network_once")]
        indexes: ClassVar = [
            models.Index(fields=["digest"], name="network_by_digest"),
            models.Index(fields=["seen_at"], name="network_by_time"),
        ]

    def __str__(self) -> str:
        return f"network of {self.player_id}"
