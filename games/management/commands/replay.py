"""Replay match records from files."""

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
    """The command that replays records. It uses no database."""

    help = (
        "Replay match records (docs/records.md): one result per record, as JSON. Exit status 0: all were replayed "
        "to the end, 1: a record was refused, 2: unreadable input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the files and the options of the output."""
        parser.add_argument("record", nargs="+", help="a file with one record, or one per line; - is standard input")
        parser.add_argument("--trace", action="store_true", help="show every step")
        parser.add_argument("--legal", action="store_true", help="show the legal moves of every step")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay the records and print one result for each."""
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
