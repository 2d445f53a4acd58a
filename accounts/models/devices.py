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


class StreamTicket(models.Model):
    """Opens one stream in the place of a token, for clients that cannot send headers; only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    token = models.ForeignKey(Token, models.CASCADE, related_name="+")
    """The token that created it: a stream opened by the ticket ends with that token."""
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ticket until {self.expires_at}"
