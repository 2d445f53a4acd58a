"""Follows and blocks of players in the admin, which the staff can read and not change."""

from __future__ import annotations

from django.urls import reverse

from games.models import PlayerRelation
from games.services.social import follows_and_blocks


def test_the_staff_finds_both_sides_of_a_block(root, player, now):
    """The search finds either name; the page has no buttons."""
    amel, sami, zohra = (player(name) for name in ("Amel", "Sami", "Zohra"))
    follows_and_blocks.block(amel, sami.pk, now)
    follows_and_blocks.follow(zohra, amel.pk, now)
    place = reverse("admin:games_playerrelation_changelist")

    found = {name: root.get(place, {"q": name}).context["cl"].result_count for name in ("Amel", "Sami", "Zohra")}

    assert found == {"Amel": 2, "Sami": 1, "Zohra": 1}
    assert [row.kind for row in root.get(place, {"kind__exact": "block"}).context["cl"].result_list] == ["block"]
    page = root.get(reverse("admin:games_playerrelation_change", args=[PlayerRelation.objects.get(kind="block").pk]))
    assert (page.status_code, "Sami" in page.content.decode()) == (200, True)
    assert not any(page.context[f"has_{what}_permission"] for what in ("add", "change", "delete"))
