"""Work ratings, statistics and reliability out again from the logs, and compare them with what is stored."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any, Final

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.services.log import recompute

SHOWN: Final = 20
"""Differences that are named."""


class Command(BaseCommand):
    """Checks the figures of players, or writes them anew; exits with 1 when some were not as they should be."""

    help = (
        "Work ratings, statistics and reliability out again from the logs of matches, and compare them with what is "
        "stored. Exit status 0: all is equal, 1: something differs. With --write, what is stored is replaced, and "
        "matches that were over before these figures were kept are counted, too; nobody else counts meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whether to write."""
        parser.add_argument("--write", action="store_true", help="replace what is stored")

    def handle(self, *args: Any, **options: Any) -> None:
        """Count again."""
        if options["write"]:
            self.stdout.write(f"{recompute.write(self._progress)} matches counted")
            return
        differences = list(recompute.differences(self._progress))
        for difference in differences[:SHOWN]:
            self.stdout.write(difference)
        self.stdout.write(f"{len(differences)} differences" if differences else "all figures are equal")
        if differences:
            sys.exit(1)

    def _progress(self, matches: Iterable[Any], total: int) -> Iterable[Any]:
        return tqdm(matches, total=total, unit=" matches", disable=not sys.stderr.isatty())
