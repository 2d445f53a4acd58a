"""The base class of views of the player's own data."""

from __future__ import annotations

from accounts.models import Token
from chkobba_api.rest.views import View


class Mine(View):
    """A view of the player's own data."""

    @property
    def token(self) -> Token:
        """The token that was sent."""
        return self.request.auth  # type: ignore[return-value]  # BearerAuthentication's
