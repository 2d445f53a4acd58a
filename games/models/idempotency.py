"""Stored responses for repeated requests."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.matches import Match


class IdempotentResponse(models.Model):
    """The first response to a request with an idempotency key. The server sends it again if the request is repeated."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", db_index=False)
    """The player who sent the key; null for clients without a token."""
    key = models.CharField(max_length=100)
    """The idempotency key of the client. For an anonymous client, a digest of its address and the key."""
    request = models.CharField(max_length=64)
    """The SHA-256 of the request, which tells a repetition from another request."""
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+", db_constraint=False)
    """The match in the response. By it, responses that contain a name are found when its player leaves."""
    status = models.PositiveSmallIntegerField(default=201, db_default=201)
    headers = models.JSONField(null=True)
    """The headers that belong to the body; null for moves, which have none."""
    body = models.TextField()
    """The body as JSON. It is empty if the response contained a secret: a secret is shown only once."""
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("created_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "key"], name="idempotency_key_once"),
            models.UniqueConstraint(
                fields=["key"], condition=Q(player__isnull=True), name="idempotency_key_of_address_once"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="idempotent_response_by_age")]

    def __str__(self) -> str:
        return f"answer to {self.key}"
