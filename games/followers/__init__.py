"""Channels for notifications, and followers of finished matches. Adding one is a file and a line here.

A *channel* sends notifications to players outside of the server (docs/adding-a-channel.md): to the host, which passes
them on, or to the players' own addresses (``addresses``). ``delivering`` stores, leases and repeats what it sends.
Clients that fetch their notifications read ``stream``. A *follower* does something about each finished match
(docs/adding-a-follower.md), called by ``following``.
"""

from __future__ import annotations

from typing import Final

from games.followers.addresses import OWN
from games.followers.audit import Audit
from games.followers.channel import Channel
from games.followers.clubs import Clubs
from games.followers.device import Device
from games.followers.follower import Follower
from games.followers.mail import MailToPlayers
from games.followers.plans import Plans
from games.followers.player_webhook import PlayerWebhook
from games.followers.push import WebPush
from games.followers.ratings import Ratings
from games.followers.reliability import ReliabilityOfPlayers
from games.followers.seeks import Seeks
from games.followers.statistics import Statistics
from games.followers.substitutes import Substitutes
from games.followers.webhook import HostWebhook
from games.services.notifications.notifications import SENDERS

__all__ = ["CHANNELS", "FOLLOWERS", "OWN"]

OWN.update({channel.type: channel for channel in (PlayerWebhook(), MailToPlayers(), WebPush(), Device())})
"""What sends occasions to addresses of their players, by what the API calls it.

The host's settings say which of them are offered (``in_use``).
"""

CHANNELS: Final[tuple[Channel, ...]] = (HostWebhook(), *OWN.values())
"""What sends occasions on."""

FOLLOWERS: Final[tuple[Follower, ...]] = (
    Audit(),
    Plans(),
    Substitutes(),
    Seeks(),
    Ratings(),
    Statistics(),
    ReliabilityOfPlayers(),
    Clubs(),
)
"""What does something about matches that are over, in this order."""

SENDERS.extend(channel.in_use for channel in CHANNELS if channel.tells_all)
