"""The addresses of players, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from accounts.api import views

urlpatterns = [
    path("avatars", views.Avatars.as_view()),
    path("players/guests", views.Guests.as_view()),
    path("departures/<uuid:departure_id>", views.OneDeparture.as_view()),
    path("me", views.Profile.as_view()),
    path("me/tokens", views.Tokens.as_view()),
    path("me/tokens/<uuid:token_id>", views.OneToken.as_view()),
]
