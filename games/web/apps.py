"""The web client as a Django app, so that Django finds its templates and static files."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Configuration of the app."""

    name = "games.web"
    label = "web"
