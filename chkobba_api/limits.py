"""The table of all limits: rates of requests, and how much may exist at the same time.

The settings ``THROTTLES`` and ``LIMITS`` are made from it. Each limit has a variable of the environment, which replaces
its default. docs/limits.md says what the limits guarantee, and which test tries to break each of them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class RateLimit(NamedTuple):
    """A limit on how often something may happen."""

    name: str
    default: str
    """A number and its unit: ``240/minute``."""
    tryout: str | None
    """The default of the try-out server; None: the same."""
    bounds: str
    """A description of what is counted."""

    @property
    def variable(self) -> str:
        """The name of the variable of the environment."""
        return f"THROTTLE_{self.name.upper()}"


class CountLimit(NamedTuple):
    """A limit on how many of something may exist at the same time."""

    name: str
    default: int
    tryout: int | None
    """The default of the try-out server; None: the same."""
    unit: str
    """A word for what is counted."""
    bounds: str
    """A description of the things that the limit counts."""

    @property
    def variable(self) -> str:
        """The name of the variable of the environment."""
        return f"LIMIT_{self.name.upper()}"


RATE_LIMITS: Final = (
    # name, default, default of the try-out, what is counted
    RateLimit("player", "240/minute", "1200/minute", "requests of one player"),
    RateLimit("bot", "120/minute", "1200/minute", "requests of one bot account"),
    RateLimit("address", "1200/minute", "6000/minute", "requests of all players of one address"),
    RateLimit("anonymous", "600/minute", "6000/minute", "requests of one address without a token, and for pages"),
    RateLimit("guests", "30/hour", "1000/hour", "guests that one address creates"),
    RateLimit("matches", "120/hour", "100000/hour", "matches that one player creates"),
    RateLimit("matches_address", "1200/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("reports", "20/hour", "100000/hour", "reports and appeals that one player sends"),
    RateLimit("reports_address", "200/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("seeks", "60/hour", "100000/hour", "seeks that one player creates"),
    RateLimit("seeks_address", "600/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("invitations", "60/hour", "100000/hour", "invitations that one player sends"),
    RateLimit("invitations_address", "600/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("hints", "60/hour", "100000/hour", "hints that one player asks for"),
    RateLimit("hints_address", "600/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("chat", "120/hour", "100000/hour", "messages of one player in one match"),
    RateLimit("chat_address", "2400/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("clubs", "5/day", "100000/day", "clubs that one player founds"),
    RateLimit("clubs_address", "30/day", "100000/day", "the same for all players of one address"),
    RateLimit("channels", "30/hour", "100000/hour", "notification channels that one player adds or tests"),
    RateLimit("channels_address", "300/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("mails", "10/day", "100000/day", "mails to confirm an address, for one player"),
    RateLimit("mails_address", "60/day", "100000/day", "the same for all players of one address"),
    RateLimit("mails_to", "3/day", None, "mails to confirm an address, to one mailbox"),
    RateLimit("codes", "10/hour", None, "wrong room codes of one player"),
    RateLimit("codes_address", "300/hour", None, "the same for all players of one address"),
    RateLimit("device_codes", "30/hour", None, "wrong login codes of one address"),
    RateLimit("log_ins", "60/hour", None, "passwords, right or wrong, of one address, and of one player"),
    RateLimit("log_ins_at_name", "10/hour", None, "wrong passwords for one name from one address"),
    RateLimit("second_factors", "10/hour", None, "wrong second factors of one player"),
    RateLimit("passwords", "10/hour", None, "wrong present passwords of one player"),
    RateLimit("links", "20/hour", "100000/hour", "login links that one address asks for"),
    RateLimit("links_to", "5/hour", None, "login links to one mailbox"),
    RateLimit("authorizations", "30/hour", "100000/hour", "decisions of one player about programs that ask by OAuth"),
    RateLimit("authorizations_address", "300/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("challenges", "120/hour", "100000/hour", "passkey challenges of one player or of one address"),
    RateLimit("data", "1200/hour", "100000/hour", "pages of the data export of one player"),
    RateLimit("keys", "1200/hour", "100000/hour", "idempotency keys of one player"),
    RateLimit("keys_address", "6000/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("lookups", "60/hour", "100000/hour", "names that one player looks up"),
    RateLimit("lookups_address", "600/hour", "100000/hour", "the same for all players of one address"),
    RateLimit("devices", "30/hour", "100000/hour", "tokens and codes for other devices that one player creates"),
    RateLimit("names", "20/day", "100000/day", "unique names that one player tries to claim"),
)
"""The rate limits. Those with ``_address`` are for all players of one address (of IPv6: of one /64)."""

COUNT_LIMITS: Final = (
    # name, default, default of the try-out, unit, which of them are counted
    CountLimit("open_matches", 100, 100_000, "matches", "of one player, that are not over"),
    CountLimit("lobbies", 30, 100_000, "matches", "of one player, that have not begun"),
    CountLimit("bot_open_matches", 50, 100_000, "matches", "of one bot account, that are not over"),
    CountLimit("bot_lobbies", 5, 100_000, "matches", "of one bot account, that have not begun"),
    CountLimit("bots", 100, 100_000, "bots", "in the open matches that one player created"),
    CountLimit("address_open_matches", 1_000, 100_000, "matches", "of all players of one address, that are not over"),
    CountLimit("address_bots", 1_000, 100_000, "bots", "in the open matches that all players of one address created"),
    CountLimit("seeds", 10, None, "seeds", "that one player adds or commits to in one match"),
    CountLimit("match_seeds", 50, None, "seeds", "that all players add or commit to in one match"),
    CountLimit("analyses", 10, 1_000, "matches", "of which one player requests the analysis in a day"),
    CountLimit("reports", 30, 100_000, "reports", "of one player, that are open"),
    CountLimit("seeks", 10, 100_000, "seeks", "of one player, that are not over"),
    CountLimit("found_matches", 120, 100_000, "matches", "that the seeks of one player find within an hour"),
    CountLimit("invitations", 30, None, "invitations", "of one player to matches that have not begun"),
    CountLimit("invitations_to_one", 3, None, "invitations", "of one player to the same stranger within a day"),
    CountLimit("invited", 50, None, "invitations", "to one player, after which strangers cannot invite them"),
    CountLimit("channels", 10, None, "channels", "of one player"),
    CountLimit("passkeys", 10, None, "passkeys", "of one player"),
    CountLimit("devices", 50, None, "devices", "of one player"),
    CountLimit("login_addresses", 5, None, "addresses", "of one player, for login links"),
    CountLimit("programs", 20, None, "programs", "of one player"),
    CountLimit("chat_messages", 1_000, None, "messages", "of one player in one match"),
    CountLimit("mutes", 200, None, "players", "that one player has muted"),
    CountLimit("follows", 1_000, None, "players", "that one player follows"),
    CountLimit("blocks", 1_000, None, "players", "that one player has blocked"),
    CountLimit("clubs", 50, None, "clubs", "to which one player belongs"),
    CountLimit("organized_clubs", 10, None, "clubs", "that one player organizes"),
    CountLimit("club_members", 500, None, "players", "who are members of one club"),
    CountLimit("club_presets", 30, None, "presets", "of one club"),
    CountLimit("club_matches", 300, None, "matches", "of one club, that are not over"),
    CountLimit("held", 2_000, None, "requests", "that one process holds (``games.api.live.slots``)"),
    CountLimit("address_held", 400, None, "requests", "of one address, that one process holds"),
    CountLimit("token_held", 10, None, "requests", "of one token, that one process holds"),
    CountLimit("streams", 10, None, "streams", "of one player, that one process holds"),
)
"""The limits on what may exist at the same time."""


def throttles(env: Any, *, tryout: bool) -> dict[str, str]:
    """Return the rate limits of this server, by name."""
    return {
        limit.name: env.str(limit.variable, default=(tryout and limit.tryout) or limit.default) for limit in RATE_LIMITS
    }


def limits(env: Any, *, tryout: bool) -> dict[str, int]:
    """Return the limits of this server on what may exist at the same time, by name."""
    return {
        limit.name: env.int(limit.variable, default=(tryout and limit.tryout) or limit.default)
        for limit in COUNT_LIMITS
    }
