"""URLs of the account API, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

import chkobba_api.rest.paths  # noqa: F401  (registers `id`)
from accounts.api import account, authorizations, devices
from accounts.api.login import device_codes, log_in, login_addresses, passkeys, recent_login, second_factors

urlpatterns = [
    path("avatars", account.Avatars.as_view()),
    path("players/guests", account.Guests.as_view()),
    path("auth/device-codes/redeem", device_codes.Codes.as_view()),
    path("auth/log-in", log_in.LogIns.as_view()),
    path("auth/login-links", log_in.Links.as_view()),
    path("auth/login-links/redeem", log_in.RedeemedLinks.as_view()),
    path("auth/passkeys", passkeys.PasskeyLogIns.as_view()),
    path("auth/passkeys/options", passkeys.PasskeyOptions.as_view()),
    path("authorizations", authorizations.Authorization.as_view()),
    path("account-deletions/<id:deletion_id>", account.OneAccountDeletion.as_view()),
    path("me", account.Profile.as_view()),
    path("me/authorizations", authorizations.MyAuthorizations.as_view()),
    path("me/deletion", account.MyAccountDeletion.as_view()),
    path("me/login-addresses", login_addresses.MyLoginAddresses.as_view()),
    path("me/login-addresses/<id:address_id>", login_addresses.OneLoginAddress.as_view()),
    path("me/name", account.MyName.as_view()),
    path("me/password", log_in.MyPassword.as_view()),
    path("me/passkeys", passkeys.MyPasskeys.as_view()),
    path("me/passkeys/options", passkeys.NewPasskeys.as_view()),
    path("me/passkeys/<id:passkey_id>", passkeys.OnePasskey.as_view()),
    path("me/pairing-code", device_codes.PairingCodes.as_view()),
    path("me/recent-login", recent_login.MyRecentLogIn.as_view()),
    path("me/recovery-code", device_codes.RecoveryCodes.as_view()),
    path("me/second-factor", second_factors.MySecondFactor.as_view()),
    path("me/kid-mode", account.KidMode.as_view()),
    path("me/devices", devices.Tokens.as_view()),
    path("me/devices/<id:device_id>", devices.OneToken.as_view()),
]
