"""Webhooks of players: notifications posted to a URL of the player's choice (docs/notifications.md)."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

import httpx

from chkobba_api.errors import invalid
from chkobba_api.ids import new_id
from games.engine.messages import say
from games.models import Delivery, NotificationChannel
from games.notifications.host_webhook import body_of
from games.notifications.outgoing_requests import is_url, post, signed
from games.notifications.player_channels import PlayerSender
from games.notifications.sender import Outcome, Post, Send
from games.notifications.sentences import lines, reader_of, tried

LONGEST: Final = 500
"""The most characters of a webhook URL."""


class PlayerWebhook(PlayerSender):
    """Posts to URLs of players, as Standard Webhooks or as messages for Discord or Slack."""

    key = "player_webhook"
    type = "webhook"
    formats: Sequence[str] = ("raw", "discord", "slack")
    signs = True
    enabled_by = ()  # players configure their webhooks themselves

    @contextmanager
    def connected(self) -> Iterator[Send]:
        """Yield a function that posts a message. Each message goes to another host, so no connection is shared."""
        yield _send

    # --- a webhook ----------------------------------------------------------------------------------------------------

    def checked(self, target: str) -> str:
        """Return the URL in its canonical form. Raises DomainError ``invalid``."""
        if not is_url(target, LONGEST):
            raise invalid("target", say("channel.no_url"))
        return str(httpx.URL(target))

    def begin(self, channel: NotificationChannel, now: datetime) -> None:
        """Create the secret of a webhook. It needs no confirmation, since its owner reads what is sent there."""
        channel.secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        channel.confirmed_at = now

    def try_out(self, channel: NotificationChannel, now: datetime) -> Outcome:
        """Post a test message and return the outcome."""
        words = reader_of(channel.player).say(tried(channel.player))
        raw = {"type": "test", "timestamp": now.isoformat(), "data": {"player": str(channel.player_id)}}
        return _written(channel, new_id(), now, [words], raw)()


def _send(message: Sequence[Delivery], now: datetime) -> Post:
    first, channel = message[0], message[0].channel
    if channel is None or first.message is None:
        raise ValueError("a delivery of a player's webhook goes to a channel, in a message")
    notifications = [delivery.notification for delivery in message]
    bodies = [body_of(notification) for notification in notifications]
    several = {"type": "several", "timestamp": bodies[-1]["timestamp"], "data": {"notifications": bodies}}
    raw = bodies[0] if len(bodies) == 1 else several
    return _written(channel, first.message, now, lines(notifications, channel.player), raw)


def _written(
    channel: NotificationChannel, message_id: UUID, now: datetime, said: Sequence[str], raw: Mapping[str, Any]
) -> Post:
    """Return a function that posts a message in the format of a channel: as sentences, or as facts."""
    body, headers = signed(channel.secret, message_id, now, FORMATS[channel.format](said, raw))
    return partial(post, channel.target, body, {"user-agent": "Chkobba", **headers})


def _for_discord(said: Sequence[str], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a body for Discord in which no name mentions a user there."""
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
"""The formats of a player's webhook: facts, or sentences for a chat."""
