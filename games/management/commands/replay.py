"""Replay match records."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.record import canonical, replay
from games.management.record_files import records_in
from games.texts import reader

UNREADABLE = 2
REFUSED = 1


class Command(BaseCommand):
    """Replays records; touches no database."""

    help = (
        "Replay match records (docs/records.md): one result a record, as JSON. Exit status 0: all were replayed to "
        "their end, 1: a record was refused, 2: unreadable input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, and how much to tell."""
        parser.add_argument("record", nargs="+", help="a file with a record, or with one a line; - is standard input")
        parser.add_argument("--trace", action="store_true", help="tell every step")
        parser.add_argument("--legal", action="store_true", help="spell out the legal moves of every step")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay."""
        status = 0
        try:
            for record in records_in(options["record"]):
                result = replay(record, trace=options["trace"], legal=options["legal"], say=reader().say)
                self.stdout.write(canonical(result))
                if result["status"] == "refused":
                    status = REFUSED
        except (OSError, ValueError) as error:
            self.stderr.write(f"unreadable: {error}")
            status = UNREADABLE
        if status:
            sys.exit(status)
