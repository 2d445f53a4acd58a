"""``getServer``: contact, and the list of stored data."""

from __future__ import annotations

from django.apps import apps
from django.core.checks import run_checks

from games.services.privacy import retention


def test_every_table_has_its_word():
    """Each model is described in the list of stored data, or marked as impersonal."""
    told = [table for kind in retention.STORED for table in kind.tables]

    assert len(told) == len(set(told))
    assert {*told, *retention.IMPERSONAL} == {model._meta.label for model in apps.get_models()}


def test_what_is_stored_is_said_in_the_readers_language(client_of):
    """The texts are in the reader's language, with the days after which the server deletes the data."""
    in_english, in_french = (
        {kind["key"]: kind for kind in client_of().get("server", accept_language=language).json()["stored"]}
        for language in ("en", "fr")
    )

    assert in_english["reports"]["days"] == 90
    assert "90 days" in in_english["reports"]["text"]
    assert "90 jours" in in_french["reports"]["text"]
    assert in_english["matches"]["days"] is None


def test_whoever_runs_it_says_whom_to_turn_to(client_of, settings):
    """The host's contact and privacy links are shown, or null."""
    assert client_of().get("server").json()["contact_url"] is None

    settings.CONTACT_URL, settings.PRIVACY_URL = "mailto:cards@club.example", "https://club.example/privacy"

    answer = client_of().get("server").json()
    assert (answer["contact_url"], answer["privacy_url"]) == (settings.CONTACT_URL, settings.PRIVACY_URL)


def test_a_link_that_would_run_as_a_script_is_refused(settings):
    """The start of the server fails if a configured link would run as a script."""
    settings.PRIVACY_URL = "javascript:alert(1)"

    assert [found.id for found in run_checks() if found.id == "games.E003"] == ["games.E003"]


def test_a_host_that_sends_mail_says_from_whom_and_where_links_lead(settings):
    """A host that sends mail must configure sender and address, or the server does not start."""
    settings.TRYOUT = False
    for sender, place, faults in (
        ("Chkobba <cards@club.example>", "https://cards.club.example", 0),
        ("Chkobba", "https://cards.club.example", 1),
        ("cards@club.example", "http://cards.club.example", 1),
        ("", "", 2),
    ):
        settings.EMAIL_URL, settings.DEFAULT_FROM_EMAIL, settings.PUBLIC_URL = "smtp://127.0.0.1:25", sender, place
        assert [found.id for found in run_checks() if found.id == "games.E008"] == ["games.E008"] * faults

        settings.EMAIL_URL = ""
        assert not [found for found in run_checks() if found.id == "games.E008"]
