"""The web client as a Django app, so that its files are found."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The web client."""

    name = "games.web"
    label = "web"
