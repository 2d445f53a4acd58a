"""Tokens of devices and programs."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from knox.models import AbstractAuthToken

from accounts.models.players import Player
from chkobba_api.ids import new_id
from chkobba_api.scopes import Scope


class Token(AbstractAuthToken):
    """The token of one device, or of a program; only its hash is stored."""

    id = models.UUIDField(unique=True, default=new_id, editable=False)
    """The id of the token in the API. ``digest`` is the primary key."""
    device = models.CharField(max_length=60, blank=True)
    scopes = models.JSONField(null=True)
    """The scopes of a program (``chkobba_api.scopes``); null for a device, which has all."""
    used_at = models.DateTimeField(null=True)
    """The time of the last use, accurate to an hour; null: never."""
    is_renewed = models.BooleanField(default=True, db_default=True)
    """True if each use extends the token."""
    origin = models.CharField(max_length=255, blank=True, default="", db_default="")
    """The site or app to which OAuth sent the code of a program (``accounts.devices.authorizations``); else empty."""

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.device or 'a device'} of {self.user}"

    def allows(self, scope: Scope) -> bool:
        """Return whether the token has a scope."""
        return self.scopes is None or scope in self.scopes


class AuthorizationCode(models.Model):
    """The code with which an authorized program gets its token; only its hash is stored.

    It is kept for a while after its use. If it is used again, another program has it, too, and the token ends.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    device = models.ForeignKey(Token, models.CASCADE, related_name="+")
    """The device at which the player allowed the program. The code ends with this token."""
    client = models.CharField(max_length=100)
    """The program's own name, unchecked."""
    redirect_uri = models.CharField(max_length=500)
    """The redirect address of the program."""
    challenge = models.CharField(max_length=128)
    """The PKCE challenge (S256) of the program that asked."""
    scopes = models.JSONField()
    expires_at = models.DateTimeField()
    given = models.UUIDField(null=True)
    """The ``id`` of the token that was issued for the code; null: the code is unused."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["expires_at"], name="authorization_code_by_end")]

    def __str__(self) -> str:
        return f"authorization until {self.expires_at}"


class StreamTicket(models.Model):
    """A ticket that opens one stream in place of a token, for clients that cannot send headers.

    Only its hash is stored.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    token = models.ForeignKey(Token, models.CASCADE, related_name="+")
    """The token that created the ticket. A stream opened by the ticket ends with that token."""
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ticket until {self.expires_at}"
