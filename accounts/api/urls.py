"""The addresses of players, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

import chkobba_api.rest.paths  # noqa: F401  (registers `id`)
from accounts.api import views

urlpatterns = [
    path("avatars", views.Avatars.as_view()),
    path("players/guests", views.Guests.as_view()),
    path("players/codes", views.Codes.as_view()),
    path("departures/<id:departure_id>", views.OneDeparture.as_view()),
    path("me", views.Profile.as_view()),
    path("me/pairing-code", views.PairingCodes.as_view()),
    path("me/recovery-code", views.RecoveryCodes.as_view()),
    path("me/tokens", views.Tokens.as_view()),
    path("me/tokens/<id:token_id>", views.OneToken.as_view()),
]
