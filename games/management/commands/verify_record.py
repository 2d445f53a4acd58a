"""Check exported match records."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.record_files import records_in
from games.services.log.bot_checks import findings_about_bots
from games.services.log.records import NotExported, findings_in


class Command(BaseCommand):
    """The command that checks records. It uses no database."""

    help = (
        "Check records of finished matches from GET /api/v1/matches/{id}/record: the seed matches the commitment, "
        "every deck follows from the seed, every move is legal, and the moves lead to the result "
        "(docs/fair-shuffles.md). Exit status 0: all records are valid, 1: a record is invalid or unreadable."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the files, and ``--bots``."""
        parser.add_argument("file", nargs="+", help="a file with one record, or one per line; - is standard input")
        parser.add_argument(
            "--bots",
            action="store_true",
            help="also recompute every move of a bot from what its seat saw; takes as long as the match took the bots",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the records and print the findings."""
        count = wrong = 0
        try:
            for record in records_in(options["file"]):
                count += 1
                wrong += not self._check(record, count, bots=options["bots"])
        except (OSError, ValueError) as error:
            raise CommandError(f"unreadable: {error}") from None
        if not count:
            raise CommandError("it contains no record")
        if count > 1:
            self.stdout.write(f"{count} records checked, {wrong} wrong")
        if wrong:
            sys.exit(1)

    def _check(self, record: Any, number: int, *, bots: bool) -> bool:
        """Print the findings about a record; return whether all are right."""
        try:
            findings = list(findings_in(record))
            if bots and all(finding.right for finding in findings):
                findings += findings_about_bots(record)
        except NotExported as error:
            self.stderr.write(f"record {number}: {error}")
            return False
        self.stdout.write(f"Record {number}: {record['game']}, match {record['about']['match']}")
        for finding in findings:
            self.stdout.write(f"  {'right' if finding.right else 'WRONG'}  {finding.text}")
        return all(finding.right for finding in findings)
