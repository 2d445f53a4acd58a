"""The addresses of players, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

import chkobba_api.rest.paths  # noqa: F401  (registers `id`)
from accounts.api import authorizations, factors, log_ins, login_addresses, names, passkeys, recent_log_in, views

urlpatterns = [
    path("avatars", views.Avatars.as_view()),
    path("players/guests", views.Guests.as_view()),
    path("players/codes", views.Codes.as_view()),
    path("players/log-ins", log_ins.LogIns.as_view()),
    path("players/log-in-links", log_ins.Links.as_view()),
    path("players/log-in-links/use", log_ins.UsedLinks.as_view()),
    path("players/passkeys", passkeys.PasskeyLogIns.as_view()),
    path("players/passkeys/options", passkeys.PasskeyOptions.as_view()),
    path("authorizations", authorizations.Authorization.as_view()),
    path("departures/<id:departure_id>", views.OneDeparture.as_view()),
    path("me", views.Profile.as_view()),
    path("me/authorizations", authorizations.MyAuthorizations.as_view()),
    path("me/departure", views.MyDeparture.as_view()),
    path("me/login-addresses", login_addresses.MyLoginAddresses.as_view()),
    path("me/login-addresses/<id:address_id>", login_addresses.OneLoginAddress.as_view()),
    path("me/name", names.MyName.as_view()),
    path("me/password", log_ins.MyPassword.as_view()),
    path("me/passkeys", passkeys.MyPasskeys.as_view()),
    path("me/passkeys/options", passkeys.NewPasskeys.as_view()),
    path("me/passkeys/<id:passkey_id>", passkeys.OnePasskey.as_view()),
    path("me/pairing-code", views.PairingCodes.as_view()),
    path("me/recent-log-in", recent_log_in.MyRecentLogIn.as_view()),
    path("me/recovery-code", views.RecoveryCodes.as_view()),
    path("me/second-factor", factors.MySecondFactor.as_view()),
    path("me/shelter", views.Shelter.as_view()),
    path("me/tokens", views.Tokens.as_view()),
    path("me/tokens/<id:token_id>", views.OneToken.as_view()),
]
