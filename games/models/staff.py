"""Models of reports and sanctions."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.models.matches import Match
from games.models.social import ChatMessage


class Report(models.Model):
    """The report of a player about a step of a match or about a chat message, and the answer of the staff.

    It is no row of the log, which all viewers of the match read. Only its player and the staff see it.
    """

    class State(models.TextChoices):
        """The states of a report."""

        OPEN = "open"
        ANSWERED = "answered"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="+", db_index=False)
    """The match; null for a report of a club's message."""
    version = models.PositiveIntegerField(null=True)
    """The version of the match that the report is about."""
    club = models.ForeignKey("Club", models.PROTECT, null=True, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    message = models.ForeignKey(ChatMessage, models.SET_NULL, null=True, related_name="+")
    """The reported message while it exists; null for a report about the game."""
    expected = models.TextField()
    """The player's expectation; empty for a report of a message."""
    happened = models.TextField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    answer = models.TextField(blank=True)
    """The answer of the staff, which the player reads."""
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    """The member of the staff who answered or closed the report."""
    settled_at = models.DateTimeField(null=True)
    """The time when the report was last answered or closed."""

    class Meta:
        ordering = ("-id",)
        indexes: ClassVar = [
            models.Index(fields=["match", "version"], name="report_of_match"),
            models.Index(fields=["club"], name="report_of_club", condition=Q(club__isnull=False)),
            models.Index(fields=["id"], name="report_open", condition=Q(state="open")),
            models.Index(fields=["settled_at"], name="report_settled", condition=Q(settled_at__isnull=False)),
        ]

    def __str__(self) -> str:
        if self.match_id is None:
            return f"report of a message of {self.club}"
        return f"report of step {self.version} of {self.match_id}"


class Sanction(models.Model):
    """A warning or sanction of the staff against a player, with the reason.

    It ends by itself, and the player can appeal once. Only the player and the staff see it.
    """

    class Kind(models.TextChoices):
        """The kinds of sanctions."""

        WARNING = "warning", "a warning: nothing is forbidden"
        CHAT = "chat", "no chat"
        RATED = "rated", "no rated matches"
        PUBLIC = "public", "no public tables, no seeks"
        BAN = "ban", "a ban: nothing but reading, appealing and leaving"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.TextField()
    """The reason, which the player reads."""
    at = models.DateTimeField()
    until = models.DateTimeField()
    """The end of the sanction; for a warning, the time when it was given."""
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False)
    """The member of the staff who gave the sanction."""
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    """The member of the staff who ended the sanction early."""
    appeal = models.TextField(blank=True)
    """The player's appeal; empty without one."""
    appealed_at = models.DateTimeField(null=True)
    answer = models.TextField(blank=True)
    """The staff's answer to the appeal."""
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
    )
    answered_at = models.DateTimeField(null=True)
    wake_at = models.DateTimeField(null=True, editable=False)
    """The time from which a worker takes the banned player from the tables; null: nothing is left to do."""

    class Meta:
        ordering = ("-id",)
        indexes: ClassVar = [
            models.Index(fields=["player", "-until"], name="sanction_of_player"),
            models.Index(fields=["until"], name="sanction_by_end"),
            models.Index(
                fields=["id"],
                name="sanction_appealed",
                condition=Q(appealed_at__isnull=False, answered_at__isnull=True),
            ),
            models.Index(fields=["wake_at"], name="sanction_to_wake", condition=Q(wake_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.player_id}"
