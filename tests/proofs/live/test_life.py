"""A player's life from the first match to the account deletion, over HTTP, on a real server.

A guest comes by an invitation, plays, loses the phone, and returns by the recovery code. The player claims the account
with a name and a passkey, and has a second device. The player finds an opponent, gets a rating, founds a club, blocks,
reports, exports all data, and leaves. Then no table and no log has their data, and others have played with a former
player.
"""

from __future__ import annotations

import re

import pytest
from knox.crypto import hash_token

from chkobba_api.ids import digest_of
from tests.helpers.authenticator import Authenticator
from tests.helpers.eventually import eventually
from tests.proofs.live.kept_data import database_of, logs_of
from tests.proofs.live.server import by_name, play_to_the_end
from tests.proofs.rounds import play_round

NICKNAME, NAME, PASSWORD = "Amel of Bizerte", "amel-bizerte", "mint tea at nine"
MAIL, HOOK = "amel.bizerte@home.example", "https://amel-bizerte.example/hook"
DEVICES = ("phone that Amel lost", "new phone of Amel", "tablet of Amel", "laptop of Amel", "board of Amel")
NOTE, SAID, REPORTED = "Sami keeps his sevens", "I live behind the lighthouse", "He has seen my cards"


class Life:
    """A player with a device, and every secret that they ever had."""

    def __init__(self, server):
        self.server = server
        self.secrets = []
        self.api = server.client()

    def hold(self, came, *, status=201):
        """Use the device that has just logged in."""
        assert came.status_code == status, came.text
        told = came.json()
        self.keep(told["token"])
        if told.get("recovery_code"):
            self.keep(told["recovery_code"])
        self.api = self.server.client(told["token"])
        return told

    def keep(self, secret):
        """Remember a secret, with all forms in which the server could store it."""
        bare = secret.replace("-", "")
        self.secrets += [secret, bare, digest_of(secret), digest_of(bare), hash_token(secret)]
        return secret

    def ask(self, method, path, **body):
        """Send a request that must succeed; return its data."""
        answer = self.api.request(method, path, json=body or None)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None


@pytest.fixture
def server(tmp_path):
    """Return a server with a host name, which passkeys need."""
    with by_name(tmp_path) as running:
        yield running


def test_a_life(server):
    """The player does everything, in the order of a real life."""
    sami = server.guest("Sami")
    sami.patch("me", json={"free_text": True, "rated": True}).raise_for_status()
    amel = Life(server)
    first_match(server, amel, sami)
    a_lost_phone(server, amel)
    an_account(server, amel)
    rated = somebody_to_play_with(amel, sami)
    club = a_club(amel, sami)
    words(amel, sami, rated)
    exported = amel.ask("GET", "me/data?limit=100")
    told = str(exported["results"])
    for mine in (NICKNAME, NAME, MAIL, HOOK, *DEVICES[1:], NOTE, SAID, REPORTED):
        assert mine in told, mine
    assert [secret for secret in amel.secrets if secret in told] == []
    personal = [NICKNAME, NAME, MAIL, HOOK, "amel-bizerte", "lighthouse", *DEVICES, NOTE, SAID, REPORTED, *amel.secrets]
    before = database_of(server)
    assert {NICKNAME, NAME, MAIL, HOOK, *DEVICES[1:], NOTE, SAID, REPORTED} <= {
        one for one in personal if one in before
    }

    left = amel.api.delete("me")

    assert left.status_code == 204
    assert amel.api.get("me").status_code == 401
    deletion = left.headers["Location"].removeprefix("/api/v1/")
    eventually(lambda: server.client().get(deletion).json()["status"] == "ended")
    names = [seat["name"] for seat in sami.get(f"matches/{rated}").json()["seats"]]
    assert sorted(names) == ["Sami", "former player"]
    assert [member["name"] for member in sami.get(f"clubs/{club}/members").json()["results"]] == ["Sami"]
    kept = database_of(server)
    assert "Sami" in kept
    assert [one for one in personal if one in kept] == []
    assert [one for one in personal if one in logs_of(server)] == []
    assert "0 broken" in server.manage("verify_matches").stdout


def first_match(server, amel, sami):
    """Join by the invitation that Sami shows as a QR code, and play the first match to its end."""
    wish = {"game": "scopa", "seats": 2, "visibility": "private", "options": {"target": 1}}
    match = sami.post("matches", json=wish).json()
    shown = server.client().get(f"{server.url}/join/{match['code']}/qr.svg")
    assert (shown.status_code, shown.headers["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert server.client().get(f"{server.url}/join/{match['code']}").status_code == 200
    amel.hold(amel.api.post("players/guests", json={"nickname": NICKNAME, "device": DEVICES[0]}))
    amel.ask("POST", "matches/join", code=match["code"])
    sami.post(f"matches/{match['id']}/start", json={})
    amel.recovery = amel.keep(amel.ask("POST", "me/recovery-code")["code"])
    play_to_the_end([amel.api, sami], match)


def a_lost_phone(server, amel):
    """Sign in on a new phone by the recovery code, and sign the lost one out."""
    lost = amel.api
    used = {"code": amel.recovery, "device": DEVICES[1], "sign_out_others": True}
    told = amel.hold(server.client().post("auth/device-codes/redeem", json=used))
    assert told["recovery_code"]
    assert lost.get("me").status_code == 401
    assert [match["status"] for match in amel.ask("GET", "me/matches")["results"]] == ["finished"]


def an_account(server, amel):
    """Add a name, password, passkey, mail, channel and program; sign in devices by code, passkey and password."""
    amel.ask("PUT", "me/name", name=NAME)
    amel.ask("PUT", "me/password", password=PASSWORD)
    device = Authenticator(server.url)
    made = device.make(amel.ask("POST", "me/passkeys/options")["options"])
    amel.ask("POST", "me/passkeys", credential=made, name=DEVICES[1])
    amel.keep(made["id"])
    amel.ask("POST", "me/channels", type="mail", target=MAIL)
    link = eventually(lambda: re.findall(r"/mail/confirm/([\w-]+)", server.client().get(f"{server.url}/mail/box").text))
    server.client().post(f"{server.url}/mail/confirm/{amel.keep(link[0])}").raise_for_status()
    amel.keep(amel.ask("POST", "me/channels", type="webhook", target=HOOK)["secret"])
    amel.keep(amel.ask("POST", "me/devices", device=DEVICES[4], scopes=["read"])["token"])
    amel.keep(amel.ask("POST", "me/calendar-feed")["address"].rpartition("/")[2].removesuffix(".ics"))
    code = amel.keep(amel.ask("POST", "me/pairing-code")["code"])
    tablet = server.client().post("auth/device-codes/redeem", json={"code": code, "device": DEVICES[2]})
    amel.hold(tablet)
    asked = server.client().post("auth/passkeys/options").json()["options"]
    came = server.client().post("auth/passkeys", json={"credential": device.use(asked), "device": DEVICES[3]})
    assert amel.hold(came)["player"]["name"] == NAME
    assert {one["device"] for one in amel.ask("GET", "me/devices")["devices"]} == set(DEVICES[1:])
    logged_in = {"name": NAME.upper(), "password": PASSWORD, "device": DEVICES[3]}
    amel.hold(server.client().post("auth/log-in", json=logged_in))


def somebody_to_play_with(amel, sami):
    """Match two equal seeks, and have Sami resign the rated match; return its id."""
    amel.ask("PATCH", "me", rated=True, free_text=True)
    wish = {"game": "escoba", "seats": 2, "rated": True}
    seek = amel.ask("POST", "me/seeks", **wish)["id"]
    sami.post("me/seeks", json=wish).raise_for_status()
    (match,) = eventually(lambda: amel.ask("GET", f"me/seeks/{seek}")["matches"])
    play_round((amel.api, sami), match)
    sami.post(f"matches/{match}/resign").raise_for_status()
    me = amel.ask("GET", "me")["id"]
    (rating,) = eventually(lambda: amel.ask("GET", f"players/{me}/ratings")["ratings"])
    assert rating["matches"] == 1
    return match


def a_club(amel, sami):
    """Have Amel found a club, which Sami joins by its code; return its id."""
    club = amel.ask("POST", "clubs", name="Fridays", joining="invitation")
    sami.post("clubs/join", json={"code": club["code"]}).raise_for_status()
    return club["id"]


def words(amel, sami, rated):
    """Write a note, free text at a table that allows it, and a report to the staff; then block Sami."""
    wish = {"game": "scopa", "seats": 2, "visibility": "private", "free_text": True, "autostart": True}
    match = sami.post("matches", json=wish).json()
    amel.ask("POST", "matches/join", code=match["code"])
    amel.ask("POST", f"matches/{match['id']}/chat", message={"type": "text", "text": SAID})
    theirs = sami.post(f"matches/{match['id']}/chat", json={"message": {"type": "phrase", "key": "hello"}}).json()
    amel.ask("PUT", f"matches/{rated}/note", text=NOTE)
    amel.ask("POST", f"matches/{match['id']}/chat/{theirs['id']}/report", happened=REPORTED)
    him = sami.get("me").json()["id"]
    amel.ask("PUT", f"me/blocks/{him}")
    assert [one["player"] for one in amel.ask("GET", "me/blocks")["results"]] == [him]
    assert sami.get(f"players/{amel.ask('GET', 'me')['id']}").status_code == 404
