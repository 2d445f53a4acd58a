"""WebAuthn registration and authentication, implemented with ``webauthn`` (py_webauthn).

Imported at the first use of a passkey: it takes 8 MB and 0.1 s, and a process may never need it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, options_to_json_dict, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from chkobba_api.errors import DomainError
from games.engine.messages import say

REQUIRED: Final = UserVerificationRequirement.REQUIRED
"""The device verifies its user, by a finger or a code, so a passkey is two factors by itself."""


class Site(NamedTuple):
    """The site of passkeys: the name of the host, and the origin of its pages."""

    host: str
    origin: str


@contextmanager
def _sent_by_a_device() -> Iterator[None]:
    """Raise ``wrong_passkey`` in place of errors about data of a device: libraries raise all kinds of them."""
    try:
        yield
    except Exception:
        raise DomainError("wrong_passkey", say("refused.wrong_passkey")) from None


def options_to_add(
    site: Site, challenge: bytes, user: bytes, name: str, nickname: str, known: list[str]
) -> dict[str, Any]:
    """Return the options with which a browser creates a passkey, on a device that has none yet."""
    options = generate_registration_options(
        rp_id=site.host,
        rp_name="Chkobba",
        user_id=user,
        user_name=name,
        user_display_name=nickname,
        challenge=challenge,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
        ),
    )
    return dict(options_to_json_dict(options))


def options_to_log_in(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return the options with which a browser asks for any passkey of this site."""
    options = generate_authentication_options(rp_id=site.host, challenge=challenge, user_verification=REQUIRED)
    return dict(options_to_json_dict(options))


def challenge_of(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a device says it has signed. Raises DomainError ``wrong_passkey``."""
    with _sent_by_a_device():
        return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge


def new_key(site: Site, credential: dict[str, Any], challenge: bytes) -> tuple[str, bytes, int]:
    """Return the id, the public key and the signature counter of the passkey that a device has created.

    Raises DomainError ``wrong_passkey``.
    """
    with _sent_by_a_device():
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    return bytes_to_base64url(made.credential_id), made.credential_public_key, made.sign_count


def count_after(
    site: Site, credential: dict[str, Any], challenge: bytes, public_key: bytes, sign_count: int, user: bytes
) -> int:
    """Return the new signature counter of a passkey. Raises ``wrong_passkey``, also if the counter went back."""
    with _sent_by_a_device():
        handle = credential["response"].get("userHandle")
        if handle and base64url_to_bytes(handle) != user:
            raise ValueError(handle)
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    return used.new_sign_count
