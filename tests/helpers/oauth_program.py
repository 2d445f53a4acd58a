"""A program that requests a token by OAuth as the RFCs say, for tests without one of the libraries."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client as DjangoClient

BACK = "https://clock.example/back?here=1"


class Program:
    """A program with the secret of one request."""

    def __init__(self, **asked: str) -> None:
        self.verifier = secrets.token_urlsafe(48)
        challenge = urlsafe_b64encode(sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        self.asked = {
            "response_type": "code",
            "client_id": "Card clock",
            "redirect_uri": BACK,
            "scope": "read play",
            "state": "9c1f0b",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            **asked,
        }

    def told(self, client: Any, *, allow: bool = True) -> dict[str, str]:
        """Return the parameters that the program receives when its player allows or denies the request."""
        answer = client.post("me/authorizations", {**self.asked, "allow": allow})
        assert answer.status_code == 201, answer.data
        parts = urlsplit(answer.data["redirect_to"])
        assert answer.data["redirect_to"].startswith(self.asked["redirect_uri"].partition("?")[0])
        return {name: value for name, [value] in parse_qs(parts.query, strict_parsing=True).items()}

    def form(self, code: str) -> dict[str, str]:
        """Return the form that the program posts to exchange a code for its token."""
        return {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.asked["client_id"],
            "redirect_uri": self.asked["redirect_uri"],
            "code_verifier": self.verifier,
        }

    def exchange(self, code: str, **other: str | None) -> Any:
        """Exchange a code for the token; return the answer, its JSON in ``data``. None leaves a field out."""
        form: dict[str, str | None] = {**self.form(code), **other}
        return post("token", {name: value for name, value in form.items() if value is not None})

    def token(self, client: Any) -> str:
        """Go through the whole flow; return the token."""
        token: str = self.exchange(self.told(client)["code"]).data["access_token"]
        return token


def post(place: str, form: Any) -> Any:
    """Post a form to an OAuth endpoint; return the answer, its JSON in ``data``."""
    body = form if isinstance(form, str) else urlencode(form)
    http = DjangoClient(enforce_csrf_checks=True, raise_request_exception=False)
    answer: Any = http.post(f"/oauth/{place}", body, "application/x-www-form-urlencoded")
    answer.data = json.loads(answer.content) if answer.content else None
    return answer
