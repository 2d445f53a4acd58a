"""The games app."""

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_migrate


class GamesConfig(AppConfig):
    """Matches and their log."""

    name = "games"
    verbose_name = "Games"

    def ready(self) -> None:
        """Listen to what concerns matches.

        The log is guarded again after every migration: some drop triggers without a word (SQLite's AlterField).
        """
        from accounts import impostors  # noqa: PLC0415
        from accounts.account_mails import account_mail_waits  # noqa: PLC0415
        from accounts.login_addresses import login_address_removed  # noqa: PLC0415
        from accounts.mail import mail_confirmed  # noqa: PLC0415
        from accounts.services import (  # noqa: PLC0415  (models exist only now)
            departure_due,
            locked_out,
            player_left,
            tokens_end,
            zone_changed,
        )
        from accounts.ways_in import others_removed  # noqa: PLC0415
        from games import checks, followers, guards  # noqa: F401, PLC0415  (each adds itself)
        from games.bots import LEVELS  # noqa: PLC0415
        from games.followers import addresses, calendar, mail  # noqa: PLC0415
        from games.services import (  # noqa: PLC0415
            fair_play,
            hours,
            invitations,
            knowing,
            members,
            muting,
            notes,
            puzzles,
            ratings,
            reliability,
            reports,
            seeks,
            swapping,
            tallies,
            wake_ups,
            words,
        )
        from games.texts import names_of_nobody  # noqa: PLC0415

        impostors.reserve(f"{level} bot" for level in LEVELS)
        impostors.reserve(names_of_nobody())
        post_migrate.connect(guards.guard_log, sender=self)
        zone_changed.connect(hours.follow_zone)
        departure_due.connect(wake_ups.leave_after_commit)
        for kept in (
            members,
            reports,
            fair_play,
            seeks,
            invitations,
            swapping,
            words,
            muting,
            knowing,
            notes,
            puzzles,
            ratings,
            tallies,
            reliability,
        ):
            player_left.connect(kept.forget_with_player)
        player_left.connect(addresses.forget_with_player)
        player_left.connect(calendar.forget_with_player)
        locked_out.connect(addresses.forget_locked_out)
        locked_out.connect(calendar.forget_locked_out)
        others_removed.connect(addresses.forget_of_others)
        others_removed.connect(calendar.forget_of_others)
        login_address_removed.connect(mail.forget_if_unused)
        tokens_end.connect(addresses.forget_with_tokens)
        mail_confirmed.connect(mail.begin_to_tell)
        account_mail_waits.connect(wake_ups.deliver_for_account)
        post_delete.connect(mail.forget_with_address, sender="games.Address")
