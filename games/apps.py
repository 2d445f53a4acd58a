"""Configuration of the games app."""

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_migrate


class GamesConfig(AppConfig):
    """The Django app with matches, their log and all that follows from them."""

    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """Connect the signals of other apps to the services that handle them, and guard the log after every migration.

        Some migrations drop triggers silently: SQLite's AlterField, for example.
        """
        from accounts.login import password_words  # noqa: PLC0415
        from accounts.login.email.account_mails import account_mail_waits  # noqa: PLC0415
        from accounts.login.email.email_addresses import mail_confirmed  # noqa: PLC0415
        from accounts.login.email.login_addresses import address_taken_away, login_address_removed  # noqa: PLC0415
        from accounts.login.login_methods import others_removed  # noqa: PLC0415
        from accounts.names import reserved  # noqa: PLC0415
        from accounts.services import (  # noqa: PLC0415  (models exist only now)
            deletion_due,
            locked_out,
            player_left,
            tokens_end,
            zone_changed,
        )
        from games import append_only, checks, notifications, row_kinds  # noqa: F401, PLC0415  (each adds itself)
        from games.bots import LEVELS  # noqa: PLC0415
        from games.engine.catalogue import GAMES  # noqa: PLC0415
        from games.notifications import calendar_feed, mail, player_channels  # noqa: PLC0415
        from games.services.dispatch import dispatch  # noqa: PLC0415
        from games.services.privacy import account_deletion  # noqa: PLC0415
        from games.services.turns import availability  # noqa: PLC0415
        from games.texts import LANGUAGES, names_of_bots_and_former_players, reader  # noqa: PLC0415

        reserved.reserve(f"{level} bot" for level in LEVELS)
        reserved.reserve(names_of_bots_and_former_players())
        for game in GAMES.values():
            names = [reader(language).text(name) for language in LANGUAGES for name in (game.name, game.family_name)]
            password_words.forbid([game.key, game.family, *names])
        post_migrate.connect(append_only.guard_log, sender=self)
        zone_changed.connect(availability.follow_zone)
        deletion_due.connect(account_deletion.begin_after_commit)
        player_left.connect(row_kinds.forget_player)
        locked_out.connect(player_channels.forget)
        locked_out.connect(calendar_feed.forget_locked_out)
        others_removed.connect(player_channels.forget_of_others)
        others_removed.connect(calendar_feed.forget_of_others)
        login_address_removed.connect(mail.forget_if_unused)
        address_taken_away.connect(mail.forget_address)
        tokens_end.connect(player_channels.forget_with_tokens)
        mail_confirmed.connect(mail.start_notifications)
        account_mail_waits.connect(dispatch.deliver_for_account)
        post_delete.connect(mail.forget_with_channel, sender="games.NotificationChannel")
