"""Native apps: UnifiedPush works like Web Push; Google and Apple work through the host's push gateway."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from datetime import timedelta
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook

from games.models import Delivery, Notification, NotificationChannel
from games.notifications import PLAYER_SENDERS, player_channels
from games.notifications.push import encryption
from games.notifications.sender import in_use
from tests.helpers.stored import undone
from tests.notifications.pushing import Browser, PushService
from tests.notifications.receiving import SECRET, Answer, Receiver, listening
from tests.notifications.sending import send, send_again
from tests.notifications.test_push import KEY

GATEWAY = Path(__file__).resolve().parents[2] / "clients" / "gateway" / "gateway.py"
DEVICE = PLAYER_SENDERS["device"]
MINUTE = timedelta(minutes=1)
TOKEN = "fcm-token-of-a-phone-1234"


class Gateway(Receiver):
    """A gateway that verifies the messages, and gives the answers that a test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.status, self.said, self.headers = 204, b"", {}
        self.taken: list[dict[str, Any]] = []
        self.faults: list[str] = []

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        try:
            Webhook(SECRET).verify(body, headers)
        except Exception as fault:
            self.faults.append(repr(fault))
        self.taken.append(json.loads(body))
        return self.status, self.headers, self.said


@pytest.fixture
def gateway(settings) -> Iterator[Gateway]:
    """Return a listening gateway that the server uses."""
    gateway = Gateway()
    settings.PUSH_GATEWAY_URL = f"{gateway.address}push"
    settings.PUSH_GATEWAY_SECRET, settings.PUBLIC_URL = SECRET, "https://cards.example"
    with listening(gateway.server):
        yield gateway
    assert gateway.faults == []


def register(player, now, **wish):
    """Register a phone of a player for notifications about started matches."""
    wish = {"format": "fcm", "quiet_from": None, "quiet_to": None, "kinds": ["match_started"], **wish}
    return player_channels.add(DEVICE, player, now, target=wish.pop("target", TOKEN), **wish)


def test_a_phone_is_told_by_the_gateway(running, player, amel, gateway, now):
    """The gateway gets texts, the target address, the tag to replace, and the expiry."""
    register(amel, now, name="Pixel 8")
    match = running(amel, player("Sami"), at=now).match
    send(now)

    (pushed,) = gateway.taken
    data = pushed["data"]
    assert pushed["type"] == "push"
    assert data["device"] == {"platform": "fcm", "token": TOKEN}
    assert (data["title"], data["body"]) == ("Sami", "Chkobba: the match has begun.")
    assert data["link"] == f"https://cards.example/match/{match.pk}"
    assert (data["urgency"], data["language"], len(data["collapse_key"])) == ("normal", "en", 32)
    assert data["expires_at"] == (now + DEVICE.lasts).isoformat()


def test_a_token_that_is_over_is_forgotten(running, player, amel, gateway, now, subtests):
    """A token that the gateway names or answers with 410 is removed, and its player notified.

    Other answers count as taken.
    """
    register(amel, now)
    running(amel, player("Sami"), at=now)
    rejected = json.dumps({"rejected": [TOKEN]}).encode()
    for status, said, is_over in ((200, rejected, True), (410, b"", True), (200, b'{"rejected": 1}', False)):
        with subtests.test(status=status, said=said), undone():
            gateway.status, gateway.said = status, said
            send(now)

            assert NotificationChannel.objects.exists() != is_over
            assert Notification.objects.filter(kind="channel_off").exists() == is_over


def test_the_gateway_says_how_long_to_wait(running, player, amel, gateway, now):
    """``Retry-After`` of the gateway sets the time of the next attempt."""
    register(amel, now)
    gateway.status, gateway.headers = 503, {"retry-after": "60"}
    running(amel, player("Sami"), at=now)
    send(now)
    gateway.status = 204
    send(now + timedelta(seconds=59))
    assert len(gateway.taken) == 1

    send(now + MINUTE)

    assert len(gateway.taken) == 2
    assert Delivery.objects.get().state == Delivery.State.TAKEN


@pytest.mark.parametrize("status", [401, 400, 429, 502, None])
def test_an_outage_of_the_gateway_turns_no_device_off(running, player, amel, gateway, now, settings, status):
    """Failures of the host's gateway do not count against a device, which is notified as soon as it works again."""
    register(amel, now)
    running(amel, player("Sami"), at=now)
    works, gateway.status = settings.PUSH_GATEWAY_URL, status or 204
    if status is None:
        settings.PUSH_GATEWAY_URL = "http://127.0.0.1:9/"  # no server listens there
    send(now)
    send_again(now, 33)

    phone = NotificationChannel.objects.get()
    assert (phone.is_on, phone.failures, phone.given_up_at) == (True, 0, None)
    assert not Notification.objects.filter(kind="channel_off").exists()
    if status == 400:
        return  # the message is not sent again
    settings.PUSH_GATEWAY_URL, gateway.status = works, 204
    send(now + timedelta(hours=36))
    assert Delivery.objects.get().state == Delivery.State.TAKEN


def test_unified_push_is_web_push(running, player, amel, now, settings):
    """A UnifiedPush distributor gets the same message as a browser."""
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = KEY, "mailto:host@club.example"
    service = PushService(encryption.application_server_key(KEY))
    phone = Browser(service, "phone")
    with listening(service.server):
        keys = phone.subscription["keys"]
        register(amel, now, format="unifiedpush", target=phone.endpoint, details={**keys, "expires": None})
        running(amel, player("Sami"), at=now)
        send(now)

    assert [told["notification"]["title"] for told in phone.arrived] == ["Sami"]
    assert service.faults == []


def test_what_is_not_configured_is_not_offered(settings):
    """Only the configured ways are offered, and no devices without any."""
    for settings.VAPID_PRIVATE_KEY in ("", KEY):
        for settings.PUSH_GATEWAY_URL in ("", "http://gateway/"):
            formats = ("unifiedpush",) if settings.VAPID_PRIVATE_KEY else ()
            formats += ("fcm", "apns") if settings.PUSH_GATEWAY_URL else ()
            assert DEVICE.formats == formats
            assert in_use(DEVICE) == bool(formats)
            assert in_use(PLAYER_SENDERS["web_push"]) == bool(settings.VAPID_PRIVATE_KEY)


def test_the_gateway_of_the_docs(amel, settings, now, monkeypatch, capsys):
    """The example gateway of the docs writes the formats of Google and Apple, and refuses unsigned messages."""
    monkeypatch.setenv("PUSH_GATEWAY_SECRET", SECRET)
    server = ThreadingHTTPServer(("127.0.0.1", 0), runpy.run_path(str(GATEWAY))["Gateway"])
    settings.PUSH_GATEWAY_URL, settings.PUSH_GATEWAY_SECRET = f"http://127.0.0.1:{server.server_port}/", SECRET
    with listening(server):
        for platform, token in (("fcm", "google-1"), ("apns", "apple-1")):
            phone = register(amel, now, format=platform, target=token)
            assert DEVICE.try_out(phone, now).said == "204"
        settings.PUSH_GATEWAY_SECRET = "whsec_" + "Tm90IHRoZSBzZWNyZXQgdGhhdCBpdCBrbm93cw=="
        assert DEVICE.try_out(phone, now).said == "401"
    google, apple = map(json.loads, capsys.readouterr().out.splitlines())
    assert (google["token"], google["notification"]["title"]) == ("google-1", "Chkobba")
    assert 0 < int(google["android"]["ttl"].removesuffix("s")) <= 600
    assert apple["path"] == "/3/device/apple-1"
    assert apple["payload"]["aps"]["alert"]["body"].startswith("This is a test: Amel")
