"""Messages for push services: encrypted for one subscription (RFC 8291, RFC 8188), and signed (RFC 8292).

The push service learns the sender of a message, and cannot read its content.
"""

from __future__ import annotations

import base64
import binascii
import os
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LENGTH: Final = 2_048
"""Bytes of each plain text. Shorter texts are padded, so that the length reveals nothing."""
RECORD: Final = 4_096
"""The record size in the header. Each message is a single record (RFC 8291, 4)."""
_LAST: Final = b"\x02"
"""The delimiter of the last record, before its padding (RFC 8188, 2)."""
_SIGNED_FOR: Final = timedelta(hours=12)
"""The lifetime of a signature. Push services refuse more than a day (RFC 8292, 2)."""
_ANEW: Final = 3600
"""Seconds for which the server uses one signature, so that push services need not verify each message anew."""


def encoded(data: bytes) -> str:
    """Return bytes as base64url without padding, the usual form in Web Push."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding. Raises ValueError for other text."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError(text) from error


def public_key_of(text: str) -> ec.EllipticCurvePublicKey:
    """Return the public key of a subscription. Raises ValueError for a text that is no point of the curve P-256."""
    point = decoded(text)
    if len(point) != 65:  # only the uncompressed form
        raise ValueError(text)
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def encrypted(text: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt a text so that only the holder of the subscription can read it (RFC 8291, 3.4)."""
    receiver, sender = public_key_of(p256dh), ec.generate_private_key(ec.SECP256R1())
    theirs, ours, salt = _point(receiver), _point(sender.public_key()), os.urandom(16)
    shared = sender.exchange(ec.ECDH(), receiver)
    secret = _derived(shared, decoded(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    filled = (text + _LAST).ljust(LENGTH, b"\0")
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, filled, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# --- the signature ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _private_key(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(key), "big"), ec.SECP256R1())


def application_server_key(key: str) -> str:
    """Return the public half of a private key, in the format of browsers. Raises ValueError for an invalid key."""
    if len(decoded(key)) != 32:
        raise ValueError("a private key has 32 bytes")
    return encoded(_point(_private_key(key).public_key()))


def signature(key: str, subject: str, origin: str, now: datetime) -> str:
    """Return the header that tells a push service the sender and a contact (RFC 8292, 3)."""
    return _signature(key, subject, origin, int(now.timestamp()) // _ANEW)


@lru_cache(maxsize=128)
def _signature(key: str, subject: str, origin: str, hour: int) -> str:
    expires = datetime.fromtimestamp(hour * _ANEW, UTC) + _SIGNED_FOR
    token = jwt.encode({"aud": origin, "exp": expires, "sub": subject}, _private_key(key), algorithm="ES256")
    return f"vapid t={token},k={application_server_key(key)}"
