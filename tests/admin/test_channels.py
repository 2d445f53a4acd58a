"""Channels of players in the admin: their types and states, but not their targets."""

from __future__ import annotations

from django.urls import reverse

from games.models import NotificationChannel

PLACES = {
    "mail": ("amel@home.example", "a…@home.example"),
    "player_webhook": ("https://chat.example/hooks/secret-of-amel", "https://chat.example/…"),
    "device": ("token-secret-of-amel-1234", "…1234"),
}


def test_the_staff_sees_whether_a_channel_works_and_not_where_it_is(root, amel, now):
    """Neither the list nor its page has it, since anyone with the URL of a webhook could post to it."""
    kept = {"player": amel, "secret": "whsec_of-amel", "created_at": now}
    made = [NotificationChannel.objects.create(sender=kind, target=at, **kept) for kind, (at, _) in PLACES.items()]
    listed = root.get(reverse("admin:games_notificationchannel_changelist"), {"q": "ame"})
    pages = [root.get(reverse("admin:games_notificationchannel_change", args=[one.pk])) for one in made]

    for page in (listed, *pages):
        shown = page.content.decode()
        assert (page.status_code, "Amel" in shown) == (200, True)
        assert "of-amel" not in shown
        assert not any(target in shown for target, _ in PLACES.values())
    for page, (_, told) in zip(pages, PLACES.values(), strict=True):
        assert told in page.content.decode()


def test_the_staff_sees_the_hours_of_a_player(root, amel):
    """The staff can then explain a deadline."""
    amel.time_zone, amel.hours = "Africa/Tunis", {"calendar": {"night": {"begins": "22:30", "ends": "08:00"}}}
    amel.save()

    page = root.get(reverse("admin:accounts_player_change", args=[amel.pk])).content.decode()

    assert "Africa/Tunis" in page
    assert "22:30" in page
