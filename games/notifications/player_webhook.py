"""Webhooks of players: notifications for their owner, posted to an address of their choice (docs/notifications.md)."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

import httpx
from standardwebhooks import Webhook

from accounts.validation import Unfit
from chkobba_api.ids import new_id
from games.engine.messages import say
from games.models import Delivery, NotificationChannel
from games.notifications.channel import Outcome, Post, Send
from games.notifications.host_webhook import body_of
from games.notifications.outgoing_requests import is_address, post
from games.notifications.player_channels import OwnChannel
from games.notifications.sentences import lines, reader_of, tried

LONGEST: Final = 500
"""Characters of an address on the web."""


class PlayerWebhook(OwnChannel):
    """Posts to addresses of players, as Standard Webhooks or as two kinds of chats read it."""

    key = "player_webhook"
    type = "webhook"
    formats: Sequence[str] = ("raw", "discord", "slack")
    signs = True

    def in_use(self) -> bool:
        """See Channel: always, since players configure it."""
        return True

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """See Channel. Each message goes to another place: there is nothing to keep open."""
        yield _send

    # --- an address of a player ---------------------------------------------------------------------------------------

    def checked(self, target: str) -> str:
        """See OwnChannel."""
        if not is_address(target, LONGEST):
            raise Unfit(say("channel.no_url"), "target")
        return str(httpx.URL(target))

    def begin(self, address: NotificationChannel, now: datetime) -> None:
        """See OwnChannel. The owner of a webhook address reads what is sent there, so it is confirmed."""
        address.secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        address.confirmed_at = now

    def try_out(self, address: NotificationChannel, now: datetime) -> Outcome:
        """See OwnChannel."""
        words = reader_of(address.player).say(tried(address.player))
        raw = {"type": "test", "timestamp": now.isoformat(), "data": {"player": str(address.player_id)}}
        return _written(address, new_id(), now, [words], raw)()


def _send(message: Sequence[Delivery], now: datetime) -> Post:
    first, address = message[0], message[0].address
    if address is None or first.message is None:
        raise ValueError("a delivery of a player's webhook goes to an address, in a message")
    notifications = [delivery.notification for delivery in message]
    told = [body_of(notification) for notification in notifications]
    several = {"type": "several", "timestamp": told[-1]["timestamp"], "data": {"notifications": told}}
    raw = told[0] if len(told) == 1 else several
    return _written(address, first.message, now, lines(notifications, address.player), raw)


def _written(
    address: NotificationChannel, message_id: UUID, now: datetime, said: Sequence[str], raw: Mapping[str, Any]
) -> Post:
    """Return a function that posts a message in the format of an address: in words, or as facts."""
    written = FORMATS[address.format](said, raw)
    body = json.dumps(written)
    headers = {
        "content-type": "application/json",
        "user-agent": "Chkobba",
        "webhook-id": str(message_id),
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(address.secret).sign(str(message_id), now, body),
    }
    return partial(post, address.target, body.encode(), headers)


def _for_discord(said: Sequence[str], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a body for Discord, in which no name notifies anyone there."""
    return {"content": "\n".join(said)[:2000], "allowed_mentions": {"parse": []}}


def _for_slack(said: Sequence[str], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a body for Slack, which treats three characters specially."""
    text = "\n".join(said)
    return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}


FORMATS: Final[Mapping[str, Callable[[Sequence[str], Mapping[str, Any]], Mapping[str, Any]]]] = {
    "raw": lambda said, raw: raw,
    "discord": _for_discord,
    "slack": _for_slack,
}
"""How a webhook of a player can be written: facts, or sentences for a chat."""
