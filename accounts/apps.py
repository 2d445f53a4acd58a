"""The accounts app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created


class AccountsConfig(AppConfig):
    """Players and their tokens."""

    name = "accounts"
    verbose_name = "Players"

    def ready(self) -> None:
        """Listen to log-ins, and to new connections."""
        from accounts import folding, login_addresses, sessions  # noqa: PLC0415  (models exist only now)
        from accounts.mail import mail_confirmed  # noqa: PLC0415

        mail_confirmed.connect(login_addresses.report_confirmed)
        connection_created.connect(folding.register)
        user_logged_in.connect(sessions.note_beginning)
