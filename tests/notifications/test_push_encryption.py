"""Messages to push services follow RFC 8291 and RFC 8292, checked by decoders that the server does not use."""

from __future__ import annotations

import secrets

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from games.notifications.push import encryption
from tests.notifications.pushing import encoded

RFC_TEXT = b"When I grow up, I want to be a watermelon"
RFC_BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
RFC_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
RFC_SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"


def test_the_example_of_the_rfc_byte_for_byte(monkeypatch):
    """The example in appendix A of RFC 8291 comes out byte for byte, without padding."""
    key = ec.derive_private_key(int.from_bytes(encryption.decoded(RFC_SENDER), "big"), ec.SECP256R1())
    monkeypatch.setattr(encryption, "LENGTH", 0)
    monkeypatch.setattr(encryption.os, "urandom", lambda length: encryption.decoded("DGv6ra1nlYgDCS1FRnbzlw"))
    monkeypatch.setattr(encryption.ec, "generate_private_key", lambda curve: key)

    assert encoded(encryption.encrypted(RFC_TEXT, **RFC_KEYS)) == RFC_BODY


@pytest.mark.parametrize("length", [0, 1, 500, 2047])
def test_another_decoder_reads_it_and_its_length_tells_nothing(length):
    """Another decoder reads the message; all messages have the same length, below the 4096 bytes of push services."""
    key, auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    text = bytes(length)[:-1] + b"\x07" * bool(length)

    body = encryption.encrypted(text, encoded(point), encoded(auth))

    assert http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm") == text
    assert len(body) == 86 + 2048 + 16


def test_another_verifier_knows_who_has_signed(now):
    """Another library verifies the signature, and refuses it for another key."""
    key = encoded(secrets.token_bytes(32))
    header = encryption.signature(key, "mailto:host@club.example", "https://push.example", now)

    assert Vapid02.verify(header)
    other = encryption.application_server_key(encoded(secrets.token_bytes(32)))
    assert not Vapid02.verify(f"{header.partition(',k=')[0]},k={other}")


def test_a_signature_is_kept_for_an_hour(now):
    """A signature is reused for an hour with one push service; another service gets its own."""

    def sign(origin, at):
        return encryption.signature(RFC_SENDER, "mailto:host@club.example", origin, at)

    assert sign("https://push.example", now) == sign("https://push.example", now)
    assert sign("https://push.example", now) != sign("https://other.example", now)
    assert sign("https://push.example", now) != sign("https://push.example", now.replace(hour=now.hour - 2))


@pytest.mark.parametrize("text", ["", "x", "é", RFC_KEYS["auth"], "B" + "A" * 86, RFC_KEYS["p256dh"][:-1]])
def test_what_is_no_public_key(text):
    """Public keys of wrong encoding or length, or off the curve, are refused."""
    with pytest.raises(ValueError):
        encryption.public_key_of(text)
