"""A device that keeps passkeys: it creates keys and signs as WebAuthn demands. It uses no code of the server."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    """Return bytes as base64url."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode bytes from base64url."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A device with at most one passkey, and a page at an origin that asks for it."""

    def __init__(self, origin: str, host: str | None = None) -> None:
        self.origin = origin
        self.host = host or origin.partition("://")[2].partition(":")[0]
        self.flags = PRESENT | VERIFIED
        self.count = 0
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b"nobody"

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a page receives for a new passkey."""
        self.user = decoded(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(self.flags | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._credential(clientDataJSON=client, attestationObject=attestation)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a page receives when the player uses the passkey."""
        self.count += 1
        data, client = self._data(self.flags), self._client("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=client, authenticatorData=data, signature=signature, userHandle=self.user
        )

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        asked = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(asked).encode()

    def _credential(self, **response: bytes) -> dict[str, Any]:
        said = {name: encoded(data) for name, data in response.items()}
        return {
            "id": encoded(self.id),
            "rawId": encoded(self.id),
            "type": "public-key",
            "response": said,
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        }
