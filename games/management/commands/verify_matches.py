"""Rebuild matches from their logs and check them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand
from django.db.models import QuerySet
from tqdm import tqdm

from games.models import Match
from games.services.log.verification import faults_now

PAGE: Final = 1000
"""The number of ids in one query."""


class Command(BaseCommand):
    """The command that verifies matches. It exits with 1 if one of them has a fault."""

    help = (
        "Rebuild matches from their logs: digests, decks, outcomes, snapshot and header. Prints the row of each "
        "fault. Exit status 0: no faults, 1: faults found."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ids of matches, and a filter by status."""
        parser.add_argument("match", nargs="*", help="ids of matches; all by default")
        parser.add_argument("--status", choices=["lobby", "running", "finished", "cancelled"])

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify the matches and print their faults."""
        matches: QuerySet[Match] = Match.objects.all()
        if options["match"]:
            matches = matches.filter(pk__in=options["match"])
        if options["status"]:
            matches = matches.filter(status=options["status"])
        verified = broken = 0
        with tqdm(total=matches.count(), unit=" matches", disable=not sys.stderr.isatty()) as progress:
            for match_id in _ids_of(matches):
                faults = faults_now(match_id)
                verified += 1
                broken += bool(faults)
                for fault in faults:
                    progress.write(f"{match_id}  {fault}", file=sys.stdout)
                progress.update()
        self.stdout.write(f"{verified} matches verified, {broken} broken")
        if broken:
            sys.exit(1)


def _ids_of(matches: QuerySet[Match]) -> Iterator[UUID]:
    """Yield the ids of matches in order, a page at a time, so that no query stays open during the checks."""
    ids = matches.order_by("pk").values_list("pk", flat=True)
    page = list(ids[:PAGE])
    while page:
        yield from page
        page = list(ids.filter(pk__gt=page[-1])[:PAGE])
