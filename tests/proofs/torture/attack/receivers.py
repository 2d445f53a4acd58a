"""Guests of one address name receivers that hang, and another person's mailbox, as often as they may.

Another player's notification still comes, their bot answers, a bystander gets answers, and the mailbox is not flooded.
On this machine a local receiver replaces one on the internet (``WEBHOOKS_ANYWHERE``).
"""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tests.helpers.eventually import LONG, attempts, during, pause, until
from tests.notifications.mailing import MailServer
from tests.notifications.receiving import Mailbox, listening
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.attack.bot_flood import BOUND as BOT_BOUND
from tests.proofs.torture.attack.bot_flood import Guest
from tests.proofs.torture.stack import Stack

MAILS: Final = MailServer()
SETTINGS: Final = {
    "WEBHOOKS_ANYWHERE": "1",
    "EMAIL_URL": f"smtp://127.0.0.1:{MAILS.port}",
    "DEFAULT_FROM": "Chkobba <cards@cards.example>",
    "PUBLIC_URL": "https://cards.example",
}
GUESTS: Final = 30
CHANNELS: Final = 10
"""The most channels of each kind that one address may add in an hour."""
ONCE: Final = 60.0
"""Seconds by which the whole flood delays another player's notification, once."""
LATER: Final = 12.0
"""Seconds in which it comes afterwards: a sender that does not look again is followed by the next one in ten."""
TRIERS: Final = 20
TRIED: Final = 12.0
"""Seconds for which they test their channels."""
LOOKS: Final = 1.0
"""Seconds in which a bystander gets an answer."""
LINKS: Final = 3


class Hole:
    """A receiver that accepts every connection, and never answers."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.lines: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        for _ in attempts(100_000, "nobody connects any more"):
            self.lines.append(self.listener.accept()[0])


def attack(stack: Stack) -> Iterator[Finding]:
    """Flood the channels, and measure the waiting times of others."""
    threading.Thread(target=MAILS.server.serve_forever, daemon=True).start()
    hole, mailbox = Hole(), Mailbox()
    with listening(mailbox.server):
        bystander, friend = Guest(stack, "Bystander", "198.51.100.1"), Guest(stack, "Friend", "198.51.100.1")
        wish = {"type": "webhook", "target": mailbox.address, "quiet_hours": None, "notifications": ["your_turn"]}
        mailbox.secret = bystander.http.post("me/channels", json=wish).json()["secret"]
        table = _table(bystander, friend)
        yield _notice(table, bystander, friend, mailbox, LATER, "before")

        flooders = [Guest(stack, f"Flooder {number}", f"203.0.113.{number % 2}") for number in range(GUESTS)]
        yield from _flood(flooders, hole)
        yield _notice(table, bystander, friend, mailbox, ONCE, "while all of them hang for the first time")
        yield _bot(bystander)
        worst = max(
            (_notice(table, bystander, friend, mailbox, LATER, "afterwards, the slowest of five") for _ in range(5)),
            key=lambda finding: (not finding.holds, finding.text),
        )
        yield worst
        yield Finding(len(hole.lines) >= GUESTS * CHANNELS, f"{len(hole.lines)} connections hung meanwhile")
        yield from _try(flooders, bystander)
    yield from _bomb(stack)


def _table(one: Guest, two: Guest) -> str:
    """Return a running match of two guests."""
    wish = {"game": "chkobba", "options": {"cut": False, "target": 201}, "autostart": True}
    match = str(one.http.post("matches", json=wish).raise_for_status().json()["id"])
    two.http.post(f"matches/{match}/join", json={}).raise_for_status()
    return match


def _notice(table: str, bystander: Guest, friend: Guest, mailbox: Mailbox, bound: float, when: str) -> Finding:
    """Let both play until it is the bystander's turn again; return the seconds until its notification."""
    for guest in (bystander, friend, bystander, friend):
        view = guest.view(table)
        if view["legal_moves"]:
            body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
            answer = guest.http.post(f"matches/{table}/moves", json=body).raise_for_status().json()
            if guest is friend and bystander.view(table)["legal_moves"]:
                break
    begin, version = time.monotonic(), answer["view"]["version"]
    for _ in during(120, "the notice comes"):
        if any(one["data"]["version"] == version for one in mailbox.told):
            break
        time.sleep(0.02)
    took = time.monotonic() - begin
    return Finding(took <= bound, f"another player's notice came after {took:5.2f} s (bound {bound:.0f} s), {when}")


def _flood(flooders: list[Guest], hole: Hole) -> Iterator[Finding]:
    """Let each add as many receivers as allowed, and start a match, so that all receive notifications."""
    answers: Counter[int] = Counter()
    wish = {"type": "webhook", "target": hole.url, "quiet_hours": None}
    for flooder in flooders:
        answers.update(flooder.http.post("me/channels", json=wish).status_code for _ in range(CHANNELS + 1))
    for one, two in zip(flooders[::2], flooders[1::2], strict=True):
        _table(one, two)
    yield Finding(
        answers[201] <= GUESTS * CHANNELS and answers[409] == GUESTS,
        f"{GUESTS} guests named receivers that hang: {dict(answers)}",
    )


def _bot(guest: Guest) -> Finding:
    """Return the seconds of ten answers of a bot."""
    wish = {"game": "chkobba", "bots": {"1": "easy"}, "options": {"cut": False, "target": 101}}
    match = guest.make(**{**wish, "turn_seconds": 86_400}).json()["id"]
    took: list[float] = []
    for _ in until(LONG, "the bot answers ten times"):
        if len(took) == 10:
            break
        view = guest.view(match)
        if view["legal_moves"] is None:
            time.sleep(0.02)
            continue
        body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        begin = time.monotonic()
        guest.http.post(f"matches/{match}/moves", json=body)
        for _ in during(60, "the bot answers"):
            if guest.view(match)["legal_moves"] is not None:
                break
            time.sleep(0.1)
        took.append(time.monotonic() - begin)
        pause(0.3, "a player thinks between two moves")
    return Finding(
        max(took) <= BOT_BOUND, f"a bot answered within {max(took):.2f} s meanwhile (bound {BOT_BOUND:.0f} s)"
    )


def _try(flooders: list[Guest], bystander: Guest) -> Iterator[Finding]:
    """Let many test their channels at once, again and again, while a bystander reads the list of games."""
    seen: Counter[int] = Counter()

    def press(flooder: Guest) -> None:
        channel = flooder.http.get("me/channels").json()["channels"][0]["id"]
        for _ in during(TRIED, "the channels are tried all the time"):
            seen[flooder.http.post(f"me/channels/{channel}/test").status_code] += 1

    looked: list[float] = []
    with ThreadPoolExecutor(TRIERS) as pool:
        for flooder in flooders[:TRIERS]:
            pool.submit(press, flooder)
        for _ in during(TRIED, "the channels are tried all the time"):
            begin = time.monotonic()
            bystander.http.get("games").raise_for_status()
            looked.append(time.monotonic() - begin)
            time.sleep(0.1)
    looked.sort()
    slow = looked[int(len(looked) * 0.95)]
    yield Finding(
        slow <= LOOKS,
        f"{TRIERS} lines tried receivers that hang ({dict(seen)}): nineteen of twenty looks took {slow:.2f} s at the "
        f"most, the slowest {looked[-1]:.2f} s (bound {LOOKS:.0f} s)",
    )


def _bomb(stack: Stack) -> Iterator[Finding]:
    """Let guests of several addresses, and many of one, request confirmations to another person's mailbox."""
    forms = ("victim", "v.ictim", "victim+1", "VICTIM", "vic.tim+a.b", "v.i.c.t.i.m")
    answers: Counter[int] = Counter()
    for number, form in enumerate(forms):
        guest = Guest(stack, f"Bomber {number}", f"192.0.2.{number}")
        wish = {"type": "mail", "target": f"{form}@home.example"}
        made = guest.http.post("me/channels", json=wish)
        answers[made.status_code] += 1
        for _ in range(4):
            again = guest.http.post(f"me/channels/{made.json()['id']}/confirmation")
            answers[again.status_code] += 1
    one = Guest(stack, "Bomber of many", "192.0.2.99")
    for number in range(15):
        made = one.http.post("me/channels", json={"type": "mail", "target": f"stranger{number}@home.example"})
        answers[made.status_code] += 1
    pause(15, "mails that should not be sent would arrive")
    to = Counter("victim" if "stranger" not in address else "strangers" for address in MAILS.recipients)
    yield Finding(
        to["victim"] <= LINKS and to["strangers"] <= 10 and not MAILS.faults,
        f"{answers.total()} requests for links ({dict(answers)}): {to['victim']} mails to one mailbox (bound {LINKS}), "
        f"{to['strangers']} of one guest to strangers (bound 10)",
    )
