"""Public data of the server: contact addresses, login methods, and the kinds of data that it stores."""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.login.webauthn import passkeys
from chkobba_api.rest.openapi.operation import operation
from chkobba_api.rest.views import View
from games.api import server_schemas
from games.api.server_schemas import StoredKind
from games.services.privacy.retention import STORED


def _ways_in() -> list[server_schemas.WayIn]:
    """Return the login methods that this server offers."""
    ways: list[tuple[server_schemas.WayIn, bool]] = [
        ("password", True),
        ("passkey", passkeys.host() is not None),
        ("mail", settings.MAILS),
    ]
    return [way for way, is_offered in ways if is_offered]


class Server(View):
    """Public data of the server."""

    @operation("getServer", None, {200: (server_schemas.Server, "The public data of the server.")}, public=True)
    def get(self, request: Request) -> Response:
        """Contact addresses, login methods and stored data of the server.

        For a page about privacy. It has the kinds of personal data that this server stores, and for how long, in the
        reader's language. It also has the contact addresses that the operator has set.
        """
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
