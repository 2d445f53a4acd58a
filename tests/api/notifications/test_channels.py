"""Notification channels over the API: settings, invalid values, tests of a channel, and deliveries."""

from __future__ import annotations

import json

from accounts.models import AccountMail
from chkobba_api.rest.limits.throttling import turn
from games.models import NotificationChannel
from games.notifications import PLAYER_SENDERS, delivery
from games.notifications.relevance import KINDS
from tests.api.asking import SUBSCRIPTION, refused
from tests.notifications.receiving import Mailbox, listening

NOBODY = "http://127.0.0.1:9/"
"""An address where no server listens."""


def added(client, **wish):
    """Add a channel; return its view."""
    answer = client.post("me/channels", {"type": "webhook", "target": NOBODY} | wish if "type" not in wish else wish)
    assert answer.status_code == 201, answer.data
    return answer.data


def test_a_channel_has_settings_and_a_secret_that_is_shown_once(amel):
    """By default a channel sends everything at once, and is quiet at night; only the first answer shows the secret."""
    channel = added(amel)

    assert channel["secret"].startswith("whsec_")
    assert channel["quiet_hours"] == {"begins": "22:00", "ends": "08:00"}
    assert (channel["digest"], channel["notifications"], channel["on"], channel["confirmed"]) == (
        "at_once",
        None,
        True,
        True,
    )
    assert channel["renewal"] is None
    del channel["secret"], channel["renewal"]
    assert amel.get("me/channels").data["channels"] == [channel]
    assert amel.get(f"me/channels/{channel['id']}").data == channel


def test_every_setting_can_be_changed_by_itself(amel):
    """Each setting can be changed by itself; the others stay."""
    path = f"me/channels/{added(amel)['id']}"
    for setting in (
        {"on": False},
        {"on": True},
        {"notifications": ["your_turn"]},
        {"notifications": None},
        {"notifications": []},
        {"quiet_hours": {"begins": "13:30", "ends": "14:00"}},
        {"quiet_hours": None},
        {"digest": "twice_a_day"},
        {"digest_hour": 23},
    ):
        before = amel.get(path).data
        answer = amel.patch(path, setting)
        assert answer.status_code == 200, answer.data
        assert answer.data == {**before, **setting} == amel.get(path).data


WRONG_SETTINGS = [
    ({"notifications": ["your_turn", "dinner"]}, "notifications"),
    ({"quiet_hours": {"begins": "24:00", "ends": "08:00"}}, "quiet_hours.begins"),
    ({"quiet_hours": {"begins": "08:00", "ends": "08:00"}}, "quiet_hours"),
    ({"quiet_hours": {"begins": "08:00"}}, "quiet_hours.ends"),
    ({"quiet_hours": {"begins": "22:00\n", "ends": "08:00"}}, "quiet_hours.begins"),
    ({"digest": "weekly"}, "digest"),
    ({"digest_hour": 24}, "digest_hour"),
    ({"target": NOBODY}, "target"),
]
WRONG_TARGETS = [
    "http://club.example/",
    "ftp://club.example/",
    "https://",
    "https://user:word@club.example/",
    "nothing",
    "https://x:99999/",
]


def test_settings_that_cannot_be(amel):
    """The error names each invalid setting, and nothing changes."""
    path = f"me/channels/{added(amel)['id']}"
    before = amel.get(path).data

    for setting, field in WRONG_SETTINGS:
        assert field in refused(amel.patch(path, setting), 400, "invalid")["errors"], setting
    assert amel.get(path).data == before


def test_addresses_that_cannot_be(amel, settings):
    """In production, plain HTTP and addresses with a password are refused, also for a push service."""
    settings.WEBHOOKS_ANYWHERE = False

    for target in WRONG_TARGETS:
        answer = amel.post("me/channels", {"type": "webhook", "target": target})
        assert "target" in refused(answer, 400, "invalid")["errors"], target
    plain = {"type": "web_push", "subscription": {**SUBSCRIPTION, "endpoint": "http://push.example/"}}
    assert "subscription" in refused(amel.post("me/channels", plain), 400, "invalid")["errors"]
    assert not NotificationChannel.objects.exists()


def test_each_kind_of_event_has_a_name_in_the_language_of_its_reader(amel):
    """The list of kinds has labels in the reader's language, so a client needs none of its own."""
    kinds = {code: amel.get("me/channels", **{"Accept-Language": code}).data["kinds"] for code in ("en", "fr")}

    assert [one["kind"] for one in kinds["en"]] == [one["kind"] for one in kinds["fr"]] == list(KINDS)
    assert (kinds["en"][0]["label"], kinds["fr"][0]["label"]) == ("It is your turn", "C’est à vous de jouer")


def test_what_can_be_added_is_offered(amel, monkeypatch):
    """A channel that the host has not set up is not offered, and cannot be added."""
    (offer,) = [one for one in amel.get("me/channels").data["offered"] if one["type"] == "webhook"]
    assert offer["formats"] == ["raw", "discord", "slack"]
    monkeypatch.setattr(type(PLAYER_SENDERS["webhook"]), "enabled_by", ("WEBHOOK_URL",))

    assert "webhook" not in [one["type"] for one in amel.get("me/channels").data["offered"]]
    refused(amel.post("me/channels", {"type": "webhook", "target": NOBODY}), 409, "channel_not_offered")


def test_trying_a_channel_says_what_came_of_it(amel, settings):
    """A test is signed like other deliveries; the server does not connect to an address in the host's own network."""
    mailbox = Mailbox()
    with listening(mailbox.server):
        channel = added(amel, target=mailbox.address)
        mailbox.secret = channel["secret"]
        path = f"me/channels/{channel['id']}/test"

        assert amel.post(path).data == {"taken": True, "outcome": "204"}
        settings.WEBHOOKS_ANYWHERE = False
        assert amel.post(path).data == {"taken": False, "outcome": "not_public"}

    assert [body["type"] for body in mailbox.taken.values()] == ["test"]
    assert mailbox.faults == []


def test_what_was_sent_can_be_looked_at(amel, running, player, now):
    """The player sees past deliveries with their outcome."""
    path = f"me/channels/{added(amel, notifications=['match_started'], quiet_hours=None)['id']}/deliveries"
    table = running(type(amel.player).objects.get(pk=amel.player.pk), player("Sami"))
    delivery.send_due(now, 10)

    (shown,) = amel.get(path).data["deliveries"]
    assert (shown["type"], shown["match"]) == ("match_started", str(table.match.pk))
    assert (shown["state"], shown["attempts"], shown["outcome"]) == ("waiting", 1, "no_answer")


def test_a_channel_that_is_taken_away_is_forgotten(amel):
    """A deleted channel is gone, and with it its waiting deliveries."""
    path = f"me/channels/{added(amel)['id']}"

    assert amel.delete(path).status_code == 204
    assert amel.delete(path).status_code == 404
    assert amel.get("me/channels").data["channels"] == []


def test_a_player_has_so_many_at_the_most(amel, settings):
    """At the limit a player must delete a channel before adding another."""
    settings.LIMITS = {**settings.LIMITS, "channels": 1}
    added(amel)

    refused(amel.post("me/channels", {"type": "webhook", "target": NOBODY}), 409, "too_many_channels")


def test_adding_and_trying_are_counted(amel, settings):
    """Adding and testing channels are rate limited, so that players cannot flood other servers through this one."""
    settings.THROTTLES = {**settings.THROTTLES, "channels": "2/hour"}
    path = f"me/channels/{added(amel)['id']}/test"

    assert amel.post(path).status_code == 200
    refused(amel.post(path), 429, "throttled")


def test_one_receiver_is_tried_at_a_time(amel):
    """The server tests one channel at a time, so slow receivers occupy one process at most."""
    path = f"me/channels/{added(amel)['id']}/test"
    with turn("channels.try", 30) as is_ours:
        answer = amel.post(path)
    assert is_ours
    refused(answer, 429, "throttled")
    assert answer.headers["Retry-After"] == "5"

    assert amel.post(path).status_code == 200


def test_one_mailbox_gets_so_many_links_whoever_asks(amel, player, client_of, settings):
    """One mailbox gets a limited number of links, however its address is written; the answers do not show the limit."""
    settings.THROTTLES = {**settings.THROTTLES, "mails_to": "3/day"}
    settings.MAILS, settings.PUBLIC_URL = True, "https://cards.example"
    for number, form in enumerate(("victim", "v.ictim", "victim+1", "VICTIM", "vic.tim+a.b")):
        client = client_of(player(f"Guest {number}"))
        channel = client.post("me/channels", {"type": "mail", "target": f"{form}@home.example"})
        again = client.post(f"me/channels/{channel.data['id']}/confirmation")
        assert (channel.status_code, again.status_code) == (201, 200)

    assert AccountMail.objects.filter(kind="confirm").count() == 3


def test_a_browser_subscribes_with_the_key_that_is_offered(amel, frozen):
    """The shown target hides the secret part of the endpoint; subscribing again keeps the channel and its settings."""
    offered = {one["type"]: one for one in amel.get("me/channels").data["offered"]}
    assert len(offered["web_push"]["public_key"]) == 87

    wish = {"type": "web_push", "subscription": SUBSCRIPTION, "name": "Chromium", "digest": "hourly"}
    answer = amel.post("me/channels", wish)
    assert answer.status_code == 201, answer.data
    channel = answer.data
    assert (channel["target"], channel["name"], channel["secret"]) == ("https://push.example/…", "Chromium", None)
    assert "abcdef" not in json.dumps(amel.get("me/channels").data, default=str)

    frozen.shift(1)
    again = amel.post("me/channels", {"type": "web_push", "subscription": SUBSCRIPTION})
    assert again.status_code == 200
    assert (again.data["id"], again.data["digest"], again.data["name"]) == (channel["id"], "hourly", "Chromium")


def test_a_worker_says_without_a_token_where_its_browser_is_by_now(amel, client_of, settings):
    """A service worker renews its subscription with a secret that only the answer to creation shows.

    A wrong secret answers 404.
    """
    channel = amel.post("me/channels", {"type": "web_push", "subscription": SUBSCRIPTION}).data
    moved = {**SUBSCRIPTION, "endpoint": "https://other.example/v1/moved"}
    worker = client_of()
    renewed = worker.post("subscriptions/renewals", {"renewal": channel["renewal"], "subscription": moved})
    assert renewed.status_code == 200, renewed.data

    shown = [amel.get(path).content.decode() for path in ("me/channels", f"me/channels/{channel['id']}", "me/data")]
    assert "https://other.example/…" in shown[0]
    for secret in (channel["renewal"], renewed.data["renewal"]):
        assert not [one for one in shown if secret.rpartition(":")[2] in one]
    late = {"renewal": channel["renewal"], "subscription": SUBSCRIPTION}
    assert refused(worker.post("subscriptions/renewals", late), 404, "not_found")
    faulty = {"renewal": renewed.data["renewal"], "subscription": {**moved, "endpoint": "ftp://push.example"}}
    assert refused(worker.post("subscriptions/renewals", faulty), 400, "invalid")
    settings.THROTTLES = {**settings.THROTTLES, "channels_address": "1/day"}
    assert [worker.post("subscriptions/renewals", late).status_code for _ in range(2)][1] == 429


SHORT = {"p256dh": "AAAA", "auth": "AAAA"}
WRONG_DEVICES = [
    ({"type": "web_push"}, "subscription"),
    ({"type": "web_push", "target": NOBODY}, "target"),
    ({"type": "web_push", "subscription": {"endpoint": NOBODY}}, "subscription.keys"),
    ({"type": "web_push", "subscription": {**SUBSCRIPTION, "endpoint": "ftp://push.example"}}, "subscription"),
    ({"type": "web_push", "subscription": {**SUBSCRIPTION, "keys": SHORT}}, "subscription"),
    ({"type": "web_push", "subscription": SUBSCRIPTION, "format": "raw"}, "format"),
    *(({"type": "web_push", "subscription": SUBSCRIPTION, "name": f"a{one}b"}, "name") for one in "\0\u202e\n"),
    ({"type": "device", "format": "fcm"}, "token"),
    ({"type": "device", "format": "unifiedpush", "token": "x"}, "subscription"),
    ({"type": "device", "format": "fcm", "token": "two words"}, "token"),
    ({"type": "webhook"}, "target"),
    ({"type": "webhook", "target": NOBODY, "token": "x"}, "token"),
    ({"type": "mail", "target": "a@b.example", "format": "raw"}, "format"),
    ({"type": "pigeon", "target": NOBODY}, "type"),
    ({"target": NOBODY}, "type"),
]
"""Channels that cannot be added, with the field that is missing or invalid."""


def test_devices_that_cannot_be(amel, settings):
    """The error names each missing or invalid field; a name that turns the text around it would deceive."""
    settings.PUSH_GATEWAY_URL = NOBODY
    settings.THROTTLES = {**settings.THROTTLES, "channels": "100/hour"}

    for wish, field in WRONG_DEVICES:
        assert field in refused(amel.post("me/channels", wish), 400, "invalid")["errors"], wish
    assert not NotificationChannel.objects.exists()


def test_a_phone_is_registered_once_and_shows_whose_it_is(amel, player, client_of, settings):
    """A token moves to the player who registered it last; the API shows its last characters only."""
    settings.PUSH_GATEWAY_URL = NOBODY
    wish = {"type": "device", "format": "fcm", "token": "a-long-token-1234", "name": "Pixel 8"}
    channel = added(amel, **wish)
    assert (channel["target"], channel["format"], channel["name"]) == ("…1234", "fcm", "Pixel 8")
    other = client_of(player("Sami"))
    added(other, **wish)

    assert amel.get("me/channels").data["channels"] == []
    assert len(other.get("me/channels").data["channels"]) == 1


def test_without_a_gateway_there_are_no_tokens(amel, settings):
    """Without a gateway the server offers no push to devices and refuses tokens."""
    settings.VAPID_PRIVATE_KEY = settings.PUSH_GATEWAY_URL = ""

    refused(amel.post("me/channels", {"type": "device", "token": "x"}), 409, "channel_not_offered")
    assert [one["type"] for one in amel.get("me/channels").data["offered"]] == ["webhook"]
