"""``manage.py second_factor <log-in name>``: enrol a member of the staff from a terminal."""

from __future__ import annotations

from base64 import b32encode
from typing import Any

import qrcode
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Player


class Command(BaseCommand):
    """Makes a second factor and shows it once, as a QR code and as a key; ``--reset`` replaces a lost one."""

    help = "Give a member of the staff a second factor, and show it once: to the first, or where a phone is lost."

    def add_arguments(self, parser: CommandParser) -> None:
        """Read the name."""
        parser.add_argument("username", help="the log-in name")
        parser.add_argument("--reset", action="store_true", help="forget the devices that they have")

    def handle(self, *args: Any, username: str, reset: bool, **options: Any) -> None:
        """Make the device and show it."""
        player = Player.objects.filter(username=username, is_staff=True).first()
        if player is None:
            raise CommandError(f"No member of the staff has the log-in name {username}.")
        devices = TOTPDevice.objects.filter(user=player)
        if devices.filter(confirmed=True).exists() and not reset:
            raise CommandError(f"{username} has a second factor already; --reset replaces it.")
        devices.delete()
        device = TOTPDevice.objects.create(user=player, name="app", confirmed=True)
        picture = qrcode.QRCode()
        picture.add_data(device.config_url)
        picture.print_ascii(out=self.stdout)
        self.stdout.write(f"Scan this with an authenticator app, or type the key {b32encode(device.bin_key).decode()}")
        self.stdout.write("It is not shown again. From now on the admin asks for the code that the app shows.")
