"""Schemas of the server itself."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.engine.messages import Text


class StoredKind(Struct, kw_only=True):
    """A kind of thing that the server stores of people."""

    key: str
    """What the API calls it."""
    text: Text
    """What it is, and until when it is kept."""
    days: int | None
    """After how many days it is forgotten by itself; null where it is not."""


WayIn = Literal["password", "passkey", "mail"]


class Server(Struct, kw_only=True):
    """The server itself."""

    contact_url: str | None
    """Whom to turn to: a page, or `mailto:`; null where whoever runs the server has given none."""
    privacy_url: str | None
    """The page about privacy of whoever runs the server; null where there is none."""
    log_in: list[WayIn]
    """By what players log in here, beside codes: name and password, passkeys, links in mails."""
    kid_mode: bool
    """Whether everybody here meets friends alone, as in a school, and nobody writes freely to others."""
    stored: list[StoredKind]
    """What is stored of people."""
