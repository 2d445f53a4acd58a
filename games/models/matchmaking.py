"""Models of seeks, invitations, and swaps of seats."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.models.matches import Match


class Seek(models.Model):
    """A player's search for opponents: for one match, or standing for several at any time."""

    class Ending(models.TextChoices):
        """The ways in which a seek ends."""

        MATCHED = "matched", "it has found its match"
        EXPIRED = "expired", "its time was up"
        WITHDRAWN = "withdrawn", "its player ended it"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    seat_count = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    """The value of every option of the game."""
    control = models.JSONField()
    """The time control, in the form of the log of a match."""
    terms = models.CharField(max_length=64)
    """A digest of all settings that must be equal for a match (``games.services.matchmaking.seeks``)."""
    rated = models.BooleanField(default=False, db_default=False)
    """True if the match is to be rated. All players must want the same."""
    rating_within = models.PositiveSmallIntegerField(null=True)
    """The most points by which the rating of each other player may differ; null: any number."""
    least_reliability = models.PositiveSmallIntegerField(null=True)
    """The least reliability of each other player, in percent; null: any."""
    keep_going = models.PositiveSmallIntegerField(null=True)
    """The number of open matches that a standing seek maintains; null: the seek ends with its first match."""
    seed_commitments = models.JSONField(default=list)
    """Commitments to seeds. Each next match takes one."""
    despite_vacation = models.BooleanField(default=False, db_default=False)
    """True if the seek stays active while its player is on vacation."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    looking_since = models.DateTimeField(null=True)
    """The time since which the seek waits for others; older seeks come first.

    Null while the seek has all its matches, while its player is away or sits at too many matches, and after its end.
    """
    wake_at = models.DateTimeField(null=True)
    """The time when the server must look at the seek by itself; null after its end."""
    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=10, choices=Ending, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "terms"], condition=Q(ended_at__isnull=True), name="sought_once"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(looking_since__isnull=True, wake_at__isnull=True),
                name="seek_rests_when_over",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-created_at", "-id"], name="seek_of_player"),
            models.Index(
                fields=["terms", "looking_since", "id"],
                name="seek_in_turn",
                condition=Q(looking_since__isnull=False),
            ),
            models.Index(fields=["-created_at", "-id"], name="seek_listed", condition=Q(looking_since__isnull=False)),
            models.Index(fields=["wake_at"], name="seek_to_wake", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["ended_at"], name="seek_over", condition=Q(ended_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seek of {self.player_id} for {self.game}"

    @property
    def state(self) -> str:
        """The state of the seek: its ending, else ``looking`` or ``resting``."""
        return self.ending or ("looking" if self.looking_since else "resting")


class Invitation(models.Model):
    """An invitation by name to a match. It is open as long as a seat is reserved for the player.

    While it has a counter-offer, the inviting or the invited player has to answer it.
    """

    class Ending(models.TextChoices):
        """The ways in which an invitation ends, besides joining and the end of the lobby."""

        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "taken back"

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=10, choices=Ending, blank=True)
    offer = models.JSONField(null=True)
    """The open counter-offer (``games.services.matchmaking.counter_offers``), or null."""
    offered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", db_index=False
    )
    offers = models.PositiveSmallIntegerField(default=0)
    """The number of counter-offers so far."""

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="invited_once")]
        indexes: ClassVar = [
            models.Index(fields=["by", "player", "at"], name="invitation_by"),
            models.Index(fields=["player", "at"], name="invitation_to"),
            models.Index(fields=["at"], name="invitation_by_age"),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.player_id} to {self.match_id}"


class SeatSwap(models.Model):
    """A player's request to change seats with another player before the match begins."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()
    refused_at = models.DateTimeField(null=True)
    """The time when the other player refused, or the player took the request back."""

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player", "other"], name="swap_asked_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player"], name="swap_of_player"),
            models.Index(fields=["other"], name="swap_with_player"),
            models.Index(fields=["at"], name="swap_by_age"),
        ]

    def __str__(self) -> str:
        return f"swap of {self.player_id} and {self.other_id} at {self.match_id}"
