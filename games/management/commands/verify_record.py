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
    """Checks records; touches no database."""

    help = (
        "Check records of finished matches, as GET /api/v1/matches/{id}/record answers them: that the seed is the one "
        "of the commitment, that every deck follows from it, that every move is allowed, and that the result is what "
        "the match comes to (docs/fair-shuffles.md). Exit status 0: all is right, 1: something is wrong, or is no "
        "such record."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files."""
        parser.add_argument("file", nargs="+", help="a file with a record, or with one a line; - is standard input")
        parser.add_argument(
            "--bots",
            action="store_true",
            help="also choose every move of a bot again, from what its seat saw; that takes as long as the bots did",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check."""
        count = wrong = 0
        try:
            for record in records_in(options["file"]):
                count += 1
                wrong += not self._check(record, count, bots=options["bots"])
        except (OSError, ValueError) as error:
            raise CommandError(f"unreadable: {error}") from None
        if not count:
            raise CommandError("there is no record in it")
        if count > 1:
            self.stdout.write(f"{count} records checked, {wrong} wrong")
        if wrong:
            sys.exit(1)

    def _check(self, record: Any, number: int, *, bots: bool) -> bool:
        """Say what is found about a record; return whether all is right."""
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
