"""Django commands outside of an app, run by ``python -m PACKAGE``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import tests.helpers.set_up  # noqa: F401

if TYPE_CHECKING:
    from django.core.management.base import BaseCommand


def run(command: type[BaseCommand], module: str) -> None:
    """Run a command with the arguments of the command line."""
    command().run_from_argv(["python -m", module, *sys.argv[1:]])
