"""Senders, which bring notifications to players outside of the server. To add one, add a file and a line here.

A sender sends to the host, which passes notifications on, or to channels of players (``player_channels``).
``delivery`` stores, leases and repeats what senders send. Clients that fetch their notifications read ``stream``.
docs/adding-a-channel.md shows how to add one.
"""

from __future__ import annotations

from typing import Final

from games.notifications.host_webhook import HostWebhook
from games.notifications.mail import MailToPlayers
from games.notifications.player_channels import PLAYER_SENDERS
from games.notifications.player_webhook import PlayerWebhook
from games.notifications.push.device import Device
from games.notifications.push.web_push import WebPush
from games.notifications.sender import Sender
from games.services.notifications.notifications import NOTIFIES_ALL

__all__ = ["PLAYER_SENDERS", "SENDERS"]

PLAYER_SENDERS.update({sender.type: sender for sender in (PlayerWebhook(), MailToPlayers(), WebPush(), Device())})
"""The senders to channels of players, by the type in the API. The host's settings decide which are offered."""

SENDERS: Final[tuple[Sender, ...]] = (HostWebhook(), *PLAYER_SENDERS.values())
"""All senders, the host's webhook first."""

NOTIFIES_ALL.extend(name for sender in SENDERS if sender.tells_all for name in sender.enabled_by)
