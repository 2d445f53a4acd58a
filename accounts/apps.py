"""Django configuration of the accounts app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created


class AccountsConfig(AppConfig):
    """Players and their tokens."""

    name = "accounts"
    verbose_name = "Players"

    def ready(self) -> None:
        """Connect the handlers of confirmed email addresses, new database connections and logins."""
        from accounts.login.email import login_addresses  # noqa: PLC0415
        from accounts.login.email.email_addresses import mail_confirmed  # noqa: PLC0415
        from accounts.names import search_form  # noqa: PLC0415
        from accounts.staff import sessions  # noqa: PLC0415  (models are loaded only now)

        mail_confirmed.connect(login_addresses.report_confirmed)
        connection_created.connect(search_form.register)
        user_logged_in.connect(sessions.note_beginning)
