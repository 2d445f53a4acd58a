"""Two players with one of each object, for tests in which one requests what belongs to the other."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Final

from django.apps import apps
from django.db.models import Q

from accounts.models import EmailAddress, Passkey, Player, Token
from accounts.services import create_token
from games.models import Club, Match, Mute, Sanction
from games.services.turns import playing
from tests.helpers.api_client import Client

NOBODY: Final = "http://127.0.0.1:9/"
"""An address without a server."""


@dataclass
class Owner:
    """A player, the ids of their own objects by the name of the parameter in paths, and their secrets."""

    player: Player
    client: Client
    friend: Player
    """A player at all their tables, invited to another one, and a member of their club."""
    ids: dict[str, list[str]] = field(default_factory=dict)
    private: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    """Values shown once, or never, which not even the owner may read again."""
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """The rows of the owner at the beginning (``rows_of``)."""

    @property
    def secrets(self) -> list[str]:
        """Return all texts and ids that no other player may read."""
        ids = [one for name, kind in self.ids.items() if name != "seek_id" for one in kind]  # seeks are listed to all
        return [*self.private, *self.hidden, *ids]


def one_of_everything(player: Player, friend: Player, staff: Player, game: str, now: Any) -> Owner:
    """Return a player with one of each object: private tables with a friend, devices, channels, notes, seeks."""
    name = player.nickname
    one, other = Owner(player, Client(player), friend), Client(friend)

    def done(answer: Any) -> Any:
        assert answer.status_code in (200, 201, 202, 204), answer.data
        return answer.data

    def write(what: str) -> str:
        one.private.append(f"{what} of {name}")
        return one.private[-1]

    ask = one.client
    phone = Player.objects.create_guest(f"Phone of {name}", "cat")
    done(ask.post("me/aliases", {"token": create_token(phone, "")[1]}))
    done(ask.put("me/name", {"name": f"{name}-alone"}))
    done(ask.put("me/password", {"password": "mint tea at nine"}))
    one.private.append(f"{name.lower()}@home.example")
    mail = done(ask.post("me/channels", {"type": "mail", "target": one.private[-1]}))
    one.private.append(f"{NOBODY}{name}")
    hook = done(ask.post("me/channels", {"type": "webhook", "target": one.private[-1]}))
    one.hidden.append(hook["secret"])
    ask.log_in_lately()
    program = done(ask.post("me/devices", {"device": write("board"), "scopes": ["read"]}))
    one.hidden += [program["token"], *(done(ask.post(f"me/{kind}-code"))["code"] for kind in ("pairing", "recovery"))]
    one.hidden.append(done(ask.post("me/calendar-feed"))["address"].rpartition("/")[2])
    passkey = Passkey.objects.create(
        player=player, credential=f"cred{player.pk}", public_key=b"", sign_count=0, name=write("key"), created_at=now
    )
    login = EmailAddress.objects.create(player=player, address=write("a@home.example"), language="en", logs_in=True)
    seek = done(ask.post("me/seeks", {"game": game}))
    wish = {"game": game, "seats": 2, "visibility": "private", "autostart": False}
    tables = [done(ask.post("matches", wish)) for _ in range(3)]
    one.private += [table["code"] for table in tables]
    waiting, running, finished = (table["id"] for table in tables)
    for table in tables:
        done(other.post("matches/join", {"code": table["code"]}))
    for match in (running, finished):
        done(ask.post(f"matches/{match}/start", {}))
    done(ask.put(f"matches/{running}/note", {"text": write("note")}))
    said = {"version": 1, "expected": write("wish"), "happened": "nothing"}
    report = done(ask.post(f"matches/{running}/reports", said))
    done(ask.put(f"matches/{running}/planned-moves", {"steps": [{"play": {"type": "safe"}}]}))
    word = done(other.post(f"matches/{running}/chat", {"message": {"type": "phrase", "key": "hello"}}))
    playing.resign(Match.objects.get(pk=finished).pk, friend, now)
    done(ask.post(f"matches/{finished}/analysis"))
    done(ask.put(f"me/follows/{friend.pk}", None))
    one.private.append(friend.nickname)
    Mute.objects.create(player=player, muted=Player.objects.create_guest(write("noise"), "cat"), at=now)
    one.private.append(report["id"])
    club = done(ask.post("clubs", {"name": f"Club {name}", "joining": "invitation", "description": write("club")}))
    one.private.append(club["code"])
    done(other.post("clubs/join", {"code": club["code"]}))
    plays = done(ask.post(f"clubs/{club['id']}/presets", {"name": write("preset"), "game": game}))
    at_club = done(ask.post(f"clubs/{club['id']}/matches", {"preset": plays["id"]}))
    at_the_club = done(other.post(f"clubs/{club['id']}/chat", {"message": {"type": "phrase", "key": "hello"}}))
    inviting = done(ask.post("matches", wish | {"invite": [{"player": str(friend.pk)}]}))
    one.private.append(inviting["code"])
    terms = {"game": "scopa", "control": {"type": "move", "seconds": 60}}
    done(other.put(f"matches/{inviting['id']}/invitations/{friend.pk}/offer", terms))
    warned = Sanction.objects.create(
        player=player, kind=Sanction.Kind.WARNING, reason=write("warning"), at=now, until=now, staff=staff
    )
    done(ask.post("me/availability/vacation", {"days": 2}))
    one.ids = {
        "match_id": [waiting, running, finished, at_club["id"], inviting["id"]],
        "sanction_id": [str(warned.pk)],
        "message_id": [word["id"], at_the_club["id"]],
        "device_id": [str(token.id) for token in Token.objects.filter(user=player)],
        "channel_id": [mail["id"], hook["id"]],
        "passkey_id": [str(passkey.pk)],
        "address_id": [str(login.pk)],
        "seek_id": [seek["id"]],
        "club_id": [club["id"]],
        "preset_id": [plays["id"]],
    }
    return one


OF_OTHERS: Final = {"other", "muted", "staff"}
"""Columns that name a player in data written by another one."""


def rows_of(owner: Owner, names: Collection[str] | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a player, their matches and clubs: of every table, or of the named ones."""
    there = {Match: owner.ids["match_id"], Club: owner.ids["club_id"]}
    found = {}
    for table in apps.get_models():
        if names is not None and table._meta.db_table not in names:
            continue
        theirs = Q(pk=None)
        for column in table._meta.concrete_fields:
            if column.related_model is Player and column.name not in OF_OTHERS:
                theirs |= Q(**{column.name: owner.player})
            elif column.related_model in there:
                theirs |= Q(**{f"{column.name}__in": there[column.related_model]})
        theirs |= Q(pk__in=there.get(table, [owner.player.pk] if table is Player else ()))
        found[table._meta.label] = [
            _still(row) for row in table._default_manager.filter(theirs).order_by("pk").values()
        ]
    return found


def _still(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without the columns that reading changes."""
    return {name: value for name, value in row.items() if name not in ("used_at", "expiry")}
