"""``manage.py unlock <address> <name>``: let a name log in again from an address after too many wrong passwords."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.login.login_limits import at_name
from chkobba_api.rest.addresses import customer_at
from chkobba_api.rest.limits.throttling import Budget


class Command(BaseCommand):
    """The command that clears the wrong passwords of a player's or admin's name from one address."""

    help = "Allow logins with a name from an address again, before the hour of waiting is over."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address and the name."""
        parser.add_argument("address", help="IP address of the failed logins; for IPv6, any address of its /64")
        parser.add_argument("name", help="unique name of the player, or login name of the staff member")

    def handle(self, *args: Any, address: str, name: str, **options: Any) -> None:
        """Clear the counted wrong passwords."""
        scope, counted_by = at_name(customer_at(address), name)
        Budget(scope).forget(counted_by)
        self.stdout.write(f"Wrong passwords of {name} from {address} no longer count.")
