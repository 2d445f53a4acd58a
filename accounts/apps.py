"""The accounts app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class AccountsConfig(AppConfig):
    """Players and their tokens."""

    name = "accounts"
    verbose_name = "Players"

    def ready(self) -> None:
        """Listen to log-ins."""
        from accounts import sessions  # noqa: PLC0415  (models exist only now)

        user_logged_in.connect(sessions.note_beginning)
