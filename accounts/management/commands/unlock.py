"""``manage.py unlock <address> <name>``: let a name log in again from an address after too many wrong passwords."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.login.login_limits import at_name
from chkobba_api.rest.addresses import customer_at
from chkobba_api.rest.throttling import Budget


class Command(BaseCommand):
    """Forgets the wrong passwords of a name, a player's or one of the staff, from one address."""

    help = "Let a name log in again from an address, before its hour of waiting is over."

    def add_arguments(self, parser: CommandParser) -> None:
        """Read the address and the name."""
        parser.add_argument("address", help="the address from which the password was tried; of IPv6, any of its /64")
        parser.add_argument("name", help="the name of the player, or the log-in name of a member of the staff")

    def handle(self, *args: Any, address: str, name: str, **options: Any) -> None:
        """Forget the wrong passwords."""
        scope, counted_by = at_name(customer_at(address), name)
        Budget(scope).forget(counted_by)
        self.stdout.write(f"Wrong passwords of {name} from {address} no longer count.")
