"""Models of chat, mutes, follows and blocks, and notes."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from chkobba_api.ids import new_id
from games.engine.messages import say
from games.models.matches import Match
from games.texts import reader


class FreeText(models.Model):
    """A match at which players may write free text, if all of them allow it.

    It is a table of its own, so that a move reads and writes nothing about chat.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return f"free text at {self.match_id}"


class ChatMessage(models.Model):
    """A message of a player in a match, for its players, or in a club, for its members.

    It is no row of the log, so it makes no move stale.
    """

    class Kind(models.TextChoices):
        """The kinds of messages."""

        PHRASE = "phrase"
        REACTION = "reaction"
        TEXT = "text"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    match = models.ForeignKey(Match, models.PROTECT, null=True, related_name="+", db_index=False)
    """The match; null for a message in a club."""
    version = models.PositiveIntegerField(null=True)
    """The version of the match when the message was written. Players who join later do not read it."""
    club = models.ForeignKey("Club", models.PROTECT, null=True, related_name="+", db_index=False)
    """The club; null for a message in a match."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(max_length=20, blank=True)
    """The key of a phrase or a reaction (``games.services.social.chat``)."""
    about = models.PositiveIntegerField(null=True)
    """For a reaction, the version of the match that it refers to."""
    text = models.TextField(blank=True)
    """The free text; empty after its player has deleted the account."""
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    """The time when the staff hid the message. Since then only the staff sees it."""

    class Meta:
        ordering = ("-id",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "player", "about", "key"], condition=Q(kind="reaction"), name="reaction_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["match", "-id"], name="chat_of_match"),
            models.Index(fields=["club", "-id"], name="chat_of_club", condition=Q(club__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id} at {self.match_id or self.club_id}"

    @property
    def in_english(self) -> str:
        """The message in English, for the staff, also if it is hidden."""
        return self.text if self.kind == self.Kind.TEXT else reader().say(say(f"{self.kind}.{self.key}"))

    @property
    def is_removed(self) -> bool:
        """True if no player can read the message any more."""
        return self.hidden_at is not None or (self.kind == self.Kind.TEXT and not self.text)


class Mute(models.Model):
    """A player's mute of another player's messages at all tables. The muted player does not learn of it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.muted_id} muted by {self.player_id}"


class PlayerRelation(models.Model):
    """A follow or a block from one player to another, who learns of neither. Friends follow each other."""

    class Kind(models.TextChoices):
        """The kinds of relations."""

        FOLLOW = "follow", "follows"
        BLOCK = "block", "has blocked"

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other"], name="relation_once")]
        indexes: ClassVar = [
            models.Index(fields=["player", "kind", "-id"], name="relation_of_player"),
            models.Index(fields=["other", "kind", "-id"], name="relation_to_other"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.get_kind_display()} {self.other_id}"


class Note(models.Model):
    """The private note of a player in a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    text = models.TextField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("-changed_at",)
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "match"], name="note_once")]

    def __str__(self) -> str:
        return f"note of {self.player_id} at {self.match_id}"
