"""Secrets of the try-out server, drawn at its first start and kept in files."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def stored_secret(folder: Path, name: str, make: Callable[[], str]) -> str:
    """Return a secret of the try-out server, which is drawn at its first start.

    Its processes start together: the first one that writes the secret wins, and none reads half of it.
    """
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=folder) as drawn:  # only the owner may read it
            drawn.write(make())
            drawn.flush()
            with suppress(FileExistsError):
                os.link(drawn.name, path)
    return path.read_text()


def tryout_secret(folder: Path) -> str:
    """Return the secret key of the try-out server."""
    return stored_secret(folder, "secret_key", lambda: secrets.token_urlsafe(50))


def tryout_vapid_key(folder: Path) -> str:
    """Return the key that identifies the try-out server to push services."""
    return stored_secret(folder, "vapid_key", lambda: secrets.token_urlsafe(32))
