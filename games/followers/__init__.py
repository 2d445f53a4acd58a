"""Who follows what happens at matches. To add one, write a file and name it here.

A *channel* brings occasions to players outside of the server (docs/adding-a-channel.md): to the host, who passes them
on, or to addresses that players have named (``addresses``). What it has to send is kept, leased and repeated by
``delivering``. Those who fetch their occasions themselves read ``stream``. A *follower* does something about each match
that is over (docs/adding-a-follower.md), as ``following`` has it.
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
