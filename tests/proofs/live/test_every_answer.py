"""Players who do anything that the API allows, in any order: every answer matches the schema exactly.

Each answer is checked against ``openapi/schema.yaml``, closed to other properties, whatever its status.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    multiple,
    rule,
    run_state_machine_as_test,
)

from games.engine.catalogue import GAMES
from tests.api.asking import OPERATIONS, SUBSCRIPTION, UNKNOWN
from tests.helpers.api_client import check_answer, operation_of
from tests.helpers.eventually import LONG, until
from tests.proofs import FULL
from tests.proofs.live.server import Server

NONSENSE = st.sampled_from(["", " ", "é", "x" * 300, None, -1, 2**70, 1.5, True, [], {}, "chkobba", {"type": "play"}])
SEED = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)


class Players(RuleBasedStateMachine):
    """Guests who join, make matches, play, resign, read, leave, and send impossible requests."""

    server: Server
    answered: Counter[tuple[str, int]] = Counter()
    players = Bundle("players")
    matches = Bundle("matches")

    def __init__(self) -> None:
        super().__init__()
        self.http = httpx.Client(base_url=f"{self.server.url}/api/v1/", timeout=60)

    def teardown(self) -> None:
        self.http.close()

    def ask(self, method: str, path: str, player: str | None = None, body: Any = None, **headers: str) -> Any:
        """Send a request; return its data, which must match the schema."""
        if player:
            headers["Authorization"] = f"Bearer {player}"
        answer = self.http.request(method, path, headers=headers, json=body)
        kind = answer.headers.get("Content-Type")
        assert answer.status_code < 500, answer.text
        check_answer(method.lower(), f"/api/v1/{path}", answer.status_code, kind, answer.content)
        operation = operation_of(method.lower(), f"/api/v1/{path.partition('?')[0]}")
        self.answered[operation["operationId"], answer.status_code] += 1
        for header in operation["responses"][str(answer.status_code)].get("headers", {}):
            assert header in answer.headers or header == "Idempotency-Replayed", header
        if answer.status_code >= 400:
            assert not re.search(r"Expected|`(str|int|float|bool|array|object|null)`|of length", answer.text), (
                answer.text
            )
        return answer.json() if answer.content else {}

    # --- joining and leaving ------------------------------------------------------------------------------------------

    @initialize(target=players)
    def two_come_in(self):
        """Create the first two players."""
        return multiple(*(self._guest(name) for name in ("Amel", "Sami")))

    @initialize(target=matches)
    def one_makes_matches(self):
        """Have a third player make a match of each kind of game."""
        player = self._guest("Leila")
        return multiple(*(self.make_match(player, game) for game in ("chkobba", "camba", "haggis")))

    def make_match(self, player, game, **wish):
        return self.ask("POST", "matches", player, {"game": game, "autostart": True, **wish})

    @rule(target=players, nickname=st.sampled_from(["Zohra", "ليلى", "Ann-Kathrin von und zu"]))
    def come_in(self, nickname):
        """Add another guest, with this nickname."""
        return self._guest(nickname)

    def _guest(self, nickname):
        return self.ask("POST", "players/guests", body={"nickname": nickname})["token"]

    @rule(
        player=players,
        body=st.fixed_dictionaries(
            {},
            optional={
                "nickname": NONSENSE,
                "avatar": st.sampled_from(["owl", "dragon"]),
                "language": st.sampled_from(["fr", "en", None, "xx"]),
                "cards": st.sampled_from(["italian", None, "xx"]),
                "time_zone": st.sampled_from(["Africa/Tunis", None, "Mars/Olympus"]),
            },
        ),
    )
    def change_profile(self, player, body):
        """Change the profile to valid and invalid values."""
        self.ask("PATCH", "me", player, body)
        self.ask("GET", "me", player)

    @rule(
        player=players,
        zone=st.sampled_from(["Africa/Tunis", "Europe/Paris", "Mars/Olympus"]),
        day=st.sampled_from(["sunday", "friday", "Caturday"]),
        days=st.integers(0, 8),
    )
    def change_hours(self, player, zone, day, days):
        """Set a calendar, start a vacation, and end it."""
        self.ask("PUT", "me/availability/calendar", player, {"time_zone": zone, "weekdays": [day]})
        self.ask("POST", "me/availability/vacation", player, {"days": days})
        self.ask("GET", "me/availability", player)
        self.ask("DELETE", "me/availability/vacation", player)

    @rule(player=players, match=matches, hours=st.integers(-1, 400), accept=st.booleans())
    def pause(self, player, match, hours, accept):
        """Offer, answer and withdraw a pause, as any player."""
        until = (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
        self.ask("POST", f"matches/{match['id']}/pause", player, {"until": until})
        self.ask("POST", f"matches/{match['id']}/pause/answer", player, {"accept": accept, "offer": hours + 10})
        self.ask("DELETE", f"matches/{match['id']}/pause", player)

    @rule(player=players, match=matches, seat=st.integers(-1, 4))
    def substitute(self, player, match, seat):
        """Take over a seat, whether or not the match seeks a substitute."""
        self.ask("POST", f"matches/{match['id']}/substitute", player, {"seat": seat})
        self.ask("GET", "matches?seeking=substitute", player)

    @rule(
        player=players,
        match=matches,
        play=st.sampled_from(
            [
                {"type": "safe"},
                {"type": "cards", "cards": ["7D"]},
                {"type": "cards", "cards": ["9X"]},
                {"type": "move", "move": {"type": "peek"}},
            ]
        ),
        when=st.sampled_from([[], [{"type": "on_table", "cards": ["7H"]}], [{"type": "in_hand", "cards": []}]]),
        forced=st.booleans(),
    )
    def plan(self, player, match, play, when, forced):
        """Set a valid or invalid plan, read it, and sometimes delete it."""
        body = {"steps": [{"play": play, "when": when}], "when_forced": forced}
        self.ask("PUT", f"matches/{match['id']}/planned-moves", player, body)
        self.ask("GET", f"matches/{match['id']}/planned-moves", player)
        if forced:
            self.ask("DELETE", f"matches/{match['id']}/planned-moves", player)

    @rule(player=players, key=st.sampled_from(["1", "2"]))
    def devices(self, player, key):
        """Add a device, sometimes with a used key, and revoke all others."""
        self.ask("POST", "me/devices", player, {"device": "tablet"}, **{"Idempotency-Key": key})
        for device in self.ask("GET", "me/devices", player).get("devices", ()):
            if not device["current"]:
                self.ask("DELETE", f"me/devices/{device['id']}", player)
        self.ask("DELETE", "me/devices", player)

    @rule(
        player=players,
        digest=st.sampled_from(["daily", "never"]),
        kinds=st.sampled_from([None, ["your_turn"], ["nothing"]]),
    )
    def channels(self, player, digest, kinds):
        """Add a channel whose target does not answer; change, test, read and delete it."""
        added = self.ask("POST", "me/channels", player, {"type": "webhook", "target": "http://127.0.0.1:9/"})
        self.ask("POST", "me/channels", player, {"type": "webhook", "target": "ftp://nowhere"})
        mail = self.ask("POST", "me/channels", player, {"type": "mail", "target": "a@home.example"})
        self.ask("POST", f"me/channels/{mail.get('id', UNKNOWN)}/confirmation", player)
        self.ask("POST", f"me/channels/{mail.get('id', UNKNOWN)}/test", player)
        push = self.ask("POST", "me/channels", player, {"type": "web_push", "subscription": SUBSCRIPTION})
        moved = {**SUBSCRIPTION, "endpoint": "https://push.example/moved"}
        for renewal in (push.get("renewal") or "none", "none"):
            self.ask("POST", "subscriptions/renewals", None, {"renewal": renewal, "subscription": moved})
        path = f"me/channels/{added.get('id', UNKNOWN)}"
        self.ask("PATCH", path, player, {"digest": digest, "notifications": kinds})
        self.ask("POST", f"{path}/test", player)
        self.ask("POST", f"{path}/confirmation", player)
        for address in ("me/channels", path, f"{path}/deliveries"):
            self.ask("GET", address, player)
        self.ask("DELETE", path, player)

    @rule(player=players)
    def calendar(self, player):
        """Create, renew and delete the address of the calendar feed."""
        for method in ("GET", "POST", "POST", "GET", "DELETE", "GET"):
            self.ask(method, "me/calendar-feed", player)

    @rule(player=consumes(players))
    def leave_for_good(self, player):
        """Delete the account: the token ends with it, and the progress can be read."""
        answer = self.http.delete("me", headers={"Authorization": f"Bearer {player}"})
        self.answered["deleteAccount", answer.status_code] += 1
        if answer.status_code == 204:
            self.ask("GET", answer.headers["Location"].removeprefix("/api/v1/"))
        self.ask("GET", "me", player)

    # --- tables -------------------------------------------------------------------------------------------------------

    @rule(
        target=matches,
        player=players,
        game=st.sampled_from(sorted(GAMES)),
        visibility=st.sampled_from(["public", "private"]),
        bot=st.sampled_from(["easy", None]),
    )
    def make(self, player, game, visibility, bot):
        """Make a match of any game, with or without a bot."""
        return self.make_match(player, game, visibility=visibility, **({"bots": {"1": bot}} if bot else {}))

    @rule(player=players, match=matches, by_code=st.booleans(), key=st.sampled_from([None, "1", "2"]))
    def join(self, player, match, by_code, key):
        """Join by id or by code, sometimes with a key."""
        headers = {"Idempotency-Key": key} if key else {}
        path, body = ("matches/join", {"code": match["code"]}) if by_code else (f"matches/{match['id']}/join", {})
        self.ask("POST", path, player, body, **headers)

    @rule(
        player=players,
        match=matches,
        what=st.sampled_from(["leave", "start", "cancel", "resign", "rematch"]),
        key=st.sampled_from([None, "1", "2"]),
    )
    def happen(self, player, match, what, key):
        """Do anything that can happen at a table, also when it is refused."""
        self.ask("POST", f"matches/{match['id']}/{what}", player, **({"Idempotency-Key": key} if key else {}))

    @rule(player=players, match=matches, seed=SEED, level=st.sampled_from(["easy", "medium", "xx"]))
    def arrange(self, player, match, seed, level):
        """Add a seed and bots, and change the terms."""
        self.ask("POST", f"matches/{match['id']}/shuffle-seed", player, {"seed": seed})
        self.ask("POST", f"matches/{match['id']}/bots", player, {"fill": level})
        self.ask("PATCH", f"matches/{match['id']}", player, {"turn_seconds": 3600})

    @rule(player=players, match=matches, place=st.integers(0, 10**6), tables=st.booleans(), moves=st.integers(1, 12))
    def play(self, player, match, place, tables, moves):
        """Make some legal moves one after the other, while it is the player's turn."""
        path = f"matches/{match['id']}"
        for _ in range(moves):
            legal = self.ask("GET", f"{path}/legal-moves", player).get("moves")
            view = self.ask("GET", path, player)
            if legal:
                move = {"move": legal[place % len(legal)]["move"], "expected_version": view["version"]}
                self.ask("POST", f"{path}/moves?tables={json.dumps(tables)}", player, move)

    @rule(player=players, match=matches, move=NONSENSE, version=NONSENSE, key=st.sampled_from([None, "1"]))
    def move_wrongly(self, player, match, move, version, key):
        """Send a wrong move; a stale one is answered with the view."""
        body = {"move": move, "expected_version": version}
        headers = {"Idempotency-Key": key} if key else {}
        self.ask("POST", f"matches/{match['id']}/moves", player, body, **headers)

    @initialize()
    def one_answer_of_each_status(self):
        """Provoke each status in every run; 422 comes from a player's card that is not in their hand."""
        player = self._guest("Rim")
        match = self.make_match(player, "chkobba", bots={"1": "easy"}, options={"cut": False})
        for _ in until(LONG, "the first turn is Rim's"):
            match = self.ask("GET", f"matches/{match['id']}", player)
            if match["your_turn"]:
                break
        mine = {legal["move"]["card"] for legal in match["legal_moves"]["moves"]}
        card = next(card for card in ("7D", "7C", "7H", "7S") if card not in mine)  # a hand has three
        move = {"move": {"type": "play", "card": card}, "expected_version": match["version"]}
        self.ask("POST", f"matches/{match['id']}/moves", player, move)
        self.ask("POST", f"matches/{match['id']}/start", player)
        self.ask("PATCH", "me", player, {"avatar": "dragon"})
        self.ask("GET", f"matches/{UNKNOWN}", player)
        self.ask("GET", "me")
        etag = self.http.get("matches", headers={"Authorization": f"Bearer {player}"}).headers["ETag"]
        self.ask("GET", "matches", player, **{"If-None-Match": etag})

    @rule(player=players, match=matches, said=st.sampled_from(["A sweep.", "", "\x00"]))
    def report(self, player, match, said):
        """Report a problem at a step."""
        self.ask(
            "POST", f"matches/{match['id']}/reports", player, {"version": 1, "expected": said, "happened": "None."}
        )
        self.ask("GET", f"matches/{match['id']}/reports", player)

    @rule(
        player=players,
        match=matches,
        word=st.sampled_from(
            [
                {"type": "phrase", "key": "hello"},
                {"type": "reaction", "key": "clap", "about": 1},
                {"type": "text", "text": "Hello"},
                {"type": "text", "text": "\u202e"},
            ]
        ),
    )
    def talk(self, player, match, word):
        """Post a chat message at a table, with or without a seat there."""
        self.ask("POST", f"matches/{match['id']}/chat", player, {"message": word})
        self.ask("GET", f"matches/{match['id']}/chat", player)

    @rule(
        player=players,
        other=players,
        name=st.sampled_from(["Marsa", "Sfax", "x", "Admin"]),
        joining=st.sampled_from(["open", "request", "invitation", "never"]),
        game=st.sampled_from(["scopa", "bridge"]),
    )
    def club_together(self, player, other, name, joining, game):
        """Found a club, join it, add a preset, play in it, and leave it, as any players."""
        club = self.ask("POST", "clubs", player, {"name": name, "joining": joining})
        path = f"clubs/{club.get('id', UNKNOWN)}"
        self.ask("POST", f"{path}/join", other)
        self.ask("POST", "clubs/join", other, {"code": club.get("code") or "x"})
        preset = self.ask("POST", f"{path}/presets", player, {"name": "Fridays", "game": game})
        self.ask("PUT", f"{path}/presets/{preset.get('id', UNKNOWN)}", other, {"name": "", "game": game})
        self.ask("POST", f"{path}/matches", other, {"preset": preset.get("id", UNKNOWN)})
        for one in (path, f"{path}/members", f"{path}/members?standing=asked", f"{path}/presets", f"{path}/matches"):
            self.ask("GET", one, other)
        said = self.ask("POST", f"{path}/chat", other, {"message": {"type": "phrase", "key": "hello"}})
        self.ask("POST", f"{path}/chat/{said.get('id', UNKNOWN)}/report", player, {"happened": "Rude."})
        self.ask("GET", f"{path}/chat", player)
        self.ask("GET", f"{path}/reports", player)
        self.ask("DELETE", f"{path}/chat/{said.get('id', UNKNOWN)}", player)
        me = self.ask("GET", "me", other).get("id", UNKNOWN)
        self.ask("PUT", f"{path}/members/{me}/mute", player, {"seconds": 60})
        self.ask("PUT", f"{path}/members/{me}", player, {"standing": "banned", "reason": "Enough."})
        self.ask("PATCH", path, player, {"joining": joining})
        self.ask("POST", f"{path}/code", player)
        self.ask("PATCH", f"me/{path}", player, {"notified": False})
        self.ask("GET", "me/clubs", other)
        self.ask("GET", "clubs", other)
        self.ask("DELETE", f"me/{path}", player)

    # --- reading ------------------------------------------------------------------------------------------------------

    @rule(player=st.one_of(st.none(), players), match=matches, language=st.sampled_from(["en", "fr"]))
    def look(self, player, match, language):
        """Read a match as one of its players, as another player, or without a token."""
        path = f"matches/{match['id']}"
        for part in ("", "/events", "/events?tables=true&limit=200", "/rounds", "/record"):
            self.ask("GET", path + part, player, **{"Accept-Language": language})

    @rule(
        player=players,
        status=st.sampled_from(["", "status=running", "status=lobby,finished", "status=xx", "awaiting=me"]),
    )
    def list_matches(self, player, status):
        """List public matches and the player's own, and again with their ETags."""
        for path in ("matches", "matches?watch=true", f"me/matches?{status}"):
            self.ask("GET", path, player)
            seen = self.http.get(path, headers={"Authorization": f"Bearer {player}"})
            if etag := seen.headers.get("ETag"):
                self.ask("GET", path, player, **{"If-None-Match": etag})

    @rule(player=players, after=st.sampled_from(["", "?after=0", "?after=0&limit=1", "?after=-1"]))
    def follow(self, player, after):
        """Read the stream by pages, and create a ticket for it."""
        self.ask("GET", f"me/events{after}", player)
        self.ask("POST", "me/events/tickets", player)

    @rule(game=st.sampled_from([*GAMES, "bridge"]))
    def read_catalogue(self, game):
        """Read the games and avatars."""
        for path in ("games", f"games/{game}", "avatars"):
            self.ask("GET", path)

    @rule(
        player=st.one_of(st.none(), st.just("0" * 64), players),
        operation=st.sampled_from(OPERATIONS),
        body=st.one_of(
            NONSENSE, st.dictionaries(st.sampled_from(["game", "code", "seat", "seed", "fill", "x"]), NONSENSE)
        ),
    )
    def ask_for_what_cannot_be(self, player, operation, body):
        """Call any operation about missing things, with any body."""
        method, template = operation
        names = {
            "match_id": UNKNOWN,
            "device_id": UNKNOWN,
            "deletion_id": UNKNOWN,
            "channel_id": UNKNOWN,
            "seek_id": UNKNOWN,
            "message_id": UNKNOWN,
            "passkey_id": UNKNOWN,
            "address_id": UNKNOWN,
            "club_id": UNKNOWN,
            "preset_id": UNKNOWN,
            "player_id": UNKNOWN,
            "other_id": UNKNOWN,
            "pool": "bridge.days",
            "key": "bridge",
        }
        if (method, template) != ("delete", "me"):
            path = template.format(**names)
            self.ask(method.upper(), path, player, None if method in ("get", "delete") else body)


def test_every_answer_is_what_the_schema_promises(tmp_path):
    """The same holds for success and refusal of every operation; the test sees answers of all kinds."""
    limits = {f"THROTTLE_{name}": "1000000/hour" for name in ("GUESTS", "CODES", "CODES_ADDRESS", "REPORTS", "WORDS")}
    with Server(tmp_path, **limits) as server:
        Players.server, Players.answered = server, Counter()
        run_state_machine_as_test(
            Players,
            settings=settings(
                max_examples=60 if FULL else 6,
                stateful_step_count=40,
                derandomize=True,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
        assert server.manage("verify_matches").stdout.strip().endswith(" 0 broken")

    asked = {operation for operation, _ in Players.answered}
    assert len(asked) > 20, asked
    assert {status for _, status in Players.answered} >= {200, 201, 304, 400, 401, 404, 409, 422}
