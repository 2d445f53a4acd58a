"""Schemas of the public data of the server."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.engine.messages import Text


class StoredKind(Struct, kw_only=True):
    """A kind of personal data that the server stores."""

    key: str
    """The key of the kind in the API."""
    text: Text
    """A description of the data, and how long the server keeps it."""
    days: int | None
    """Days after which the server deletes the data by itself; null if it does not."""


WayIn = Literal["password", "passkey", "mail"]


class Server(Struct, kw_only=True):
    """Public data of the server."""

    contact_url: str | None
    """The contact address of the operator: a page, or `mailto:`; null if there is none."""
    privacy_url: str | None
    """The privacy page of the operator; null if there is none."""
    log_in: list[WayIn]
    """The login methods beside codes: name and password, passkeys, links in mails."""
    kid_mode: bool
    """True: the whole server is in kid mode, as in a school. Players meet only friends, and get no free text from
    others."""
    stored: list[StoredKind]
    """The kinds of personal data that the server stores."""
