"""Channels, which send notifications to players outside of the server. To add one, add a file and a line here.

A channel sends to the host, which passes notifications on, or to the players' own addresses (``player_channels``).
``delivery`` stores, leases and repeats what channels send. Clients that fetch their notifications read ``stream``.
docs/adding-a-channel.md shows how to add a channel.
"""

from __future__ import annotations

from typing import Final

from games.notifications.channel import Channel
from games.notifications.host_webhook import HostWebhook
from games.notifications.mail import MailToPlayers
from games.notifications.player_channels import OWN
from games.notifications.player_webhook import PlayerWebhook
from games.notifications.push.device import Device
from games.notifications.push.web_push import WebPush
from games.services.notifications.notifications import SENDERS

__all__ = ["CHANNELS", "OWN"]

OWN.update({channel.type: channel for channel in (PlayerWebhook(), MailToPlayers(), WebPush(), Device())})
"""The channels to players' own addresses, by their type in the API. The host's settings decide which are offered."""

CHANNELS: Final[tuple[Channel, ...]] = (HostWebhook(), *OWN.values())
"""All channels, the host's webhook first."""

SENDERS.extend(channel.in_use for channel in CHANNELS if channel.tells_all)
