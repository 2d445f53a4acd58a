"""Webhooks of players: each player gets the notifications they want, when they want them, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time, timedelta

import pytest

from accounts.models import Player
from accounts.services import leave
from games.models import Delivery, Match, Notification, NotificationChannel
from games.notifications import PLAYER_SENDERS, player_channels
from games.services.turns import playing
from tests.helpers.api_client import token_of
from tests.helpers.playing import play_first, play_until_turn_of
from tests.helpers.stored import undone
from tests.notifications.receiving import Mailbox, listening
from tests.notifications.sending import notify_of, send, send_again

WEBHOOK = PLAYER_SENDERS["webhook"]
MINUTE = timedelta(minutes=1)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Return a listening receiver."""
    mailbox = Mailbox()
    with listening(mailbox.server):
        yield mailbox


@pytest.fixture
def listens(mailbox, now):
    """Return a function that adds a channel to the mailbox, or to another one, without quiet hours by default."""

    def make(player, into=mailbox, **wish):
        wish = {"format": "raw", "quiet_from": None, "quiet_to": None, **wish}
        channel = player_channels.add(WEBHOOK, player, now, target=into.address, **wish)
        into.secret = channel.secret
        return channel

    return make


def kinds(mailbox):
    """Return the kinds of the received notifications."""
    return [one["type"] for one in mailbox.told]


def test_a_player_is_told_and_nobody_else(running, player, amel, listens, mailbox, now):
    """Only the player's notifications are sent, also without a host webhook; their data is that of the stream."""
    listens(amel)
    table = running(amel, player("Sami"), options={"cut": False})
    send(now)

    assert kinds(mailbox) == ["match_started", *["your_turn"] * (Match.objects.get().to_act == 0)]
    assert {one["data"]["player"] for one in mailbox.told} == {str(amel.pk)}
    assert {one["data"]["match"] for one in mailbox.told} == {str(table.match.pk)}
    assert mailbox.faults == []


def test_who_has_no_channel_costs_nothing(running, player, amel, now):
    """A player without a channel causes no deliveries."""
    running(amel, player("Sami"))

    assert not Notification.objects.filter(to_deliver=True).exists()


def test_only_the_kinds_that_one_wants(running, player, amel, listens, mailbox, now):
    """Notifications of other kinds do not even get a delivery."""
    listens(amel, kinds=["match_finished"])
    table = running(amel, player("Sami"), options={"cut": False})
    playing.resign(table.match.pk, table.seats[1].player, now)
    send(now)

    assert kinds(mailbox) == ["match_finished"]
    assert Delivery.objects.count() == 1


def test_every_channel_of_a_player_is_told_once(running, player, amel, listens, mailbox, now):
    """Each of two channels of the same type gets a notification once."""
    listens(amel, kinds=["match_started"])
    other = Mailbox()
    with listening(other.server):
        listens(amel, into=other, kinds=["match_started"])
        running(amel, player("Sami"))
        send(now)

    assert (kinds(mailbox), kinds(other)) == (["match_started"], ["match_started"])
    assert mailbox.faults == other.faults == []


def test_what_was_not_taken_comes_again_and_doubles_are_known(running, player, amel, listens, mailbox, now):
    """A failed request is repeated, and each notification is received once although every third request fails."""
    listens(amel, kinds=["match_started", "match_finished"])
    mailbox.fails_every = 3
    sami = player("Sami")
    at = now
    for _ in range(4):
        table = running(amel, sami, at=at)
        send(at)
        at += MINUTE
        playing.resign(table.match.pk, sami, at)
        send(at)
        at += MINUTE
    send_again(at)

    told = [(one["type"], one["data"]["match"]) for one in mailbox.told]
    assert len(told) == len(set(told))
    assert [kind for kind, _ in told].count("match_finished") == 4
    states = Delivery.objects.values_list("state", "notification__kind")
    assert {kind for state, kind in states if state == Delivery.State.OUTDATED} <= {"match_started"}
    assert len(told) >= sum(state == Delivery.State.TAKEN for state, _ in states)
    assert mailbox.asked > len(mailbox.taken)
    assert mailbox.faults == []
    assert not Delivery.waiting().exists()


def test_what_waits_is_said_as_one(running, player, amel, listens, mailbox, now):
    """A digest sends nothing before its hour, and then one message."""
    local = now.replace(hour=12)
    listens(amel, digest=NotificationChannel.Digest.DAILY, digest_hour=19, kinds=["match_started", "match_finished"])
    tables = [running(amel, player("Sami"), at=local) for _ in range(3)]
    playing.resign(tables[0].match.pk, tables[0].seats[1].player, local)
    send(local + timedelta(hours=5, minutes=59))
    assert mailbox.asked == 0

    send(local + timedelta(hours=6))  # 18:00 UTC is 19:00 in Tunis

    assert mailbox.asked == 1
    assert sorted(kinds(mailbox)) == ["match_finished", "match_started", "match_started"]
    assert list(Delivery.objects.values_list("state", flat=True).distinct()) != ["waiting"]


def test_nothing_is_sent_in_quiet_hours(running, player, amel, listens, mailbox, now):
    """Notifications wait for the morning in the player's time zone; a turn that is over by then is not sent."""
    night = now.replace(hour=22)  # 23:00 in Tunis
    listens(amel, quiet_from=time(22), quiet_to=time(8), kinds=["match_started", "your_turn"])
    table = running(amel, player("Sami"), options={"cut": False}, at=night)
    for minutes in range(1, 4):
        play_first(table.match.pk, night + minutes * MINUTE)
    send(night + timedelta(hours=8, minutes=59))
    assert mailbox.asked == 0

    send(night + timedelta(hours=9))

    assert mailbox.asked == 1
    turns = [one["data"]["version"] for one in mailbox.told if one["type"] == "your_turn"]
    match = Match.objects.get()
    assert turns == ([match.version] if match.to_act == 0 else [])


def test_a_repetition_waits_for_the_morning_too(running, player, amel, listens, mailbox, now):
    """A repetition of an attempt in the evening waits for the end of the quiet hours."""
    evening = now.replace(hour=20, minute=59, second=59)
    listens(amel, quiet_from=time(22), quiet_to=time(8), kinds=["match_started"])
    mailbox.status = 503
    running(amel, player("Sami"), at=evening)
    send(evening)
    send(evening + timedelta(seconds=30))

    assert mailbox.asked == 1
    mailbox.status = 204
    send(evening.replace(hour=7, minute=0, second=0) + timedelta(days=1))
    assert kinds(mailbox) == ["match_started"]


def test_other_settings_go_for_what_waits(running, player, amel, listens, mailbox, now):
    """Changed settings apply to waiting notifications: without its digest a channel sends them at once."""
    noon = now.replace(hour=12)
    channel = listens(amel, digest=NotificationChannel.Digest.DAILY, digest_hour=19, kinds=["match_started"])
    running(amel, player("Sami"), at=noon)
    send(noon)
    player_channels.change(token_of(amel), channel.pk, noon + MINUTE, digest=NotificationChannel.Digest.AT_ONCE)
    send(noon + MINUTE)

    assert kinds(mailbox) == ["match_started"]


def test_after_a_day_of_failure_it_is_turned_off_and_its_player_told(running, player, amel, listens, mailbox, now):
    """A channel that failed often and for a day is switched off, and its player notified by stream and elsewhere."""
    channel = listens(amel, kinds=["match_started"])
    mailbox.status = 410
    running(amel, player("Sami"))
    for hours in range(player_channels.FAILS_OFTEN):
        send(now + timedelta(hours=hours))
    channel.refresh_from_db()
    assert (channel.is_on, channel.failures) == (True, player_channels.FAILS_OFTEN)
    at = now + timedelta(days=1)
    send(at)

    channel.refresh_from_db()
    amel.refresh_from_db()
    assert (channel.is_on, channel.given_up_at, amel.has_channels) == (False, at, False)
    assert Notification.objects.get(kind="channel_off").facts == {"channel": str(channel.pk)}
    assert not Delivery.waiting().exists()

    player_channels.change(token_of(amel), channel.pk, at, is_on=True)
    amel.refresh_from_db()
    assert amel.has_channels


def test_a_redirect_is_not_followed(running, player, amel, listens, mailbox, now):
    """A redirect counts as a failure."""
    listens(amel, kinds=["match_started"])
    mailbox.status = 302
    running(amel, player("Sami"))
    send(now)

    assert mailbox.asked == 1
    assert Delivery.objects.get().outcome == "302"


def test_chats_get_sentences(running, player, amel, listens, mailbox, now, settings, subtests):
    """Chat formats get a sentence in the player's language, with the deadline in their time zone and a link."""
    settings.PUBLIC_URL = "https://cards.example"
    listens(amel, format="discord", kinds=["your_turn"])
    table = running(amel, player("Sami"), options={"cut": False})
    play_until_turn_of(0, table.match.pk, now)
    due_at = f"{Match.objects.get().due_at + timedelta(hours=1):%Y-%m-%d %H:%M} (Africa/Tunis)"
    for format, language, field, words in (
        ("discord", "fr", "content", "c’est à vous de jouer, jusqu’au"),
        ("slack", "en", "text", "it is your turn until"),
    ):
        with subtests.test(format=format), undone():
            NotificationChannel.objects.update(format=format)
            Player.objects.filter(pk=amel.pk).update(language=language)
            mailbox.taken.clear()
            send(now)
            (body,) = mailbox.taken.values()
            for part in ("Chkobba", words, due_at, f"https://cards.example/match/{table.match.pk}"):
                assert part in body[field]
            assert body.get("allowed_mentions", {"parse": []}) == {"parse": []}


def test_a_chat_gets_the_link_of_what_is_said(running, player, amel, listens, mailbox, now, settings):
    """The link of a sentence leads to the player's sanctions, or to the new match, and not to the match of the row."""
    settings.PUBLIC_URL = "https://cards.example"
    kinds = ["sanctioned", "terms_accepted"]
    listens(amel, format="slack", kinds=kinds)
    match, again = (running(amel, player("Sami")).match for _ in range(2))
    for kind in kinds:
        notify_of(kind, match, amel, now, rematch=str(again.pk))
    send(now)

    (body,) = mailbox.taken.values()
    links = [said.rpartition(" ")[2] for said in body["text"].splitlines()]
    assert links == ["https://cards.example/#/sanctions", f"https://cards.example/match/{again.pk}"]


def test_who_leaves_for_good_is_told_nothing_more(running, player, amel, listens, mailbox, now):
    """Account deletion removes the channels at once, so nothing more is sent."""
    listens(amel)
    running(amel, player("Sami"))
    leave(amel, now)
    send(now)

    assert mailbox.asked == 0
    assert not NotificationChannel.objects.exists()
