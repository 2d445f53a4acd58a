"""The system check of addresses without encryption, in production."""

from __future__ import annotations

import pytest
from django.core.checks import run_checks

ENCRYPTED = {
    "CELERY_BROKER_URL": "rediss://redis.example.org/0",
    "EMAIL_URL": "smtp+tls://mail.example.org:587",
    "WEBHOOK_URL": "https://club.example.org/hook",
    "PUSH_GATEWAY_URL": "https://push.example.org",
}


@pytest.fixture
def warned(settings, monkeypatch):
    """Return a function that changes settings of production, and returns the addresses of which the check warns."""

    def warn(cache="rediss://cache.example.org/1", database="", options=None, **changed):
        settings.TRYOUT = False
        for name, value in {**ENCRYPTED, **changed}.items():
            setattr(settings, name, value)
        monkeypatch.setitem(settings.CACHES["default"], "LOCATION", cache)
        for name, value in {"HOST": database, "OPTIONS": options or {}}.items():
            monkeypatch.setitem(settings.DATABASES["default"], name, value)
        return [one.msg for one in run_checks() if one.id == "games.W002"]

    return warn


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("CELERY_BROKER_URL", "redis://:p@cards.example.org:6379/0"),
        ("CELERY_BROKER_URL", "amqps://mq.example.org//;amqp://cards.example.org//"),
        ("EMAIL_URL", "smtp://user:p@cards.example.org:25"),
        ("WEBHOOK_URL", "http://cards.example.org/hook"),
        ("PUSH_GATEWAY_URL", "http://cards.example.org"),
    ],
)
def test_an_address_in_plain_text_is_named(warned, name, address):
    """The warning names the setting and the host, and no password."""
    assert warned(**{name: address}) == [f"{name} leads to cards.example.org without encryption."]


def test_a_cache_or_a_database_in_plain_text_is_named(warned):
    """A database is encrypted for certain only by its ``sslmode``; a cache without an address is the broker."""
    broker = "redis://1.1.1.1:6379/0"

    assert warned(cache=["redis://1.1.1.1/1", "redis://cache/1"]) == ["CACHE_URL leads to 1.1.1.1 without encryption."]
    assert warned(cache=broker, CELERY_BROKER_URL=f"{broker}?health_check_interval=9") == [
        "CELERY_BROKER_URL leads to 1.1.1.1 without encryption."
    ]
    assert warned(database="db.example.org,db") == ["DATABASE_URL leads to db.example.org without encryption."]
    assert warned(database="db.example.org", options={"sslmode": "verify-full"}) == []


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "localhost", "10.1.2.3", "100.64.0.1", "[fd00::1]", "redis", "redis.internal"]
)
def test_this_machine_and_private_networks_need_no_encryption(warned, host):
    """Addresses of the machine and private ones pass, as do names of containers."""
    assert warned(CELERY_BROKER_URL=f"redis://{host}:6379/0", WEBHOOK_URL=f"http://{host}/") == []
    assert warned(EMAIL_URL="", WEBHOOK_URL="", PUSH_GATEWAY_URL="", database="/run/postgresql") == []


def test_a_tryout_is_not_warned(warned, settings):
    """The try-out uses plain HTTP and is for one machine."""
    assert warned(WEBHOOK_URL="http://cards.example.org/")

    settings.TRYOUT = True
    assert [one for one in run_checks() if one.id == "games.W002"] == []
