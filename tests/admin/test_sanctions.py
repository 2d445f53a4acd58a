"""Sanctions in the admin: the staff gives, lifts and answers them by forms, with entries in the admin log."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.models import Player
from games.admin.moderation.sanctions import SanctionForm
from games.models import Sanction
from games.services.staff import fair_play
from tests.helpers.staff import client_of_staff


@pytest.fixture
def steward(db):
    """Return a client of a staff account that may decide."""
    return client_of_staff("steward", "view_sanction", "change_sanction")


@pytest.fixture
def reader(db):
    """Return a client of a staff account that may only look."""
    return client_of_staff("reader", "view_sanction")


def give(client, player, **more):
    """Send the form of a new sanction."""
    form = {"player": str(player.pk), "kind": "chat", "days": 7, "reason": "<b>Names</b>", **more}
    return client.post(reverse("admin:games_sanction_new"), form)


def decide(client, sanction, key):
    """Send a form that decides about a sanction."""
    return client.post(reverse("admin:games_sanction_do", args=[sanction.pk, key]), {"reason": "Looked again."})


def test_from_giving_to_granting(steward, amel, now):
    """Its page offers the possible actions and escapes text; the admin log has account and action, but no reason."""
    assert give(steward, amel).status_code == 302
    sanction = Sanction.objects.get()
    page = steward.get(reverse("admin:games_sanction_change", args=[sanction.pk])).content.decode()
    assert "&lt;b&gt;Names" in page
    assert "Lift" in page
    assert "Uphold" not in page
    fair_play.appeal(amel, sanction.pk, sanction.at, "It was my brother.")
    waiting = steward.get(reverse("admin:games_sanction_changelist"), {"appeal": "waits"})
    assert list(waiting.context["cl"].result_list) == [sanction]
    assert decide(steward, sanction, "grant").status_code == 302
    assert "no open appeal" in decide(steward, sanction, "uphold").content.decode().lower()
    sanction.refresh_from_db()
    assert (sanction.answer, sanction.lifted_by.username) == ("Looked again.", "steward")
    diary = " ".join(LogEntry.objects.values_list("change_message", flat=True))
    assert "Given." in diary
    assert "Names" not in diary


def test_only_who_may(steward, reader, amel):
    """Staff who may only look do nothing; no sanction limits staff, or an unknown player."""
    assert give(reader, amel).status_code == 403
    give(steward, amel)
    sanction = Sanction.objects.get()
    assert decide(reader, sanction, "lift").status_code == 403
    assert decide(steward, sanction, "nothing").status_code == 404
    assert give(steward, sanction.staff).status_code == 200
    assert Sanction.objects.count() == 1
    nobody = client_of_staff("nobody", "view_match")
    for name in ("evidence", "changelist", "new"):
        assert nobody.get(reverse(f"admin:games_sanction_{name}")).status_code == 403


def test_a_player_who_leaves_meanwhile_gets_no_sanction(steward, amel, now, monkeypatch):
    """The form shows the error if the account is deleted between its check and the sanction."""
    check = SanctionForm.clean_player

    def check_and_leave(form):
        found = check(form)
        Player.objects.filter(pk=found).update(left_at=now)
        return found

    monkeypatch.setattr(SanctionForm, "clean_player", check_and_leave)
    answer = give(steward, amel)

    assert answer.status_code == 200
    assert answer.context["form"].non_field_errors() == ["There is nothing at this address."]
    assert not Sanction.objects.exists()
    assert not LogEntry.objects.exists()


def test_evidence_is_shown_and_does_nothing(reader, amel):
    """A player without evidence has an empty page; a wrong id gets a message."""
    place = reverse("admin:games_sanction_evidence")
    page = reader.get(place, {"player": str(amel.pk), "level": "medium"}).content.decode()
    assert "Too little to compare." in page
    assert "Warn or limit" not in page
    assert (
        "No player has this id."
        in reader.get(place, {"player": str(amel.pk)[:-4] + "0000", "level": "medium"}).content.decode()
    )
    assert not Sanction.objects.exists()
