"""The addresses of players, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

import chkobba_api.rest.paths  # noqa: F401  (registers `id`)
from accounts.api import (
    authorizations,
    log_in,
    login_addresses,
    names,
    passkeys,
    players,
    recent_login,
    second_factors,
)

urlpatterns = [
    path("avatars", players.Avatars.as_view()),
    path("players/guests", players.Guests.as_view()),
    path("players/codes", players.Codes.as_view()),
    path("players/log-ins", log_in.LogIns.as_view()),
    path("players/log-in-links", log_in.Links.as_view()),
    path("players/log-in-links/use", log_in.UsedLinks.as_view()),
    path("players/passkeys", passkeys.PasskeyLogIns.as_view()),
    path("players/passkeys/options", passkeys.PasskeyOptions.as_view()),
    path("authorizations", authorizations.Authorization.as_view()),
    path("departures/<id:departure_id>", players.OneDeparture.as_view()),
    path("me", players.Profile.as_view()),
    path("me/authorizations", authorizations.MyAuthorizations.as_view()),
    path("me/departure", players.MyDeparture.as_view()),
    path("me/login-addresses", login_addresses.MyLoginAddresses.as_view()),
    path("me/login-addresses/<id:address_id>", login_addresses.OneLoginAddress.as_view()),
    path("me/name", names.MyName.as_view()),
    path("me/password", log_in.MyPassword.as_view()),
    path("me/passkeys", passkeys.MyPasskeys.as_view()),
    path("me/passkeys/options", passkeys.NewPasskeys.as_view()),
    path("me/passkeys/<id:passkey_id>", passkeys.OnePasskey.as_view()),
    path("me/pairing-code", players.PairingCodes.as_view()),
    path("me/recent-log-in", recent_login.MyRecentLogIn.as_view()),
    path("me/recovery-code", players.RecoveryCodes.as_view()),
    path("me/second-factor", second_factors.MySecondFactor.as_view()),
    path("me/shelter", players.Shelter.as_view()),
    path("me/tokens", players.Tokens.as_view()),
    path("me/tokens/<id:token_id>", players.OneToken.as_view()),
]
