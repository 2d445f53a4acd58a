"""Schemas of logins and of login methods."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.api.player_schemas import DeviceCodeText, DeviceName
from chkobba_api.rest.fields import Moment

PasswordText = Annotated[str, Meta(min_length=1, max_length=200)]
NameText = Annotated[str, Meta(min_length=1, max_length=150, examples=["amel_k"])]
Encoded = Annotated[
    str, Meta(min_length=1, max_length=20_000, description=("Binary data from the browser, in base64url."))
]


class Password(Struct, kw_only=True):
    """The state of your password."""

    is_set: bool
    """True if you have a password."""
    needs_current: bool
    """True if a new password requires the present one: you have one, and no recent login."""


class PasswordRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to set or remove your password."""

    password: PasswordText | None
    """The new password: at least ten characters besides words about this server, not a common one, and not similar to
    your name. Null removes the password."""
    current: PasswordText | UnsetType = UNSET
    """The present password, if `needs_current` is true."""
    sign_out_others: bool = False
    """True to sign out all your other devices."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove everything that other devices have added, as `revokeOtherDevices`
    does."""


FactorText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        description="The six digits that your app shows, or one of your backup codes.",
        examples=["123 456"],
    ),
]


class LogIn(Struct, kw_only=True, forbid_unknown_fields=True):
    """A login by name and password."""

    name: NameText
    """Your unique name, in any case (`claimName`)."""
    password: PasswordText
    """The password of your account."""
    second_factor: FactorText | UnsetType = UNSET
    """The six digits of your app, or a backup code. Needed after 403 `second_factor_needed`."""
    device: DeviceName = ""
    sign_out_others: bool = False
    """True to sign out all your other devices, for example because one was stolen."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove everything that other devices have added, as `revokeOtherDevices`
    does."""


class SecondFactor(Struct, kw_only=True):
    """The state of your second factor."""

    since: Moment | None
    """The time when you turned it on; null: it is off."""
    codes_left: int
    """The number of unused backup codes."""


class BeginSecondFactor(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to set up a second factor."""

    current: PasswordText | UnsetType = UNSET
    """Your present password, unless you have a recent login."""


class SecondFactorRequest(Struct, kw_only=True):
    """A key for an authenticator app, shown only once."""

    key: str
    """The key in base32, for typing."""
    address: str
    """The same key as an `otpauth://totp/…` address, which apps read."""
    qr: list[str]
    """The QR code of `address`, row by row: `1` is dark. Leave a margin of four light modules on each side."""


class SetSecondFactor(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to turn the second factor on or off."""

    on: bool
    """True turns it on, or returns new backup codes if it is already on. False turns it off."""
    code: FactorText
    """The six digits of your app, or a backup code."""


class SecondFactorSet(SecondFactor, kw_only=True):
    """The state of your second factor, with new backup codes."""

    codes: list[str]
    """New backup codes to write down, shown only once; none if it is off. Each replaces a code of your app once.
    Earlier backup codes stop working."""


class LoginLinkRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request for a login link."""

    mail: Annotated[str, Meta(min_length=1, max_length=400, examples=["amel@home.example"])]
    """Your confirmed login address."""


class LoginLinkSent(Struct, kw_only=True):
    """The answer to a request for a login link. It is the same for unknown addresses."""

    lasts: int
    """The lifetime of a link, in seconds."""


class RedeemLoginLink(Struct, kw_only=True, forbid_unknown_fields=True):
    """A login by a link from a mail."""

    link: Annotated[str, Meta(min_length=1, max_length=100)]
    """The secret: the part of the link after the last `/`."""
    second_factor: FactorText | UnsetType = UNSET
    """The six digits of your app, or a backup code. Needed after 403 `second_factor_needed`. The link stays valid until
    the code is right."""
    device: DeviceName = ""
    sign_out_others: bool = False
    """True to sign out all your other devices."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove everything that other devices have added, as `revokeOtherDevices` does.
    The address of the link stays."""


class PasskeyOptions(Struct, kw_only=True):
    """WebAuthn options for the browser."""

    options: dict[str, Any]
    """The argument of `navigator.credentials`, as JSON (WebAuthn Level 3): use `parseCreationOptionsFromJSON` or
    `parseRequestOptionsFromJSON`. Valid once, for five minutes."""


class KeyRegistrationResponse(
    Struct, kw_only=True, rename={"client_data": "clientDataJSON", "attestation": "attestationObject"}
):
    """The response of a device that has created a passkey."""

    client_data: Encoded
    """The client data that the browser collected, with the challenge; base64url."""
    attestation: Encoded
    """The attestation object with the new public key; base64url."""


class KeyResponse(
    Struct,
    kw_only=True,
    rename={"client_data": "clientDataJSON", "authenticator_data": "authenticatorData", "user_handle": "userHandle"},
):
    """The response of a device that has used a passkey."""

    client_data: Encoded
    """The client data that the browser collected, with the challenge; base64url."""
    authenticator_data: Encoded
    """The authenticator data: what the device says about itself; base64url."""
    signature: Encoded
    """The signature over the authenticator data and the client data; base64url."""
    user_handle: Encoded | UnsetType | None = UNSET
    """The id of the passkey's player, as the device stored it; base64url."""


class KeyRegistration(Struct, kw_only=True, rename={"raw_id": "rawId"}):
    """The credential of a new passkey, as the browser's `toJSON()` returns it. The server ignores other fields."""

    id: Encoded
    """The id of the passkey, in base64url."""
    raw_id: Encoded
    """The same value as `id`."""
    type: str
    """The type of the credential: `public-key`."""
    response: KeyRegistrationResponse
    """The response of the device."""


class KeyCredential(Struct, kw_only=True, rename={"raw_id": "rawId"}):
    """The credential of a used passkey, as the browser's `toJSON()` returns it. The server ignores other fields."""

    id: Encoded
    """The id of the passkey, in base64url."""
    raw_id: Encoded
    """The same value as `id`."""
    type: str
    """The type of the credential: `public-key`."""
    response: KeyResponse
    """The signed response of the device."""


class PasskeyRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to add a passkey that your device has created."""

    credential: KeyRegistration
    """The credential that the browser returns for the new passkey."""
    name: DeviceName = ""


class RenamePasskey(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to rename a passkey."""

    name: DeviceName


class PasskeyLogin(Struct, kw_only=True, forbid_unknown_fields=True):
    """A login by a passkey."""

    credential: KeyCredential
    """The credential that the browser returns for the passkey."""
    device: DeviceName = ""
    sign_out_others: bool = False
    """True to sign out all your other devices."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove everything that other devices have added, as `revokeOtherDevices` does.
    This passkey stays."""


class PasskeyShape(Struct, kw_only=True):
    """One of your passkeys."""

    id: UUID
    """The id of the passkey."""
    name: str
    """The name that you gave it."""
    created_at: Moment
    """The time when you added it."""
    used_at: Moment | None
    """The time of the last use; null: never."""
    added_by: str | None
    """The device that added it; null if that device is signed out or unknown."""


class Passkeys(Struct, kw_only=True):
    """The list of your passkeys."""

    passkeys: list[PasskeyShape]
    """Your passkeys, the oldest first."""


class LoginAddressRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to add a login address."""

    mail: Annotated[str, Meta(min_length=1, max_length=400, examples=["amel@home.example"])]
    """The email address to add."""


class LoginAddress(Struct, kw_only=True):
    """An email address to which the server sends login links."""

    id: UUID
    """The id of the login address."""
    mail: str
    """The email address itself."""
    confirmed: bool
    """True once you have pressed the button behind the link in the mail. You cannot log in with the address before."""
    added_by: str | None
    """The device that added it; null if that device is signed out or unknown."""


class LoginAddresses(Struct, kw_only=True):
    """The list of your login addresses."""

    addresses: list[LoginAddress]
    """Your login addresses, the oldest first."""


class RecentLogin(Struct, kw_only=True):
    """The state of your recent login on this device."""

    needed: bool
    """True if you must call `proveRecentLogin` before you add or remove a login method, or delete your account."""
    until: Moment | None
    """The end of your recent login on this device; null without one."""


class ProveRecentLogin(Struct, kw_only=True, forbid_unknown_fields=True):
    """A proof of identity: exactly one of `password`, `recovery_code` and `credential`."""

    password: PasswordText | UnsetType = UNSET
    """The password of your account."""
    second_factor: FactorText | UnsetType = UNSET
    """The six digits of your app, or a backup code, beside the password. Needed after 403 `second_factor_needed`."""
    recovery_code: DeviceCodeText | UnsetType = UNSET
    """Your recovery code, in any case, with or without spaces and dashes. It stays valid."""
    credential: KeyCredential | UnsetType = UNSET
    """The credential that the browser returns for a passkey."""
