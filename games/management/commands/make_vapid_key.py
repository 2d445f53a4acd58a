"""Create a key that identifies this server to push services (docs/deployment.md)."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import BaseCommand

from games.notifications.push.encryption import application_server_key


class Command(BaseCommand):
    """The command that prints a private key for the environment, and its public half."""

    help = "Create a key that identifies this server to push services."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the private and the public key."""
        key = secrets.token_urlsafe(32)
        self.stdout.write(f"VAPID_PRIVATE_KEY={key}")
        self.stdout.write(f"# its public half, which clients get by the API: {application_server_key(key)}")
