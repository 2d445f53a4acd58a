"""Channels of players in the admin: their types and states, but not their targets."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import NotificationChannel

PLACES = {
    "mail": "amel@home.example",
    "player_webhook": "https://chat.example/hooks/secret-of-amel",
    "device": "token-secret-of-amel-1234",
}


@pytest.mark.parametrize("channel", PLACES)
def test_the_staff_sees_whether_a_channel_works_and_not_where_it_is(root, player, now, channel):
    """Neither the list nor its page has it, since anyone with the address of a webhook could post to it."""
    there = {"channel": channel, "target": PLACES[channel], "secret": "whsec_of-amel", "created_at": now}
    address = NotificationChannel.objects.create(player=player("Amel"), **there)

    pages = [root.get(reverse("admin:games_notificationchannel_changelist"), {"q": text}) for text in ("", "ame")]
    pages.append(root.get(reverse("admin:games_notificationchannel_change", args=[address.pk])))

    for page in pages:
        shown = page.content.decode()
        assert (page.status_code, "Amel" in shown) == (200, True)
        assert PLACES[channel] not in shown
        assert "of-amel" not in shown
    assert {"mail": "a…@home.example", "player_webhook": "https://chat.example/…", "device": "…1234"}[channel] in shown


def test_the_staff_sees_the_hours_of_a_player(root, amel):
    """The staff can then explain a deadline."""
    amel.time_zone, amel.hours = "Africa/Tunis", {"calendar": {"night": {"begins": "22:30", "ends": "08:00"}}}
    amel.save()

    page = root.get(reverse("admin:accounts_player_change", args=[amel.pk])).content.decode()

    assert "Africa/Tunis" in page
    assert "22:30" in page
