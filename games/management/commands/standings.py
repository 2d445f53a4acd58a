"""Recompute ratings, statistics and reliability from the logs, and compare them with the stored ones."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any, Final

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.services.log import recompute

SHOWN: Final = 20
"""The most differences that are printed."""


class Command(BaseCommand):
    """The command that checks the figures of players, or rewrites them. It exits with 1 if some were wrong."""

    help = (
        "Recompute ratings, statistics and reliability from the logs of matches, and compare them with the stored "
        "figures. Exit status 0: all are equal, 1: some differ. --write replaces the stored figures, and also counts "
        "matches that ended before the server kept these figures; meanwhile no other process counts matches."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--write``, which replaces stored figures."""
        parser.add_argument("--write", action="store_true", help="replace the stored figures")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute the figures, and compare or replace the stored ones."""
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
