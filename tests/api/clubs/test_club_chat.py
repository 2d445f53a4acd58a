"""Chat of a club: who reads and writes, what organizers hide, and what the staff sees."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.services import leave
from games import row_kinds
from games.models import ChatMessage, Report
from games.services.clubs import clubs, members
from games.services.clubs.clubs import Founding
from games.services.social import follows_and_blocks, muting
from games.services.staff import reports
from games.services.staff.match_actions import Order
from tests.api.asking import refused

HELLO = {"message": {"type": "phrase", "key": "hello"}}


@pytest.fixture
def people(player):
    """Return an organizer, two members and a stranger, who all allow free text."""
    found = [player(name) for name in ("Amel", "Sami", "Ines", "Zohra")]
    Player.objects.update(free_text=True)
    return found


@pytest.fixture
def club(people, now):
    """Return a club of the first three."""
    made = clubs.found(people[0], Founding(name="Café de la Marsa"), now).club
    for other in people[1:3]:
        members.join_by_code(other, made.code, now)
    return made


@pytest.fixture
def clients(people, client_of):
    """Return the clients of these players."""
    for one in people:
        one.refresh_from_db()
    return [client_of(one) for one in people]


def text(said):
    """Return a request to send free text."""
    return {"message": {"type": "text", "text": said}}


def heard(client, club):
    """Return the messages that a client reads in a club, newest first."""
    return [message["text"] for message in client.get(f"clubs/{club.pk}/chat").data["results"]]


def test_members_talk_and_nobody_else_hears_it(clients, club, frozen):
    """Members read phrases in their own language and texts as written; reactions, which need a match, are refused."""
    amel, sami, _, zohra = clients
    path = f"clubs/{club.pk}/chat"

    assert amel.post(path, HELLO).data["mine"] is True
    frozen.shift(1)
    assert sami.post(path, text("Good\nevening")).status_code == 201
    assert heard(amel, club) == ["Good\nevening", "Hello!"]
    assert sami.get(path, **{"Accept-Language": "fr"}).data["results"][1]["text"] != "Hello!"
    refused(zohra.get(path), 404, "not_found")
    refused(zohra.post(path, HELLO), 404, "not_found")
    refused(amel.post(path, {"message": {"type": "reaction", "key": "wow", "about": 1}}), 400, "invalid")
    refused(amel.post(path, text("\u202e")), 400, "invalid")
    etag = amel.get(path).headers["ETag"]
    assert amel.get(path, **{"If-None-Match": etag}).status_code == 304


def test_free_text_is_for_who_allows_it_to_themselves(clients, club, people):
    """A member without free text or in kid mode neither reads nor writes it; phrases work for everyone."""
    amel, sami, ines, _ = clients
    path = f"clubs/{club.pk}/chat"
    for said in (HELLO, text("Secret")):
        amel.post(path, said)
    Player.objects.filter(pk=people[1].pk).update(free_text=False)
    Player.objects.filter(pk=people[2].pk).update(kid_mode=True)

    for one in (sami, ines):
        assert set(heard(one, club)) == {"Hello!"}
        assert one.get(path).data["free_text"] == "off_for_you"
        refused(one.post(path, text("Me too")), 409, "free_text_off")
        secret = ChatMessage.objects.get(kind="text")
        refused(one.post(f"{path}/{secret.pk}/report", {"happened": "Rude."}), 404, "not_found")
        assert one.post(path, HELLO).status_code == 201


def test_mutes_and_blocks_bind(clients, club, people, now):
    """A member reads no message of a muted player, nor of a player on either side of a block."""
    amel, sami, ines, _ = clients
    for one in (amel, sami, ines):
        one.post(f"clubs/{club.pk}/chat", HELLO)

    muting.mute(people[0], people[1].pk, now)
    follows_and_blocks.block(people[2], people[1].pk, now)
    assert (len(heard(amel, club)), len(heard(sami, club)), len(heard(ines, club))) == (2, 2, 2)


def test_organizers_hide_words_and_mute_for_a_time(clients, club, people, frozen):
    """Other members see that a message was removed; a muted member sees until when, and writes again after that."""
    amel, sami, ines, _ = clients
    path = f"clubs/{club.pk}/chat"
    message = sami.post(path, text("Rude")).data["id"]

    refused(ines.delete(f"{path}/{message}"), 403, "not_organizer")
    assert amel.delete(f"{path}/{message}").status_code == 204
    [seen] = ines.get(path).data["results"]
    assert (seen["removed"], seen["text"]) == (True, None)
    mute = f"clubs/{club.pk}/members/{people[1].pk}/mute"
    refused(ines.put(mute, {"seconds": 60}), 403, "not_organizer")
    until = amel.put(mute, {"seconds": 60}).data["muted_until"]
    assert refused(sami.post(path, HELLO), 409, "muted_in_club")["until"] == until
    assert sami.get(path).data["muted_until"] == until
    assert amel.put(mute, {"seconds": 0}).data["muted_until"] is None
    assert sami.post(path, HELLO).status_code == 201
    amel.put(mute, {"seconds": 60})
    frozen.shift(timedelta(seconds=60))
    assert sami.post(path, HELLO).status_code == 201


def test_the_staff_sees_a_report_with_what_was_said_around_it(staff, root, clients, club, now, frozen):
    """The report is in the staff's one queue; the reporter reads the answer after the staff hides the message."""
    amel, sami, ines, _ = clients
    path = f"clubs/{club.pk}/chat"
    for said in ("Before", "Rude", "After"):
        sami.post(path, text(said))
        frozen.shift(1)
    rude = ChatMessage.objects.get(text="Rude")
    made = ines.post(f"{path}/{rude.pk}/report", {"happened": "Rude to me."}).data

    page = root.get(reverse("admin:games_report_change", args=[made["id"]]))
    assert [message.text for message in page.context["chat"]] == ["Before", "Rude", "After"]
    assert "Café de la Marsa" in root.get(reverse("admin:games_report_changelist")).content.decode()
    reports.hide_message(Report.objects.get().pk, Order(staff, "It is gone.", now))
    assert heard(amel, club) == ["After", None, "Before"]
    [answered] = ines.get(f"clubs/{club.pk}/reports").data["reports"]
    assert (answered["state"], answered["answer"]) == ("answered", "It is gone.")
    assert sami.get(f"clubs/{club.pk}/reports").data["reports"] == []


def test_words_are_bounded_and_forgotten(clients, club, people, settings, now):
    """Messages per member are limited.

    The server deletes them after thirty days unless a report is open, and a player's texts with the account.
    """
    settings.LIMITS = {**settings.LIMITS, "chat_messages": 2}
    amel, sami, ines, _ = clients
    path = f"clubs/{club.pk}/chat"
    for _ in range(2):
        amel.post(path, text("Mine"))
    assert refused(amel.post(path, HELLO), 409, "too_many_messages")["limit"] == 2
    message = sami.post(path, text("Theirs")).data["id"]
    ines.post(f"{path}/{message}/report", {"happened": "Rude."})

    later = now + settings.CHAT_LASTS + timedelta(days=1)
    row_kinds.clean_up(later)
    assert ChatMessage.objects.count() == 3
    leave(people[1], now)
    assert ChatMessage.objects.get(pk=message).text == ""
    Report.objects.update(state="closed")
    row_kinds.clean_up(later)
    assert not ChatMessage.objects.exists()
