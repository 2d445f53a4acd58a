"""What the API says and hears of logging in."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.api.player_schemas import DeviceCodeText, DeviceName
from chkobba_api.rest.schema import Moment

PasswordText = Annotated[str, Meta(min_length=1, max_length=200)]
NameText = Annotated[str, Meta(min_length=1, max_length=150, examples=["amel_k"])]
Encoded = Annotated[str, Meta(min_length=1, max_length=20_000, description="As the browser has it, in base64url.")]


class Password(Struct, kw_only=True):
    """Whether you have a password."""

    is_set: bool
    """Whether you have one."""
    needs_current: bool
    """Whether the present one is needed to set another one: you have one, and have not just logged in."""


class PasswordRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """The password that you want."""

    password: PasswordText | None
    """Ten characters at least, none of those that many people have, and nothing like your name. Null: none any more."""
    current: PasswordText | UnsetType = UNSET
    """The present one, where `needs_current`."""
    sign_out_others: bool = False
    """Whether every other device is signed out."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove all that other devices have added, as `revokeOtherDevices` does."""


FactorText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=60,
        description="The six digits that your app shows, or one of the codes that you wrote down.",
        examples=["123 456"],
    ),
]


class LogIn(Struct, kw_only=True, forbid_unknown_fields=True):
    """Who you are."""

    name: NameText
    """Your unique name, in any case (`claimName`)."""
    password: PasswordText
    """Your password."""
    second_factor: FactorText | UnsetType = UNSET
    """Needed after 403 `second_factor_needed`."""
    device: DeviceName = ""
    sign_out_others: bool = False
    """Whether every other device is signed out, as when one was stolen."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove all that other devices have added, as `revokeOtherDevices` does."""


class SecondFactor(Struct, kw_only=True):
    """The state of your second factor."""

    since: Moment | None
    """Since when it is on; null: it is off."""
    codes_left: int
    """How many of the codes are left that you wrote down."""


class BeginSecondFactor(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to set up a second factor."""

    current: PasswordText | UnsetType = UNSET
    """Your present password, unless you have just logged in."""


class SecondFactorRequest(Struct, kw_only=True):
    """A key for an app, shown this once."""

    key: str
    """In base32, to be typed."""
    address: str
    """The same as apps read it: `otpauth://totp/…`."""
    qr: list[str]
    """The QR code of `address`, row by row: `1` is dark. Leave four light ones on each side."""


class SetSecondFactor(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request to turn the second factor on or off."""

    on: bool
    """True turns it on; again while it is on, it gives new recovery codes. False turns it off."""
    code: FactorText
    """A code of your app, or one of your written codes."""


class SecondFactorSet(SecondFactor, kw_only=True):
    """The second factor, and its new codes."""

    codes: list[str]
    """Codes to write down, shown this once: each stands in for your app, once. Those of before are good no longer."""


class LoginLinkRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Where a link is to go."""

    mail: Annotated[str, Meta(min_length=1, max_length=400, examples=["amel@home.example"])]
    """An email address that you have confirmed."""


class LoginLinkSent(Struct, kw_only=True):
    """What is sent, if anybody has confirmed the address."""

    lasts: int
    """For how many seconds a link is good."""


class RedeemLoginLink(Struct, kw_only=True, forbid_unknown_fields=True):
    """A link that was sent to you."""

    link: Annotated[str, Meta(min_length=1, max_length=100)]
    """What stands in it behind the last `/`."""
    second_factor: FactorText | UnsetType = UNSET
    """Needed after 403 `second_factor_needed`. The link stays valid until the code is right."""
    device: DeviceName = ""
    sign_out_others: bool = False
    """Whether every other device is signed out."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove all that other devices have added, as `revokeOtherDevices` does. The
    address of the link stays."""


class PasskeyOptions(Struct, kw_only=True):
    """What a browser is asked."""

    options: dict[str, Any]
    """For `navigator.credentials`, as JSON (WebAuthn, Level 3): `parseCreationOptionsFromJSON`, or
    `parseRequestOptionsFromJSON`. Good for five minutes, and for once."""


class KeyRegistrationResponse(
    Struct, kw_only=True, rename={"client_data": "clientDataJSON", "attestation": "attestationObject"}
):
    """What a device says of a passkey that it has made."""

    client_data: Encoded
    """What it was asked."""
    attestation: Encoded
    """The key."""


class KeyResponse(
    Struct,
    kw_only=True,
    rename={"client_data": "clientDataJSON", "authenticator_data": "authenticatorData", "user_handle": "userHandle"},
):
    """What a device has signed."""

    client_data: Encoded
    """What it was asked."""
    authenticator_data: Encoded
    """What it says of itself."""
    signature: Encoded
    """Over both."""
    user_handle: Encoded | UnsetType | None = UNSET
    """Whose key it is."""


class KeyRegistration(Struct, kw_only=True, rename={"raw_id": "rawId"}):
    """What the browser gives for a new passkey: `toJSON()` of it. Fields that are not listed here are not read."""

    id: Encoded
    """The id of the key."""
    raw_id: Encoded
    """The same."""
    type: str
    """`public-key`."""
    response: KeyRegistrationResponse
    """What the device says."""


class KeyCredential(Struct, kw_only=True, rename={"raw_id": "rawId"}):
    """What the browser gives for a passkey that is used: `toJSON()` of it. Fields that are not listed are not read."""

    id: Encoded
    """The id of the key."""
    raw_id: Encoded
    """The same."""
    type: str
    """`public-key`."""
    response: KeyResponse
    """What the device has signed."""


class PasskeyRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A passkey that your device has made."""

    credential: KeyRegistration
    """What the browser gives for it."""
    name: DeviceName = ""


class RenamePasskey(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a passkey is to be called."""

    name: DeviceName


class PasskeyLogin(Struct, kw_only=True, forbid_unknown_fields=True):
    """A passkey by which a device comes in."""

    credential: KeyCredential
    """What the browser gives for it."""
    device: DeviceName = ""
    sign_out_others: bool = False
    """Whether every other device is signed out."""
    remove_what_they_added: bool = False
    """True, with `sign_out_others`: also remove all that other devices have added, as `revokeOtherDevices` does. This
    passkey stays."""


class PasskeyShape(Struct, kw_only=True):
    """A passkey of yours."""

    id: UUID
    """Its id."""
    name: str
    """What you call it."""
    created_at: Moment
    """Since when you have it."""
    used_at: Moment | None
    """When it was used last; null: never."""
    added_by: str | None
    """The device that added it; null if that device is signed out or unknown."""


class Passkeys(Struct, kw_only=True):
    """Your passkeys."""

    passkeys: list[PasskeyShape]
    """The passkeys, the oldest first."""


class LoginAddressRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """An email address by which you want to log in."""

    mail: Annotated[str, Meta(min_length=1, max_length=400, examples=["amel@home.example"])]
    """The address."""


class LoginAddress(Struct, kw_only=True):
    """An email address by which you log in."""

    id: UUID
    """Its id."""
    mail: str
    """The address."""
    confirmed: bool
    """True after the player has pressed the button behind the link in the mail. You cannot log in with it before."""
    added_by: str | None
    """The device that added it; null if that device is signed out or unknown."""


class LoginAddresses(Struct, kw_only=True):
    """Your login addresses."""

    addresses: list[LoginAddress]
    """The addresses, the oldest first."""


class RecentLogin(Struct, kw_only=True):
    """The state of your recent log-in on this device."""

    needed: bool
    """True: call `proveRecentLogin` before you add or remove a way in, or delete your account at once."""
    until: Moment | None
    """Until when your last log-in here counts as recent; null where there is none."""


class ProveRecentLogin(Struct, kw_only=True, forbid_unknown_fields=True):
    """A proof of identity: exactly one of these fields."""

    password: PasswordText | UnsetType = UNSET
    """Your password."""
    second_factor: FactorText | UnsetType = UNSET
    """Beside the password, where it is asked for (403 `second_factor_needed`)."""
    recovery_code: DeviceCodeText | UnsetType = UNSET
    """Your code for recovery; it is not used up."""
    credential: KeyCredential | UnsetType = UNSET
    """The credential that the browser returns for a passkey."""
