"""Clubs, their members, presets, matches and boards."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.models.matches import Match


class Club(models.Model):
    """A group of players with tables, presets, a board and words of its own, run by its organizers."""

    class Joining(models.TextChoices):
        """How one becomes a member; by the code of an invitation always."""

        OPEN = "open", "anybody joins"
        REQUEST = "request", "an organizer admits who asks"
        INVITATION = "invitation", "by invitation alone; nobody else sees it"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=40)
    """Unique by its look (``ClubConfusable``); empty once the club has ended."""
    description = models.TextField(blank=True)
    joining = models.CharField(max_length=10, choices=Joining)
    code = models.CharField(max_length=10, unique=True, null=True)
    """The code of the invitation: with it a player becomes a member. Null once the club has ended."""
    founded_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """When the club ended: its last member left, or the staff ended it. Its name is free again."""

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
    """The look of a club's name (``accounts.names.confusables``). It is unique."""

    look = models.CharField(max_length=500, primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="looks")

    def __str__(self) -> str:
        return self.look


class Membership(models.Model):
    """The membership of a player in a club: one row, also for requests and removed members."""

    class Standing(models.TextChoices):
        """The role."""

        ASKED = "asked", "has asked to be admitted"
        MEMBER = "member"
        ORGANIZER = "organizer"
        REMOVED = "removed", "was removed, or not admitted"
        BANNED = "banned", "may not come again"

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    standing = models.CharField(max_length=10, choices=Standing)
    since = models.DateTimeField()
    """When the standing began."""
    joined_at = models.DateTimeField(null=True)
    """When they became a member last; by it a club passes on."""
    reason = models.TextField(blank=True)
    """Why an organizer removed or banned them, in plain words; they read it."""
    is_told = models.BooleanField(default=True)
    """True: the player gets notifications of the club's tables."""
    muted_until = models.DateTimeField(null=True)
    """Until when they may say nothing there."""

    BELONGING: ClassVar = (Standing.MEMBER, Standing.ORGANIZER)
    """The standings of members."""

    class Meta:
        ordering = ("club", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "club"], name="membership_once")]
        indexes: ClassVar = [
            models.Index(fields=["club", "standing", "-id"], name="membership_of_club"),
            models.Index(fields=["since"], name="membership_removed", condition=Q(standing="removed")),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}"

    @property
    def belongs(self) -> bool:
        """Return whether the player is a member or an organizer."""
        return self.standing in self.BELONGING


class Preset(models.Model):
    """A preset of a club: a game with options and a time control, under a name."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """Options that differ from the game's defaults."""
    control = models.JSONField()
    """The time control, as the log of a match tells it."""
    rated = models.BooleanField(default=False)
    free_text = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("club", "id")

    def __str__(self) -> str:
        return self.name


class ClubMatch(models.Model):
    """A match is a club's: its members alone see it, and sit down there.

    A table of its own, so that no move reads or writes it.
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
    """Matches in which they shared the first place."""

    class Meta:
        ordering = ("club", "-won", "-drawn", "matches", "id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "player"], name="club_score_once")]
        indexes: ClassVar = [
            models.Index(fields=["club", "-won", "-drawn", "matches", "id"], name="club_score_in_order")
        ]

    def __str__(self) -> str:
        return f"score of {self.player_id} in {self.club_id}"
