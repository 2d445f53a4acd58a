"""Who follows what happens at matches. To add one, write a file and name it here.

A *channel* brings occasions to players outside of the server (docs/adding-a-channel.md); what it has to send is kept,
leased and repeated by ``delivering``. Those who fetch their occasions themselves read ``stream``. A *follower* does
something about each match that is over (docs/adding-a-follower.md), as ``following`` has it.
"""

from __future__ import annotations

from typing import Final

from games.followers.audit import Audit
from games.followers.channel import Channel
from games.followers.follower import Follower
from games.followers.webhook import HostWebhook
from games.services.occasions import SENDERS

CHANNELS: Final[tuple[Channel, ...]] = (HostWebhook(),)
"""What sends occasions on."""

FOLLOWERS: Final[tuple[Follower, ...]] = (Audit(),)
"""What does something about matches that are over, in this order."""

SENDERS.extend(channel.in_use for channel in CHANNELS)
