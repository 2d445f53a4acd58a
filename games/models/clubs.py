"""Models of clubs, their members, presets, matches and boards."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.models.matches import Match


class Club(models.Model):
    """A group of players with tables, presets, a board and a chat, run by its organizers."""

    class Joining(models.TextChoices):
        """The ways in which a player becomes a member. The invitation code always works."""

        OPEN = "open", "all players may join"
        REQUEST = "request", "an organizer admits players who ask"
        INVITATION = "invitation", "by invitation only; hidden from other players"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=40)
    """The name, unique by its look (``ClubConfusable``); empty once the club has ended."""
    description = models.TextField(blank=True)
    joining = models.CharField(max_length=10, choices=Joining)
    code = models.CharField(max_length=10, unique=True, null=True)
    """The invitation code, with which a player becomes a member. Null once the club has ended."""
    founded_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """The end of the club: its last member left, or the staff ended it. Its name is free again."""

    class Meta:
        ordering = ("-id",)
        indexes: ClassVar = [
            models.Index(
                fields=["-id"], name="club_listed", condition=Q(ended_at__isnull=True) & ~Q(joining="invitation")
            ),
        ]

    def __str__(self) -> str:
        return self.name or "former club"


class ClubConfusable(models.Model):
    """The unique look of a club's name (``accounts.names.confusables``)."""

    look = models.CharField(max_length=500, primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="looks")

    def __str__(self) -> str:
        return self.look


class Membership(models.Model):
    """The membership of a player in a club. Requests and removed members have a row, too.

    A member who leaves has none, except during a mute: it goes on when they return. Players see no difference.
    """

    class Standing(models.TextChoices):
        """The standing of a player in a club."""

        ASKED = "asked", "has asked to be admitted"
        MEMBER = "member"
        ORGANIZER = "organizer"
        REMOVED = "removed", "was removed, or not admitted"
        BANNED = "banned", "may not come again"
        LEFT = "left", "has left, and would still be muted"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    standing = models.CharField(max_length=10, choices=Standing)
    since = models.DateTimeField()
    """The time when the present standing began."""
    joined_at = models.DateTimeField(null=True)
    """The time when the player last became a member. If the organizers leave, it decides the next one."""
    reason = models.TextField(blank=True)
    """The reason why an organizer removed or banned the player, who reads it."""
    is_notified = models.BooleanField(default=True)
    """True if the player gets notifications of the club's tables."""
    muted_until = models.DateTimeField(null=True)
    """The end of a mute: until then the player may write nothing in the club's chat."""

    BELONGING: ClassVar = (Standing.MEMBER, Standing.ORGANIZER)
    """The standings of players who belong to the club."""

    class Meta:
        ordering = ("club", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "club"], name="membership_once")]
        indexes: ClassVar = [
            models.Index(fields=["club", "standing", "-id"], name="membership_of_club"),
            models.Index(fields=["since"], name="membership_gone", condition=Q(standing__in=("removed", "left"))),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"

    @property
    def belongs(self) -> bool:
        """True if the player is a member or an organizer."""
        return self.standing in self.BELONGING


class Preset(models.Model):
    """A preset of a club: a game with options and a time control, under a name."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """The options that differ from the game's defaults."""
    control = models.JSONField()
    """The time control, stored as in the log of a match."""
    rated = models.BooleanField(default=False)
    free_text = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("club", "id")

    def __str__(self) -> str:
        return self.name


class ClubMatch(models.Model):
    """The club of a match. Only members of the club see the match and may join it.

    It is a table of its own, so that no move reads or writes it.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["club", "match"], name="table_of_club")]

    def __str__(self) -> str:
        return f"{self.match_id} of {self.club_id}"


class ClubScore(models.Model):
    """The results of a player at a club's tables, against people."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    """Matches in which the player shared the first place."""

    class Meta:
        ordering = ("club", "-won", "-drawn", "matches", "id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "player"], name="club_score_once")]
        indexes: ClassVar = [
            models.Index(fields=["club", "-won", "-drawn", "matches", "id"], name="club_score_in_order")
        ]

    def __str__(self) -> str:
        return f"score of {self.player_id} in {self.club_id}"
