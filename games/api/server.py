"""Public data of the server: contact addresses, login methods, and the kinds of data that it stores."""

from __future__ import annotations

from typing import Literal

from django.conf import settings
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.login.webauthn import passkeys
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from games.engine.messages import Text
from games.services.privacy.retention import STORED


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


def _ways_in() -> list[WayIn]:
    """Return the login methods that this server offers."""
    ways: list[tuple[WayIn, bool]] = [
        ("password", True),
        ("passkey", passkeys.host() is not None),
        ("mail", settings.MAILS),
    ]
    return [way for way, is_offered in ways if is_offered]


class PublicData(View):
    """Public data of the server."""

    @operation("getServer", None, {200: (Server, "The public data of the server.")}, public=True)
    def get(self, request: Request) -> Response:
        """Contact addresses, login methods and stored data of the server.

        For a page about privacy. It has the kinds of personal data that this server stores, and for how long, in the
        reader's language. It also has the contact addresses that the operator has set.
        """
        return Response(
            Server(
                contact_url=settings.CONTACT_URL or None,
                privacy_url=settings.PRIVACY_URL or None,
                log_in=_ways_in(),
                kid_mode=settings.KID_MODE,
                stored=[
                    StoredKind(key=kind.key, text=kind.text, days=kind.lasts.days if kind.lasts else None)
                    for kind in STORED
                ],
            )
        )
