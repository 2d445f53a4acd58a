"""Rebuild matches from their logs and check them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import QuerySet
from tqdm import tqdm

from games.models import Match
from games.services.verifying import faults_of


class Command(BaseCommand):
    """Verifies matches; exits with 1 when something is wrong with any."""

    help = (
        "Rebuild matches from their logs: digests, decks, outcomes, snapshot and header. Names the row at which a "
        "match breaks. Exit status 0: all is well, 1: something is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ids of matches, and what to pick of the others."""
        parser.add_argument("match", nargs="*", help="ids of matches; all, if none is given")
        parser.add_argument("--status", choices=["lobby", "running", "finished", "cancelled"])

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify."""
        matches: QuerySet[Match] = Match.objects.order_by("pk")
        if options["match"]:
            matches = matches.filter(pk__in=options["match"])
        if options["status"]:
            matches = matches.filter(status=options["status"])
        broken = 0
        total = matches.count()
        with tqdm(total=total, unit=" matches", disable=not sys.stderr.isatty()) as progress:
            for match in matches.iterator(chunk_size=200):
                faults = list(faults_of(match))
                broken += bool(faults)
                for fault in faults:
                    progress.write(f"{match.id}  {fault}", file=sys.stdout)
                progress.update()
        self.stdout.write(f"{total} matches verified, {broken} broken")
        if broken:
            sys.exit(1)
