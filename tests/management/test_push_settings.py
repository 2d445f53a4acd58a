"""Push settings: the system check names incomplete ones, and a command creates a key."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.checks import run_checks
from django.core.management import call_command

from games.notifications.push.encryption import application_server_key

KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"


def found(prefix="games.E00"):
    """Return the ids of the failed system checks."""
    return sorted(one.id for one in run_checks() if one.id and one.id.startswith(prefix))


@pytest.mark.parametrize(
    ("key", "subject", "ids"),
    [
        (KEY, "mailto:host@club.example", []),
        (KEY, "https://club.example", []),
        (KEY, "", ["games.E006"]),
        (KEY, "host@club.example", ["games.E006"]),
        ("short", "mailto:host@club.example", ["games.E005"]),
        (KEY + "é", "https://club.example", ["games.E005"]),
        ("", "https://club.example", []),
    ],
)
def test_a_key_has_somebody_to_turn_to(settings, key, subject, ids):
    """A key needs a contact, without which push services refuse messages."""
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = key, subject

    assert found() == ids


def test_somebody_to_turn_to_without_a_key(settings, monkeypatch):
    """A contact without a key is incomplete, too."""
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = "", "mailto:host@club.example"
    monkeypatch.setenv("VAPID_SUBJECT", "mailto:host@club.example")

    assert found() == ["games.E004"]


def test_a_gateway_has_a_secret(settings):
    """A gateway needs a secret, by which it knows the server."""
    settings.PUSH_GATEWAY_URL, settings.PUSH_GATEWAY_SECRET = "https://push.app.example/", ""

    assert found() == ["games.E007"]


def test_a_key_is_drawn():
    """The command prints a new private key for the environment, and the public key to compare with."""
    drawn = []
    for _ in range(2):
        out = StringIO()
        call_command("make_vapid_key", stdout=out)
        private, public = out.getvalue().splitlines()
        key = private.removeprefix("VAPID_PRIVATE_KEY=")
        assert public.endswith(application_server_key(key))
        drawn.append(key)

    assert drawn[0] != drawn[1]
