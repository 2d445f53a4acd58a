"""Races about accounts: device codes, links in mails, chat, blocks, and account deletion in the middle of each.

``tests.proofs.torture.concurrency`` runs them with the races of moves and seats.
"""

from __future__ import annotations

import asyncio
from base64 import b32decode
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from django_otp.oath import totp

from tests.helpers.oauth_program import Program
from tests.proofs.torture.answered import assert_one
from tests.proofs.torture.races_of_time import LEFT, assert_among, link_to

if TYPE_CHECKING:
    from tests.proofs.torture.concurrency import Answer, Guest, Races

OLD: Final = "mint tea at nine"
NOBODY: Final[dict[str, str]] = {}
"""The headers of a client that signs in by a code."""


async def devices_of(races: Races, guest: Guest) -> int:
    """Return the number of devices of a player."""
    return len((await races.get("me/devices", guest))["devices"])


async def is_in(races: Races, answer: Answer) -> bool:
    """Return whether the device that signed in by a code is still signed in."""
    token = {"Authorization": f"Bearer {answer.json()['token']}"}
    return (await races.http.get("me", headers=token)).status_code == 200


async def codes(races: Races) -> None:
    """One of many concurrent uses of a code signs in, and there is one device more."""
    for kind in ("pairing", "recovery"):
        guest = await races.guest("Amel")
        code = (await races.post(f"me/{kind}-code", guest))["code"]

        answers = await races.at_once(*[("auth/device-codes/redeem", NOBODY, {"code": code, "device": "x"})] * 20)

        assert_one(answers, 201, {"404 wrong_code"})
        assert await devices_of(races, guest) == 2


async def codes_made_anew(races: Races) -> None:
    """A code is used while others replace it: it signs in at most one device, and only the last code is valid."""
    guest = await races.guest("Amel")
    path, code = "me/recovery-code", (await races.post("me/recovery-code", guest))["code"]
    used: tuple[str, Guest, Any] = ("auth/device-codes/redeem", NOBODY, {"code": code, "device": "x"})

    answers = await races.at_once(*[(path, guest, {})] * 6, *[used] * 4)

    assert_among(answers[:6], {"201"})
    assert_among(answers[6:], {"201", "404 wrong_code"})
    let_in = [answer.json() for answer in answers[6:] if answer.status_code == 201]
    assert len(let_in) <= 1
    assert await devices_of(races, guest) == 1 + len(let_in)
    there = [answer.json()["code"] for answer in answers[:6]] + [one["recovery_code"] for one in let_in]
    tries = [("auth/device-codes/redeem", NOBODY, {"code": one, "device": "x"}) for one in there]
    assert_one(await races.at_once(*tries), 201, {"404 wrong_code"})


async def sign_outs(races: Races) -> None:
    """A player signs out other devices by a code, while those make tickets, devices and channels: they are out."""
    guest = await races.guest("Amel")
    code = (await races.post("me/recovery-code", guest))["code"]
    out = {"sign_out_others": True, "remove_what_they_added": True}
    recover = ("auth/device-codes/redeem", NOBODY, {"code": code, "device": "new", **out})
    others: list[tuple[str, Guest, Any]] = [("me/devices", guest, {"device": "thief"})] * 4
    others += [("me/events/tickets", guest, {})] * 4 + [("me/pairing-code", guest, {})] * 4
    others += [("me/channels", guest, {"type": "webhook", "target": "http://127.0.0.1:9/"})] * 4

    answers = await races.at_once(*others, recover, *others)

    found = answers[len(others)]
    assert found.status_code == 201, found.text
    del answers[len(others)]
    assert_among(answers, {"201"} | LEFT)
    back = {"Authorization": f"Bearer {found.json()['token']}"}
    assert await devices_of(races, back) == 1
    assert (await races.get("me/channels", back))["channels"] == []
    codes = [one.json()["code"] for one in answers if "code" in one.json() and one.status_code == 201]
    tried = await races.at_once(*[("auth/device-codes/redeem", NOBODY, {"code": one, "device": "x"}) for one in codes])
    assert_among(tried, {"404 wrong_code"})


async def codes_and_deletions(races: Races) -> None:
    """A player deletes the account while devices sign in by its codes: no device is signed in afterwards."""
    guest = await races.guest("Leaver")
    made = [(await races.post(f"me/{kind}-code", guest))["code"] for kind in ("pairing", "recovery")]
    uses = [("auth/device-codes/redeem", NOBODY, {"code": code, "device": "x"}) for code in made] * 3
    makes: list[tuple[str, Guest, Any]] = [("me/pairing-code", guest, {}), ("me/recovery-code", guest, {})] * 2

    answers = await races.at_once(*uses, ("me", guest, None), *makes)

    assert answers[len(uses)].status_code == 204
    assert_among(answers, {"201", "204", "404 wrong_code"} | LEFT)
    let_in = [answer for answer in answers[: len(uses)] if answer.status_code == 201]
    assert len(let_in) <= len(made)
    assert not any([await is_in(races, answer) for answer in let_in])
    later = [answer.json()["code"] for answer in answers[len(uses) + 1 :] if answer.status_code == 201]
    tried = [("auth/device-codes/redeem", NOBODY, {"code": code, "device": "x"}) for code in (*made, *later)]
    assert_among(await races.at_once(*tried), {"404 wrong_code"})


async def is_back(races: Races, path: str, guest: Guest) -> None:
    """Wait until the server has not moved for a player for a second."""
    calm = 0
    for _ in range(300):
        view = await races.get(path, guest)
        calm = 0 if view["seats"][view["you"]["seat"]]["autopilot"] else calm + 1
        if calm == 10:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"the server still plays at {path}")


async def planned_deletions(races: Races) -> None:
    """A player schedules a deletion and cancels it, many times at once, while joining and while losing a seat.

    The last request counts at every table. Then the account is deleted at once, while a deletion is scheduled.
    """
    guest, host = await races.guest("Leaver"), await races.guest("Host")
    played = await races.table(host, guest, autostart=True)
    free = await races.table(host)
    plan: tuple[str, Guest, Any] = ("me/deletion", guest, {})
    stay: tuple[str, Guest, Any] = ("me/deletion", guest, None)

    answers = await races.at_once(*[plan, stay] * 4, (f"{free}/join", guest, {}))

    assert_among(answers[:-1], {"200", "204"})
    assert_among(answers[-1:], {"200", "409 deletion_scheduled"})
    assert_among(await races.at_once(stay), {"204"})
    await is_back(races, played, guest)
    last = await races.at_once(*[plan] * 3, ("me", guest, None), *[stay] * 3)
    assert_among(last, {"200", "204"} | LEFT)
    assert (await races.http.get("me", headers=guest)).status_code == 401


async def confirmations_and_deletions(races: Races) -> None:
    """A mail is confirmed while its player deletes the account: the link works or not, and the address is forgotten."""
    guest = await races.guest("Leaver")
    target = f"leaver{races.luck.randrange(10**12)}@home.example"
    await races.post("me/channels", guest, {"type": "mail", "target": target})
    link = await link_to(races, target)

    presses = asyncio.gather(*[races.http.post(link) for _ in range(5)])
    (left,), pressed = await asyncio.gather(races.at_once(("me", guest, None)), presses)

    statuses = Counter(answer.status_code for answer in pressed)
    races.answers[races.race].update(f"{status} pressed" for status in statuses.elements())
    assert left.status_code == 204
    assert set(statuses) <= {200, 404}, statuses
    assert statuses[200] <= 1
    assert (await races.http.post(link)).status_code == 404


async def names(races: Races) -> None:
    """Many players claim names that look alike at the same moment: one gets it, and no request waits for ever."""
    look = f"anna{races.luck.randrange(10**9)}"
    guests = [await races.guest("Anna") for _ in range(8)]
    ways = (look, look.upper(), f"a-{look[1:]}", look.replace("anna", "ΑΝΝΑ"))

    claims = [("me/name", guest, {"name": ways[number % 4]}) for number, guest in enumerate(guests)]
    answers = await races.at_once(*claims)

    assert_one(answers, 200, {"409 name_taken"})


async def log_ins_and_passwords(races: Races) -> None:
    """A new password signs out all other devices, while devices log in by the old one: none of those is signed in."""
    guest, name = await races.guest("Amel"), f"amel-{races.luck.randrange(10**9)}"
    await races.at_once(("me/name", guest, {"name": name}))
    await races.at_once(("me/password", guest, {"password": OLD}))
    comes = [("auth/log-in", NOBODY, {"name": name, "password": OLD})] * 6
    change = {"password": "another good one", "current": OLD, "sign_out_others": True}

    answers = await races.at_once(*comes, ("me/password", guest, change))

    assert answers[-1].status_code == 200, answers[-1].text
    assert_among(answers[:-1], {"201", "403 wrong_login"})
    assert not any([await is_in(races, answer) for answer in answers[:-1] if answer.status_code == 201])
    assert await devices_of(races, guest) == 1


async def second_factors(races: Races) -> None:
    """The same app code comes many times at once with the right password, and so does a written-down code.

    Each signs in one device.
    """
    guest, name = await races.guest("Amel"), f"twice-{races.luck.randrange(10**9)}"
    await races.at_once(("me/name", guest, {"name": name}))
    await races.at_once(("me/password", guest, {"password": OLD}))
    begun = await races.post("me/second-factor", guest, {"current": OLD})
    key = b32decode(begun["key"])
    on = {"on": True, "code": f"{totp(key, drift=-1):06}"}
    codes = (await races.http.put("me/second-factor", headers=guest, json=on)).json()["codes"]
    log_in = {"name": name, "password": OLD}

    for number, code in enumerate((f"{totp(key, drift=1):06}", codes[0])):
        comes = [("auth/log-in", NOBODY, {**log_in, "second_factor": code})] * 5
        assert_one(await races.at_once(*comes), 201, {"403 wrong_second_factor"})
        assert await devices_of(races, guest) == 2 + number


async def log_ins_and_deletions(races: Races) -> None:
    """A player deletes the account while devices log in: no device is signed in afterwards, and the name is free."""
    guest, name = await races.guest("Leaver"), f"leaver-{races.luck.randrange(10**9)}"
    await races.at_once(("me/name", guest, {"name": name}))
    await races.at_once(("me/password", guest, {"password": OLD}))
    comes = [("auth/log-in", NOBODY, {"name": name, "password": OLD})] * 6

    answers = await races.at_once(*comes, ("me", guest, None))

    assert answers[-1].status_code == 204
    assert_among(answers[:-1], {"201", "403 wrong_login"})
    assert not any([await is_in(races, answer) for answer in answers[:-1] if answer.status_code == 201])
    claims = [("me/name", await races.guest("Next"), {"name": name})]
    assert_among(await races.at_once(*claims), {"200"})


async def words_and_deletions(races: Races) -> None:
    """A player chats, is muted, and deletes the account: the texts are gone, without a server error."""
    stays, leaver = await races.guest("Listener"), await races.guest("Leaver")
    for guest in (stays, leaver):
        await races.at_once(("me", guest, {"free_text": True}))
    path = await races.table(stays, leaver, autostart=True, free_text=True)
    me = (await races.get("me", leaver))["id"]
    says = [(f"{path}/chat", leaver, {"message": {"type": "text", "text": f"Secret {number}"}}) for number in range(6)]
    reacts = [(f"{path}/chat", leaver, {"message": {"type": "reaction", "key": "wow", "about": 1}})] * 6
    mutes = [(f"me/mutes/{me}", stays, {}), (f"me/mutes/{me}", stays, None)] * 2

    answers = await races.at_once(*says, ("me", leaver, None), *reacts, *mutes)

    assert answers[len(says)].status_code == 204
    assert_among(answers[: len(says)], {"201"} | LEFT)
    reacted = answers[len(says) + 1 : len(says) + 1 + len(reacts)]
    assert_among(reacted, {"201", "409 already_reacted"} | LEFT)
    assert sum(answer.status_code == 201 for answer in reacted) <= 1
    assert_among(answers[-len(mutes) :], {"200", "204", "404 not_found"})
    await races.at_once((f"me/mutes/{me}", stays, None))
    heard = (await races.get(f"{path}/chat?limit=100", stays))["results"]
    assert {(word["name"], word["text"]) for word in heard if word["type"] == "text"} <= {("former player", None)}


async def blocks_and_joins(races: Races) -> None:
    """A guest is blocked many times while joining: they may have a seat or not, and cannot join afterwards."""
    host, guest = await races.guest("Host"), await races.guest("Guest")
    me, them = [(await races.get("me", one))["id"] for one in (host, guest)]
    views = [await races.lobby(host, seats=4) for _ in range(3)]
    block: tuple[str, Guest, Any] = (f"me/blocks/{them}", host, {})
    joins: list[tuple[str, Guest, Any]] = [(f"matches/{view['id']}/join", guest, {}) for view in views]
    joins += [("matches/join", guest, {"code": view["code"]}) for view in views]
    follows: list[tuple[str, Guest, Any]] = [(f"me/follows/{them}", host, {}), (f"me/follows/{me}", guest, {})] * 2

    answers = await races.at_once(*joins, *[block] * 4, *follows)

    assert_among(answers[len(joins) : len(joins) + 4], {"200"})
    assert_among(answers[: len(joins)], {"200", "404 not_found", "409 join_refused", "409 already_seated"})
    sat = {answer.json()["id"] for answer in answers[: len(joins)] if answer.status_code == 200}
    assert_among(answers[-4:], {"200", "404 not_found"})
    for view in views:
        seats = (await races.get(f"matches/{view['id']}", host))["seats"]
        assert (them in [seat["player"] for seat in seats]) == (view["id"] in sat)
    late = await races.at_once(*joins)
    assert_among(late, {"404 not_found", "409 join_refused", "409 already_seated"})
    assert (await races.get("me/follows", guest))["results"] == []


async def blocks_and_invitations(races: Races) -> None:
    """Two players block each other while they take the seats reserved for them: afterwards no seat is reserved."""
    pair = await races.guest("Host"), await races.guest("Guest")
    ids = [(await races.get("me", one))["id"] for one in pair]
    wishes = [(pair[number], ids[1 - number]) for number in (0, 0, 1)]
    views = [await races.lobby(creator, seats=4, invite=[{"player": other}]) for creator, other in wishes]
    guests = (pair[1], pair[1], pair[0])
    joins = [(f"matches/{view['id']}/join", guest, {}) for view, guest in zip(views, guests, strict=True)]
    blocks = [(f"me/blocks/{ids[1]}", pair[0], {}), (f"me/blocks/{ids[0]}", pair[1], {})] * 4

    answers = await races.at_once(*joins, *blocks)

    assert_among(answers[len(joins) :], {"200"})
    assert_among(answers[: len(joins)], {"200", "404 not_found"})
    for view, (creator, _), joined in zip(views, wishes, answers, strict=False):
        seats = (await races.get(f"matches/{view['id']}", creator))["seats"]
        assert [seat["reserved_for"] for seat in seats] == [None] * 4
        assert sum(seat["player"] is not None for seat in seats) == 1 + (joined.status_code == 200)


async def kid_mode_and_joins(races: Races) -> None:
    """A host turns kid mode on many times while strangers join: some may have seats, and none can join afterwards."""
    host, strangers = await races.guest("Host"), [await races.guest("Stranger") for _ in range(3)]
    path = await races.table(host, seats=4)
    joins: list[tuple[str, Guest, Any]] = [(f"{path}/join", guest, {}) for guest in strangers]

    answers = await races.at_once(*joins, *[("me/kid-mode", host, {})] * 4)

    assert_among(answers[len(joins) :], {"200"})
    assert_among(answers[: len(joins)], {"200", "404 not_found"})
    sat = [answer.status_code == 200 for answer in answers[: len(joins)]]
    seats = (await races.get(path, host))["seats"]
    assert sum(seat["player"] is not None for seat in seats) == 1 + sum(sat)
    late = await races.at_once(*joins)
    assert [answer.status_code for answer in late] == [409 if one else 404 for one in sat]


async def blocks_of_each_other_and_deletions(races: Races) -> None:
    """Two players block each other many times, one deletes the account: no request waits for ever, no block stays."""
    one, other = await races.guest("One"), await races.guest("Other")
    ids = [(await races.get("me", guest))["id"] for guest in (one, other)]
    both: list[tuple[str, Guest, Any]] = [(f"me/blocks/{ids[1]}", one, {}), (f"me/blocks/{ids[0]}", other, {})]
    both += [(f"me/follows/{ids[1]}", one, {}), (f"me/follows/{ids[0]}", other, {})]

    answers = await races.at_once(*both * 4, ("me", other, None), *both)

    assert answers[len(both) * 4].status_code == 204
    del answers[len(both) * 4]
    assert_among(answers, {"200", "404 not_found"} | LEFT)
    for what in ("blocks", "follows", "followers"):
        assert (await races.get(f"me/{what}", one))["results"] == []


async def authorizations(races: Races) -> None:
    """An authorization code comes many times at once: it gives one token, which ends, since the code has leaked.

    If another device signs out all others while the code is used, code and token end with them.
    """
    guest, program = await races.guest("Amel"), Program()
    address = str(races.http.base_url).replace("/api/v1/", "/oauth/token")

    async def code() -> str:
        decided = await races.post("me/authorizations", guest, {**program.asked, "allow": True})
        return parse_qs(urlsplit(decided["redirect_to"]).query)["code"][0]

    form = program.form(await code())
    answers = await asyncio.gather(*[races.http.post(address, data=form) for _ in range(20)])
    assert Counter(answer.status_code for answer in answers) == {200: 1, 400: 19}
    assert {answer.json()["error"] for answer in answers if answer.status_code == 400} == {"invalid_grant"}
    assert await devices_of(races, guest) == 1

    form = program.form(await code())
    out = {"code": (await races.post("me/recovery-code", guest))["code"], "sign_out_others": True}
    back, answer = await asyncio.gather(
        races.http.post("auth/device-codes/redeem", json=out), races.http.post(address, data=form)
    )
    assert back.status_code == 201, back.text
    assert answer.status_code in (200, 400), answer.text
    token = {"Authorization": f"Bearer {answer.json().get('access_token')}"}
    assert (await races.http.get("me", headers=token)).status_code == 401


async def clubs(races: Races) -> None:
    """One of several clubs with names that look alike is founded; then organizers and a member leave.

    As long as a club has members, it has an organizer.
    """
    guests = [await races.guest(f"Guest {number}") for number in range(4)]
    name = f"Club {races.luck.randrange(10**12)}"
    found = [("clubs", guest, {"name": (name, name.upper())[number % 2]}) for number, guest in enumerate(guests * 2)]
    assert_one(await races.at_once(*found), 201, {"409 name_taken"})
    club = await races.post("clubs", guests[0], {"name": f"{name} two", "joining": "open"})
    path = f"clubs/{club['id']}"
    joins = [(f"{path}/join", guest, {}) for guest in guests[1:] * 2]
    assert_among(await races.at_once(*joins), {"200"})
    ids = [(await races.get("me", guest))["id"] for guest in guests]
    appoint = (f"{path}/members/{ids[1]}", guests[0], {"standing": "organizer"})
    assert_among(await races.at_once(appoint), {"200"})

    leaves = [(f"me/{path}", guest, None) for guest in guests[:2]] * 2
    answers = await races.at_once(*leaves, ("me", guests[2], None))

    assert_among(answers, {"204", "409 last_organizer", "404 not_found"})
    left = (await races.get(f"{path}/members", guests[3]))["results"]
    assert [one["standing"] for one in left].count("organizer") == 1, left


RACES: Final[list[Callable[[Races], Awaitable[None]]]] = [
    codes,
    codes_made_anew,
    sign_outs,
    codes_and_deletions,
    planned_deletions,
    confirmations_and_deletions,
    names,
    log_ins_and_passwords,
    second_factors,
    log_ins_and_deletions,
    words_and_deletions,
    blocks_and_joins,
    blocks_and_invitations,
    kid_mode_and_joins,
    blocks_of_each_other_and_deletions,
    authorizations,
    clubs,
]
