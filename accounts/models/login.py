"""Login methods: email addresses, codes, links, passkeys, second factors."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from accounts.models.devices import Token
from accounts.models.players import Player
from chkobba_api.ids import new_id


class EmailAddress(models.Model):
    """An email address of a player. The player is known to read a confirmed one.

    Notifications and logins are separate: a player logs in only with an address that was added as a login address
    (``accounts.login.email.login_addresses``). Two players may confirm the same address, since they may be the same
    person. Neither learns of the other.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="email_addresses")
    address = models.CharField(max_length=254)
    logs_in = models.BooleanField(default=False, db_default=False)
    """True for a login address; it works once it is confirmed."""
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token that added the address; null in rows older than this column."""
    confirmed_at = models.DateTimeField(null=True)
    """When the player pressed the button behind the link in the mail."""
    language = models.CharField(max_length=10)
    """The language of the mail with the link."""
    asked_at = models.DateTimeField(null=True)
    """The time from which the link is valid; null without a link."""
    digest = models.CharField(max_length=64, null=True, unique=True)
    """The digest of the secret in the link; null once it was used."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "address"], name="email_address_once")]
        indexes: ClassVar = [models.Index(Upper("address"), name="email_address_by_upper")]

    def __str__(self) -> str:
        return f"email address of {self.player_id}"


class DeviceCode(models.Model):
    """A code with which another device logs in as its player, once.

    The server shows it once and stores only its hash.
    """

    class Kind(models.TextChoices):
        """The purpose of a code."""

        PAIRING = "pairing", "another device, now"
        RECOVERY = "recovery", "when every device is lost"

    player = models.ForeignKey(Player, models.CASCADE, related_name="device_codes")
    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.UUIDField(null=True)
    """The ``id`` of the token of the creating device. The code ends when another device signs this device out."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    """The end of the code; null: valid until it is used or replaced."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "kind"], name="device_code_once")]

    def __str__(self) -> str:
        return f"a code of {self.player_id} for {self.kind}"


class RecentLogin(models.Model):
    """A recent login at a device: its holder has proved their identity, so they may change login methods."""

    token = models.OneToOneField(Token, models.CASCADE, primary_key=True, related_name="recent_login")
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"recent login until {self.until}"


class AccountMail(models.Model):
    """An outgoing mail about an account: login links, a link to confirm an address, or a report of a change.

    A request for login links stores a row for any address, known or not; the worker looks up the players.
    """

    class Kind(models.TextChoices):
        """The purpose of a mail."""

        LINKS = "links", "links to log in by"
        CONFIRM = "confirm", "a link to confirm the address"
        PASSWORD = "password", "the password has changed"
        WAY_IN = "way_in", "there is a new way in"

    class Way(models.TextChoices):
        """The event: a login method added or removed, a login, or a second factor turned on or off."""

        LOGIN_ADDRESS = "login_address", "an address of mail to log in by"
        LOGIN_ADDRESS_OFF = "login_address_off", "no login address any more"
        PASSKEY = "passkey", "a passkey"
        PASSKEY_OFF = "passkey_off", "no passkey any more"
        SECOND_FACTOR = "second_factor", "a second factor"
        SECOND_FACTOR_OFF = "second_factor_off", "no second factor any more"
        LOG_IN = "log_in", "a log-in on another device"
        DEVICE = "device", "a token for another device"
        PAIRING_CODE = "pairing_code", "a code for another device"
        RECOVERY_CODE = "recovery_code", "a code for recovery"
        PROGRAM = "program", "a token for a program"
        GUEST = "guest", "the devices of a guest"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    address = models.CharField(max_length=254)
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    """The player of the account; null for ``links`` and ``confirm``."""
    confirms = models.ForeignKey(EmailAddress, models.CASCADE, null=True, related_name="+")
    """The address that the link confirms, if ``kind`` is ``confirm``. It leads to the player, also after a merge."""
    way = models.CharField(max_length=20, choices=Way, blank=True, default="", db_default="")
    """The event, if ``kind`` is ``way_in``."""
    language = models.CharField(max_length=10)
    asked_at = models.DateTimeField()
    send_at = models.DateTimeField(null=True)
    """The time of the next attempt; null when the mail is done."""
    attempts = models.PositiveIntegerField(default=0)
    """The number of failed attempts."""

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["send_at"], name="account_mail_to_send", condition=Q(send_at__isnull=False)),
            models.Index(fields=["asked_at"], name="account_mail_by_time"),
        ]

    def __str__(self) -> str:
        return f"a mail about {self.kind}"


class LoginLink(models.Model):
    """A link that logs its player in, once.

    Only its hash is stored. The link is deleted with its mail.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    mail = models.ForeignKey(AccountMail, models.CASCADE, related_name="links")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    """The digest of the secret, which is derived from the id and the server's key."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["mail", "player"], name="login_link_once")]

    def __str__(self) -> str:
        return f"a link of {self.player_id}"


class Passkey(models.Model):
    """A passkey of a device or a password manager, with which its player logs in (WebAuthn)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="passkeys")
    credential = models.CharField(max_length=1400, unique=True)
    """The id that the device has given the passkey, as base64url; at most 1,023 bytes."""
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    """The signature counter at the last use; 0 if the device does not count."""
    name = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    added_by = models.UUIDField(null=True)
    """The ``id`` of the token of the device that added the passkey; null in rows older than this column."""

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.name or "a passkey"


class SecondFactor(models.Model):
    """The second factor of a player: a code of an app. The key of the app is stored here, encrypted."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="second_factor")
    key = models.CharField(max_length=200)
    """The TOTP key, encrypted with a server key (``accounts.login.second_factors``)."""
    begun_at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    """The time when it was turned on; null: no code of the app has confirmed the key yet."""
    last_step = models.BigIntegerField(default=0)
    """The 30-second step of the last code that was used: no code is valid twice."""

    def __str__(self) -> str:
        return f"a second factor of {self.player_id}"


class SecondFactorCode(models.Model):
    """A backup code that replaces a lost app, once.

    The server shows it once and stores only its hash.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="second_factor_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"backup code of {self.player_id}"


class PasskeyChallenge(models.Model):
    """A challenge that a device signs, once; only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    """The player who adds a passkey; null for a login."""
    expires_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["expires_at"], name="passkey_challenge_by_end")]

    def __str__(self) -> str:
        return f"challenge until {self.expires_at}"
