"""Clubs in the admin: the staff finds them and their members, and can end one."""

from __future__ import annotations

from django.urls import reverse

from games.models import Club, Membership
from games.services.clubs import clubs, members
from games.services.clubs.clubs import Founding


def test_the_staff_finds_a_club_and_ends_it(root, amel, sami, now):
    """The search takes a similar name, or a member; the staff can change nothing else."""
    marsa = clubs.found(amel, Founding(name="Café de la Marsa"), now).club
    clubs.found(amel, Founding(name="Sfax"), now)
    members.join_by_code(sami, marsa.code, now)
    place = reverse("admin:games_club_changelist")

    found = {text: root.get(place, {"q": text}).context["cl"].result_count for text in ("cafe", "Sami", "Amel", "zzz")}
    assert found == {"cafe": 1, "Sami": 1, "Amel": 2, "zzz": 0}
    page = root.get(reverse("admin:games_club_change", args=[marsa.pk]))
    assert (page.status_code, "Amel" in page.content.decode()) == (200, True)
    assert not any(page.context[f"has_{what}_permission"] for what in ("add", "change", "delete"))
    listed = root.get(reverse("admin:games_membership_changelist"), {"q": "Sami"}).context["cl"].result_list
    assert [one.club for one in listed] == [marsa]

    root.post(place, {"action": "end_clubs", "_selected_action": [str(marsa.pk)]})
    assert Club.objects.get(pk=marsa.pk).ended_at is not None
    assert set(Membership.objects.values_list("club__name", flat=True)) == {"Sfax"}
