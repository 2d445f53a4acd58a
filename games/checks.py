"""System checks of the games app."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from standardwebhooks.webhooks import EmptyWebhookSecretError, Webhook

from games.append_only import missing_guards
from games.notifications.push.encryption import application_server_key

WORKER_BOTS = ("too", "only", "not")
"""The values that the setting of this name accepts."""
INSTEAD: Final = {
    "DATABASE_URL": "?sslmode=verify-full",
    "CELERY_BROKER_URL": "rediss:// or amqps://",
    "CACHE_URL": "rediss://",
    "EMAIL_URL": "smtp+tls:// or smtp+ssl://",
    "WEBHOOK_URL": "https://",
    "PUSH_GATEWAY_URL": "https://",
}
"""The encrypted alternative for each setting that names another server."""
PLAIN: Final = ("redis", "amqp", "pyamqp", "smtp", "http")
"""The schemes that encrypt nothing."""
PRIVATE_NAMES: Final = (".localhost", ".local", ".internal", ".home.arpa")
"""The ends of names that the internet does not have (RFC 6761, 6762, 8375; ICANN for ``internal``)."""


@register()
def requests_can_be_signed(**kwargs: Any) -> list[CheckMessage]:
    """Report the URL of the host's webhook or push gateway without a valid secret to sign requests with."""
    hint = 'Create one: echo "whsec_$(head -c 32 /dev/urandom | base64)"'
    return [
        Error(f"{name}_URL is set, but {name}_SECRET is not a valid secret.", hint=hint, id=id)
        for name, id in (("WEBHOOK", "games.E001"), ("PUSH_GATEWAY", "games.E007"))
        if getattr(settings, f"{name}_URL") and not _signs(getattr(settings, f"{name}_SECRET"))
    ]


def _signs(secret: str) -> bool:
    try:
        Webhook(secret)
    except (EmptyWebhookSecretError, ValueError):
        return False
    return True


@register()
def push_services_know_us(**kwargs: Any) -> list[CheckMessage]:
    """Report a VAPID key without a contact, or a contact without a key: push services accept neither."""
    key, subject = settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT
    if not key:
        only_half = "VAPID_SUBJECT" in os.environ
        hint = "Create one: manage.py make_vapid_key"
        return [Error("VAPID_SUBJECT is set, but VAPID_PRIVATE_KEY is not.", hint=hint, id="games.E004")] * only_half
    found: list[CheckMessage] = []
    try:
        application_server_key(key)
    except ValueError:
        hint = "Create a new one: manage.py make_vapid_key"
        found.append(Error("VAPID_PRIVATE_KEY is not a valid key.", hint=hint, id="games.E005"))
    if not subject.startswith(("mailto:", "https://")):
        hint = "Set it to a contact for push services: mailto:… or https://…"
        found.append(Error("VAPID_PRIVATE_KEY is set, but VAPID_SUBJECT is not a contact.", hint=hint, id="games.E006"))
    return found


@register()
def workers_know_what_they_do(**kwargs: Any) -> list[CheckMessage]:
    """Report an unknown value of ``WORKER_BOTS``: with it, bots would delay other work or never move."""
    if settings.WORKER_BOTS in WORKER_BOTS:
        return []
    return [Error("WORKER_BOTS has an unknown value.", hint=f"One of {', '.join(WORKER_BOTS)}.", id="games.E002")]


@register()
def links_lead_somewhere(**kwargs: Any) -> list[CheckMessage]:
    """Report a contact or privacy URL that the page cannot link to, or that a browser would run as a script."""
    hint = "Start it with https://, http:// or mailto:, or leave it out."
    return [
        Error(f"{name} is not an address that a page can link to.", hint=hint, id="games.E003")
        for name in ("CONTACT_URL", "PRIVACY_URL")
        if (url := getattr(settings, name)) and not url.startswith(("https://", "http://", "mailto:"))
    ]


@register()
def mails_can_be_sent(**kwargs: Any) -> list[CheckMessage]:
    """Report a mail server without a sender address, or without the address that links in mails lead to."""
    if not settings.EMAIL_URL:
        return []
    schemes = ("https://", "http://") if settings.TRYOUT else ("https://",)
    is_valid = {
        "DEFAULT_FROM": "@" in parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
        "PUBLIC_URL": settings.PUBLIC_URL.startswith(schemes),
    }
    hint = "Examples: DEFAULT_FROM=Chkobba <cards@club.example>, PUBLIC_URL=https://cards.club.example."
    return [
        Error(f"EMAIL_URL is set, but {name} is missing or invalid.", hint=hint, id="games.E008")
        for name, valid in is_valid.items()
        if not valid
    ]


@register()
def connections_are_encrypted(**kwargs: Any) -> list[CheckMessage]:
    """Report addresses in plain text that lead out of this machine and its private network.

    A warning, since only the host knows the network. No name is resolved: one with a dot may be anywhere.
    """
    if settings.TRYOUT:
        return []
    return [
        Warning(
            f"{name} leads to {host} without encryption.",
            hint=f"Use {INSTEAD[name]}, or a private address if the host is in your own protected network.",
            id="games.W002",
        )
        for name, host in _plain_addresses()
        if not _is_private(host)
    ]


def _plain_addresses() -> Iterator[tuple[str, str]]:
    """Yield the settings whose addresses ask for no encryption, with the host of each address."""
    names = ("CELERY_BROKER_URL", "EMAIL_URL", "WEBHOOK_URL", "PUSH_GATEWAY_URL")
    addresses = [(name, address) for name in names for address in getattr(settings, name).split(";")]
    cached = settings.CACHES["default"].get("LOCATION", "")
    if cached != settings.CELERY_BROKER_URL.partition("?")[0]:  # without CACHE_URL, the cache is the broker
        addresses += [("CACHE_URL", address) for address in ([cached] if isinstance(cached, str) else cached)]
    for name, address in addresses:
        if (parts := urlsplit(address)).scheme in PLAIN:
            yield name, parts.hostname or ""
    database = settings.DATABASES["default"]
    if database.get("OPTIONS", {}).get("sslmode") not in ("require", "verify-ca", "verify-full"):
        yield from (("DATABASE_URL", host) for host in database.get("HOST", "").split(","))


def _is_private(host: str) -> bool:
    """Return whether a host is this machine, in a private network, or has a name that only such a network knows."""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith(PRIVATE_NAMES)


@register(Tags.database)
def log_is_guarded(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Report missing triggers of the log, in ``check --database`` and ``migrate``.

    A warning, since an error would keep ``migrate`` from creating them.
    """
    return [
        Warning(
            f"Triggers that protect the log are missing: {', '.join(sorted(missing))}.",
            hint="Run `manage.py migrate`, which creates them.",
            id="games.W001",
        )
        for alias in databases or []
        if (missing := missing_guards(alias))
    ]
