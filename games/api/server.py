"""The server itself: whom to turn to, and what it stores."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.login import passkeys
from chkobba_api.email import mails
from chkobba_api.rest.schema import operation
from chkobba_api.rest.views import View
from games.api import server_schemas
from games.api.server_schemas import StoredKind
from games.services.privacy.retention import STORED

_SERVER: Final = {
    "contact_url": "mailto:cards@club.example",
    "privacy_url": "https://club.example/privacy",
    "log_in": ["password", "passkey", "mail"],
    "kid_mode": False,
    "stored": [
        {"key": "reports", "text": "Problems that you report: until 90 days after they were settled.", "days": 90},
        {"key": "matches", "text": "Your matches: for good.", "days": None},
    ],
}


def _ways_in() -> list[server_schemas.WayIn]:
    """Return by what players log in here."""
    ways: list[tuple[server_schemas.WayIn, bool]] = [
        ("password", True),
        ("passkey", passkeys.host() is not None),
        ("mail", mails.is_offered()),
    ]
    return [way for way, is_offered in ways if is_offered]


class Server(View):
    """The server itself."""

    @operation(
        "getServer",
        "Whom to turn to, and what is stored here",
        tag="games",
        scope=None,
        description="For a page about privacy: what this server stores of people, and for how long, in the reader's "
        "language; and the addresses that whoever runs it gives for questions.",
        responses={200: (server_schemas.Server, "The server.")},
        gets=_SERVER,
        public=True,
    )
    def get(self, request: Request) -> Response:
        """Answer with what is stored."""
        return Response(
            server_schemas.Server(
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
