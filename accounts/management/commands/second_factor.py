"""``manage.py second_factor <login name>``: enrol a member of the staff from a terminal."""

from __future__ import annotations

from base64 import b32encode
from typing import Any

import qrcode
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Player


class Command(BaseCommand):
    """The command that creates a second factor and shows it once, as a QR code and as a key.

    ``--reset`` replaces a lost second factor.
    """

    help = "Create a second factor for a staff member and show it once, for the first one or after the loss of a phone."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the login name and ``--reset``."""
        parser.add_argument("username", help="login name of the staff member")
        parser.add_argument("--reset", action="store_true", help="remove the existing second factors")

    def handle(self, *args: Any, username: str, reset: bool, **options: Any) -> None:
        """Create the device; print its QR code and its key."""
        player = Player.objects.filter(username=username, is_staff=True).first()
        if player is None:
            raise CommandError(f"No staff member has the login name {username}.")
        devices = TOTPDevice.objects.filter(user=player)
        if devices.filter(confirmed=True).exists() and not reset:
            raise CommandError(f"{username} already has a second factor; --reset replaces it.")
        devices.delete()
        device = TOTPDevice.objects.create(user=player, name="app", confirmed=True)
        picture = qrcode.QRCode()
        picture.add_data(device.config_url)
        picture.print_ascii(out=self.stdout)
        self.stdout.write(f"Scan this with an authenticator app, or type the key {b32encode(device.bin_key).decode()}")
        self.stdout.write("It is not shown again. From now on the admin asks for the code of the app.")
